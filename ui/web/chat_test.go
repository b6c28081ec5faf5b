package web_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/chat"
	"dormer/ui/testing/browser"
	"dormer/ui/web"
	"dormer/workspace"
)

// fakeAgent builds the agent for the conversations in tests.
var fakeAgent = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "dormer-web")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "fakeacp")
	if out, err := exec.Command("go", "build", "-o", path, "dormer/session/testing/fakeacp").CombinedOutput(); err != nil {
		return path, fmt.Errorf("build the fake agent: %w\n%s", err, out)
	}
	return path, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := fakeAgent(); err == nil {
		_ = os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// followConversation starts a conversation in a tab of its own. stop ends its socket, as when the program that has
// it is killed.
func (r *room) talk(title, cwd string, env ...string) (id session.ID, c *chat.Conversation) {
	r.t.Helper()
	path, err := fakeAgent()
	if err != nil {
		r.t.Fatal(err)
	}
	id = uuid.New()
	dir, err := os.MkdirTemp("", "dw")
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = os.RemoveAll(dir) })
	c, err = chat.Open(chat.Options{Dir: dir, Cwd: cwd, Agent: "fake", Argv: []string{path}, Env: append(append(os.Environ(), "HOME="+dir), env...)})
	if err != nil {
		r.t.Fatal(err)
	}
	if err := c.Start(false); err != nil {
		r.t.Fatal(err)
	}
	for from, started := int64(0), false; !started; {
		all, err := c.Read(r.t.Context(), from)
		if err != nil {
			r.t.Fatal(err)
		}
		from = all[len(all)-1].Seq
		started = slices.ContainsFunc(all, func(e chat.Event) bool { return e.Kind == chat.AgentStarted })
	}
	address := filepath.Join(dir, "chat.sock")
	l, err := chat.Listen(address)
	if err != nil {
		r.t.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { chat.Serve(l, c) })
	r.t.Cleanup(func() {
		_ = c.Close()
		_ = l.Close()
		served.Wait()
	})
	r.mu.Lock()
	r.chats[id] = address
	r.mu.Unlock()
	r.apply(workspace.OpenTab{View: workspace.MainView, Tab: uuid.New(), Index: -1, Record: workspace.Record{ID: id, Name: title}})
	r.tell(id, web.Session{Title: title, Status: "running", Runs: true, Live: true, Chat: true})
	return id, c
}

func (r *room) Chat(ctx context.Context, id session.ID) (*chat.Client, error) {
	r.mu.Lock()
	address := r.chats[id]
	r.mu.Unlock()
	if address == "" {
		return nil, chat.ErrNoConversation
	}
	return chat.Dial(ctx, address)
}

// says returns an expression that is true when the conversation shows a text in an element of a class.
func says(class, text string) string {
	return `[...document.querySelectorAll('.message.` + class + `')].some((e) => e.textContent.includes(` + quote(text) + `))`
}

// A conversation is shown as it proceeds: answers, tools with their diffs, and requests for
// permission, which are answered with the agent's options.
func TestConversationInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.talk("assistant", t.TempDir())
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the conversation is seen", `document.querySelector('.chat')`)
	b.Do(chromedp.SendKeys(".prompt textarea", "say **Hello** <img src=x onerror=alert(1)>"))
	b.Script(button("Send") + `.click()`)
	b.Until("the answer is seen", says("agent", "Hello <img src=x onerror=alert(1)>")+` && document.querySelector('.message.agent strong')?.textContent === 'Hello'`)
	b.Until("the turn has ended", `!`+button("Send")+`.disabled`)
	b.Until("the answer is spoken", `document.getElementById('spoken').textContent.includes('Hello')`)
	if browser.Value[bool](b, `!!document.querySelector('.message img')`) {
		t.Error("an agent's text became an element")
	}
	b.Do(chromedp.SendKeys(".prompt textarea", "edit notes.txt new text"))
	b.Script(button("Send") + `.click()`)
	b.Until("the diff is seen", `[...document.querySelectorAll('.diff.added')].some((e) => e.textContent.includes('new text'))`)
	b.Until("the turn has ended", `!`+button("Send")+`.disabled`)
	b.Do(chromedp.SendKeys(".prompt textarea", "ask Delete everything?"))
	b.Script(button("Send") + `.click()`)
	b.Until("the permission is asked for", `document.querySelectorAll('.permission button').length > 1`)
	b.Picture("conversation")
	option := browser.Value[string](b, `document.querySelector('.permission button').textContent`)
	b.Script(`document.querySelector('.permission button').click()`)
	b.Until("the answer is seen", says("permission", "Answered: "+option))
	b.Until("the turn has ended", `!`+button("Send")+`.disabled`)
	b.Do(chromedp.SendKeys(".prompt textarea", "stall"))
	b.Script(button("Send") + `.click()`)
	b.Until("the agent works", button("Cancel")+` && !document.querySelector('.chat [hidden]')?.textContent.includes('Cancel') && document.querySelector('.chat.working')`)
	b.Script(`document.querySelector('.prompt button[type=button]').click()`)
	b.Until("the turn is cancelled", says("note", "Cancelled"))
	b.Dark(true)
	b.Picture("conversation dark")
}

// The mode, the model and other options are shown and chosen below the prompt. A choice that the
// agent refuses is reported and not shown as chosen.
func TestOptionsOfAConversationInTheBrowser(t *testing.T) {
	r := newRoom(t)
	_, c := r.talk("assistant", t.TempDir(), "FAKE_ACP=options")
	b := browser.Open(t, r.serve().URL, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
	chosen := func(name, value string) string {
		return `[...document.querySelectorAll('.choices label')].some((l) => l.textContent.startsWith(` + quote(name) + `) && l.querySelector('select').value === ` + quote(value) + `)`
	}
	choose := func(name, value string) {
		b.Script(`{ const s = [...document.querySelectorAll('.choices label')].find((l) => l.textContent.startsWith(` + quote(name) + `)).querySelector('select');
			s.focus(); s.value = ` + quote(value) + `; s.dispatchEvent(new Event('change')) }`)
	}
	b.Until("the options are seen", chosen("Mode", "code")+` && `+chosen("Model", "big"))
	b.Picture("phone options")
	if wide := browser.Value[int](b, `document.documentElement.scrollWidth`); wide > phoneWidth {
		t.Errorf("the page is %d wide", wide)
	}
	seq := c.Newest()
	until := func(kind chat.Kind) chat.Event {
		t.Helper()
		for {
			all, err := c.Read(t.Context(), seq)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range all {
				if seq = e.Seq; e.Kind == kind {
					return e
				}
			}
		}
	}
	choose("Mode", "plan")
	if e := until(chat.ModeChanged); e.Mode != "plan" {
		t.Errorf("the mode is %q", e.Mode)
	}
	choose("Model", "paid")
	b.Until("the agent has refused", `document.getElementById('notice').textContent.includes('your plan does not have this model') && `+chosen("Model", "big"))
	choose("Model", "small")
	if e := until(chat.SettingsChanged); e.Settings[0].Value != "small" {
		t.Errorf("the options are %+v", e.Settings)
	}
	b.Until("both are seen", chosen("Mode", "plan")+` && `+chosen("Model", "small"))
	write := func(text string) {
		b.Script(`document.querySelector('.prompt textarea').focus()`)
		b.Types(text)
		b.Enter()
	}
	// Enter sends, as with a keyboard. An open list would take the test's keys.
	b.Script(`matchMedia = () => ({ matches: true }); HTMLSelectElement.prototype.showPicker = function () { window.opened = this.name }`)
	write("/model")
	b.Until("the models are offered", `window.opened && window.opened === document.activeElement.name && document.activeElement.value === 'small' && document.querySelector('.prompt textarea').value === ''`)
	write("/model none")
	b.Until("it is refused", `document.getElementById('notice').textContent.includes('Model has no choice "none"') && document.querySelector('.prompt textarea').value === '/model none'`)
	b.Script(`document.querySelector('.prompt textarea').value = ''`)
	write("/model Big")
	b.Until("the model is chosen", chosen("Model", "big")+` && document.querySelector('.prompt textarea').value === ''`)
	write("say /model small")
	b.Until("the agent gets it", says("user", "say /model small")+` && document.querySelector('.prompt textarea').value === '' && `+chosen("Model", "big"))
	c.Stop()
	b.Until("nothing can be chosen without an agent", `document.querySelectorAll('.choices select:disabled').length === document.querySelectorAll('.choices select').length`)
	write("/model")
	b.Until("without an agent nothing can be chosen", `document.getElementById('notice').textContent.includes('Model cannot be chosen now')`)
}

// After the connection was lost, the page gets the events of a conversation that it has not seen,
// each once.
func TestConversationAfterAReconnection(t *testing.T) {
	r := newRoom(t)
	_, c := r.talk("assistant", t.TempDir())
	s := r.serveMortal()
	b := browser.Open(t, s.url, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.Until("the conversation is seen", `document.querySelector('.chat')`)
	ask := func(text string) {
		t.Helper()
		if _, err := c.Prompt(text); err != nil {
			t.Fatal(err)
		}
	}
	ask("say first answer")
	b.Until("the answer is seen", says("agent", "first answer")+` && !document.querySelector('.chat.working')`)
	s.kill()
	b.Until("the page says that it is lost", `document.body.classList.contains('lost')`)
	ask("say second answer")
	s.revive()
	b.Script(`dispatchEvent(new Event('online'))`)
	b.Until("the second answer is seen", says("agent", "second answer"))
	if n := browser.Value[int](b, `document.querySelectorAll('.message.user').length`); n != 2 {
		t.Errorf("%d prompts are shown, want 2", n)
	}
	b.Picture("phone conversation")
}

// A prompt whose answer is lost is sent again with the same id, and the conversation takes it once. One
// that was taken leaves the prompt when it is seen. F342.
func TestPromptIsSentAgainInTheBrowser(t *testing.T) {
	r := newRoom(t)
	_, c := r.talk("assistant", t.TempDir())
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the conversation is seen", `document.querySelector('.chat')`)
	b.Script(`window.ids = []; window.send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (data) {
			const m = JSON.parse(data);
			if (m.t === 'prompt') { ids.push(m.message); return lose(this, m); }
			return send.call(this, data);
		}`)
	ask := func(text string) {
		b.Script(`document.querySelector('.prompt textarea').value = ` + quote(text))
		b.Script(button("Send") + `.click()`)
	}
	b.Script(`window.lose = (socket) => socket.close()`) // the prompt never arrives
	ask("say one")
	b.Until("the prompt is lost", `document.getElementById('notice').textContent.includes('the connection was lost')`)
	b.Until("the page is connected again", `!document.body.classList.contains('lost')`)
	b.Script(`window.lose = (socket, m) => { send.call(socket, JSON.stringify(m)); send.call(socket, JSON.stringify({ ...m, id: -1 })); }`) // it arrives twice
	b.Script(button("Send") + `.click()`)
	b.Until("the turn has ended", says("agent", "one")+` && !`+button("Send")+`.disabled && document.querySelector('.prompt textarea').value === ''`)
	b.Script(`window.lose = (socket, m) => send.call(socket, JSON.stringify({ ...m, id: -1 }))`) // its answer is lost
	ask("say two")
	b.Until("the turn has ended", says("agent", "two")+` && !`+button("Send")+`.disabled && document.querySelector('.prompt textarea').value === ''`)
	ids := browser.Value[[]string](b, `ids`)
	if len(ids) != 3 || ids[0] == "" || ids[0] != ids[1] || ids[1] == ids[2] {
		t.Errorf("the prompts have the ids %q", ids)
	}
	var taken []string
	for from := int64(0); from < c.Newest(); {
		all, err := c.Read(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if from = e.Seq; e.Kind == chat.UserMessage {
				taken = append(taken, e.Text)
			}
		}
	}
	if want := []string{"say one", "say two"}; !slices.Equal(taken, want) {
		t.Errorf("the conversation took %q, want %q", taken, want)
	}
}

// A conversation with fewer events than the page has, because its transcript was damaged, is read
// again when the user asks for that. F313.
func TestTruncatedConversationInTheBrowser(t *testing.T) {
	r := newRoom(t)
	id, c := r.talk("assistant", t.TempDir())
	other, less := r.talk("other", t.TempDir())
	if _, err := c.Prompt("say first answer"); err != nil {
		t.Fatal(err)
	}
	b := browser.Open(t, r.serve().URL, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.Script(`location.hash = 'session=` + id.String() + `'`)
	b.Until("the answer is seen", says("agent", "first answer")+` && !document.querySelector('.chat.working')`)
	r.mu.Lock()
	r.chats[id] = r.chats[other]
	r.mu.Unlock()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	b.Until("the page says that it is lost", button("Try again"))
	b.Script(button("Try again") + `.click()`)
	b.Until("it is read anew", says("note", "fake has started")+` && !document.querySelector('.message.user')`)
	if _, err := less.Prompt("say second answer"); err != nil {
		t.Fatal(err)
	}
	b.Until("it goes on", says("agent", "second answer"))
}

// Everything is there at once: a queue, tabs with states, a terminal beside a conversation, and what
// was closed; on a desk and on a phone, light and dark, and nothing is cut off.
func TestWholePage(t *testing.T) {
	r := newRoom(t)
	shop, err := os.MkdirTemp("", "shop")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(shop) })
	chatID, c := r.talk("checkout flow", shop)
	shell := r.start("make test", `printf '\033[1m$ make test\033[0m\r\n\033[32mok\033[0m    shop/cart      0.41s\r\n\033[32mok\033[0m    shop/checkout  1.20s\r\n\033[31mFAIL\033[0m  shop/payment   0.87s\r\n\r\n    payment_test.go:42: got \033[31m€ 12,00\033[0m, want \033[32m€ 12.00\033[0m\r\n\033[2m$ \033[0m'; exec cat`, chatID)
	agent := r.start("db migration", `printf 'May I run the migration?'; exec cat`)
	gone := r.start("old logs", `exec cat`)
	r.apply(workspace.ClosePane{Session: gone, At: time.Now()})
	r.apply(workspace.FocusPane{Session: shell})
	since := time.Now()
	r.tell(agent, web.Session{Runs: true, Live: true, Agent: "claude", State: "blocked", Kind: "permission", Message: "asks to run psql -f migrate.sql", Since: &since})
	r.tell(chatID, web.Session{Runs: true, Live: true, Chat: true, Agent: "claude", State: "working"})
	for _, text := range []string{"say Amounts are rounded in **two places**. I will use `money.Round` in both.", "edit payment.go return money.Round(amount)", "ask Run go test ./payment?"} {
		if _, err := c.Prompt(text); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(text, "ask") {
			break
		}
		for seq := int64(0); ; {
			events, err := c.Read(t.Context(), seq)
			if err != nil {
				t.Fatal(err)
			}
			seq = events[len(events)-1].Seq
			if seq == c.Newest() && events[len(events)-1].Kind == chat.TurnEnded {
				break
			}
		}
	}
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("everything is shown", shows("€ 12.00")+` && document.querySelector('.permission button') && `+button("Answer here")+` && `+button("Bring back old logs"))
	b.Picture("desktop-light")
	b.Dark(true)
	b.Picture("desktop-dark")
	b.Do(chromedp.EmulateViewport(phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.Until("the terminal fills the phone", `document.querySelectorAll('.terminal, .chat').length === 1 && `+shows("€ 12.00"))
	b.Picture("phone-dark")
	b.Dark(false)
	b.Script(`location.hash = 'session=` + chatID.String() + `'`)
	b.Until("the conversation fills the phone", `document.querySelector('.chat .permission button') && !document.querySelector('.terminal')`)
	b.Picture("phone-light")
	if wide := browser.Value[int](b, `Math.max(document.documentElement.scrollWidth, document.querySelector('.said').scrollWidth)`); wide > phoneWidth {
		t.Errorf("the page is %d wide", wide)
	}
	b.Script(`document.getElementById('menu').click()`)
	b.Until("the list is open", `getComputedStyle(document.getElementById('side')).visibility === 'visible'`)
	b.Picture("phone-list-light")
}
