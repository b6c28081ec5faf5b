package web_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dormer/session/agent"
	"dormer/ui/testing/browser"
	"dormer/ui/web"
	"dormer/workspace"
)

func replace(text, old, by string) string { return strings.ReplaceAll(text, old, by) }

// quote returns a text as a string of JavaScript.
func quote(text string) string { return strconv.Quote(text) }

// shows returns an expression that is true when the screen of a terminal has a text.
func shows(text string) string {
	return `[...document.querySelectorAll('.screen .row')].some((r) => r.textContent.includes(` + quote(text) + `))`
}

// button returns an expression for the visible button with a text or label.
func button(text string) string {
	return `[...document.querySelectorAll('button')].find((b) => b.checkVisibility() && (b.ariaLabel ?? b.textContent).startsWith(` + quote(text) + `))`
}

const (
	desktopWidth, desktopHeight = 1200, 800
	phoneWidth, phoneHeight     = 390, 844
)

// Input to the page reaches the program once: letters, keys, chords, and the text of an input method.
func TestTypingInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("shell", `stty raw -echo; printf 'ready\r\n'; exec cat -v`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	b.Do(chromedp.Focus(".keys"))
	b.Types("hi")
	b.Enter()
	b.Press("ArrowUp", "ArrowUp", 38, "", 0)
	b.Press("a", "KeyA", 65, "", 2)
	b.Press("Backspace", "Backspace", 8, "", 0)
	b.Compose("に", "にほ", "日本")
	b.Types("x")
	b.Until("all of it is seen, once", shows(`hi^M^[[A^A^?M-fM-^WM-%M-fM-^\M-,x`))
	b.Script(`(() => {
		const data = new DataTransfer();
		data.setData('text/plain', 'one line');
		document.querySelector('.keys').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
	})()`)
	b.Until("the paste is seen", shows(`xone line`))
}

// The page asks before it pastes lines that would run at once, but not if the program has asked for
// bracketed paste.
func TestPastingLinesInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("shell", `stty raw -echo; printf 'ready\r\n'; dd bs=1 count=7 2>/dev/null | cat -v; printf '\033[?2004hbrackets\r\n'; exec cat -v`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	paste := `(() => {
		const data = new DataTransfer();
		data.setData('text/plain', 'one\ntwo');
		document.querySelector('.keys').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
	})()`
	b.Script(paste)
	b.Until("the page asks", `document.getElementById('question').open && document.getElementById('question-title').textContent === 'Paste 2 lines?'`)
	b.Script(`document.getElementById('question-yes').click()`)
	b.Until("the lines are pasted", shows("one^Mtwo")+" && "+shows("brackets"))
	b.Script(paste)
	b.Until("they are pasted in brackets", shows("^[[200~one")+" && "+shows("two^[[201~"))
	if browser.Value[bool](b, `document.getElementById('question').open`) {
		t.Error("the page asked again")
	}
}

// Colours, attributes, wide characters, combining ones and links are drawn, each character in its
// column.
func TestDrawingInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("colours", `printf '\033[31mred\033[0m \033[48;5;22mgreen\033[0m \033[38;2;10;20;30mrgb\033[0m \033[1;3;9mstyled\033[0m \033[4:3;58;5;1mcurly\033[0m\r\n'
		printf '日本語|e\314\201|👍🏽|─│x\r\n'
		printf '\033]8;;https://example.org/a\033\\link\033]8;;\033\\ \033]8;;javascript:alert(1)\033\\bad\033]8;;\033\\\r\n'
		printf 'see https://example.org/b?c=d. or \033[1mhttps://example.org/\033[0mcut\r\nhttps://example.org/%0100d done' 0; exec cat`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("all is seen", shows("done"))
	of := func(text, property string) string {
		return browser.Value[string](b, `getComputedStyle([...document.querySelectorAll('.row > *')].find((e) => e.textContent === `+quote(text)+`)).`+property)
	}
	for _, tt := range []struct{ text, property, want string }{
		{"red", "color", "rgb(179, 38, 30)"},
		{"green", "backgroundColor", "rgb(0, 95, 0)"},
		{"rgb", "color", "rgb(10, 20, 30)"},
		{"styled", "fontWeight", "700"},
		{"styled", "fontStyle", "italic"},
		{"styled", "textDecorationLine", "line-through"},
		{"curly", "textDecorationStyle", "wavy"},
		{"curly", "textDecorationColor", "rgb(179, 38, 30)"},
	} {
		if got := of(tt.text, tt.property); got != tt.want {
			t.Errorf("%s: %s is %s, want %s", tt.text, tt.property, got, tt.want)
		}
	}
	// The x is in column 16: three wide characters, five narrow ones, and a thumb that is wide.
	column := `(() => {
		const row = [...document.querySelectorAll('.screen .row')].find((r) => r.textContent.includes('日本語'));
		const walk = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
		let last; while (walk.nextNode()) last = walk.currentNode;
		const at = document.createRange(); at.setStart(last, last.data.length - 1); at.setEnd(last, last.data.length);
		const cell = parseFloat(getComputedStyle(document.querySelector('.terminal')).getPropertyValue('--cw'));
		return (at.getBoundingClientRect().left - row.getBoundingClientRect().left) / cell;
	})()`
	if got, want := browser.Value[float64](b, column), 14.0; got < want-0.1 || got > want+0.1 {
		t.Errorf("the character after wide ones is in column %v, want %v", got, want)
	}
	if got := browser.Value[[]string](b, `[...document.querySelectorAll('.row a')].map((a) => a.href + ' ' + a.rel)`); strings.Join(got, "\n") != "https://example.org/a noopener noreferrer\nhttps://example.org/b?c=d noopener noreferrer" {
		t.Errorf("the links are %q, want the complete web addresses", got)
	}
	b.Dark(true)
	if got := of("red", "color"); got != "rgb(240, 127, 118)" {
		t.Errorf("in the dark, red is %s", got)
	}
}

// The history can be scrolled and selected; wrapped lines are copied as one.
func TestScrollingInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("lines", `i=1; while [ $i -le 500 ]; do echo "line $i"; i=$((i+1)); done; printf '%0100d\n' 7; printf done; exec cat`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the end is seen", shows("done"))
	b.Script(`document.querySelector('.scroll').scrollTop = 0`)
	b.Until("the first line is seen", `document.querySelector('.above .row')?.textContent === 'line 1'`)
	b.Script(`document.querySelector('.scroll').scrollTop = 1e9`)
	copied := browser.Value[string](b, `(() => {
		const rows = [...document.querySelectorAll('.screen .row')];
		const at = rows.findIndex((r) => r.textContent.startsWith('0000'));
		getSelection().setBaseAndExtent(rows[at - 1], 0, rows[at + 2], 1);
		const data = new DataTransfer();
		rows[at].dispatchEvent(new ClipboardEvent('copy', {clipboardData: data, bubbles: true, cancelable: true}));
		return data.getData('text/plain');
	})()`)
	if want := "line 500\n" + strings.Repeat("0", 99) + "7\ndone"; copied != want {
		t.Errorf("copied %q, want %q", copied, want)
	}
}

// A pane is closed and brought back, and a tab is opened.
func TestClosingAndUndoInTheBrowser(t *testing.T) {
	r := newRoom(t)
	first := r.start("first", `printf one; exec cat`)
	r.start("second", `printf two; exec cat`, first)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("both panes are seen", shows("one")+" && "+shows("two"))
	b.Picture("two panes")
	b.Script(`document.querySelectorAll('.terminal')[1].querySelector('.extra button:last-child').click()`)
	b.Until("the pane is closed", `document.querySelectorAll('.terminal').length === 1 && `+button("Bring back second"))
	b.Picture("closed")
	b.Script(button("Bring back second") + `.click()`)
	b.Until("the pane is back, with its program", `document.querySelectorAll('.terminal').length === 2 && `+shows("two"))
	b.Script(button("+ New tab") + `.click()`)
	b.Until("the new tab is listed", `[...document.querySelectorAll('.tabs .title')].some((e) => e.textContent === 'new')`)
}

// On a phone one session is shown, the list covers it, and there are buttons for keys that phones do
// not have.
func TestPhone(t *testing.T) {
	r := newRoom(t)
	first := r.start("first", `stty raw -echo; printf 'one\r\n'; exec cat -v`)
	r.start("second", `printf two; exec cat`, first)
	b := browser.Open(t, r.serve().URL, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
	b.Until("the active pane is seen", shows("two"))
	if n := browser.Value[int](b, `document.querySelectorAll('.terminal').length`); n != 1 {
		t.Errorf("%d sessions are shown, want 1", n)
	}
	if wide := browser.Value[int](b, `document.documentElement.scrollWidth`); wide > phoneWidth {
		t.Errorf("the page is %d wide", wide)
	}
	b.Script(`document.getElementById('menu').click()`)
	b.Until("the list is open", `getComputedStyle(document.getElementById('side')).visibility === 'visible'`)
	b.Picture("phone list")
	b.Script(`document.querySelector('[data-key="session ` + first.String() + `"]').click()`)
	b.Until("the other pane is seen", shows("one"))
	b.Script(button("Ctrl") + `.click()`)
	b.Do(chromedp.Focus(".keys"))
	b.Types("c")
	b.Script(button("Up") + `.click()`)
	b.Until("the program got both", shows("^C^[[A"))
	b.Script(button("Ctrl") + `.click()`)
	b.Composing("d") // as keyboards of phones do with every word
	b.Until("the program got it without the end of the word", shows("^C^[[A^D"))
	b.Types("e")
	b.Until("the program got it once", shows("^C^[[A^De"))
	b.Picture("phone")
	r.apply(workspace.ClosePane{Session: first, At: time.Now()})
	b.Until("the pane beside is shown", shows("two"))
}

// Showing a session does not resize it. A button does, and restores the size.
func TestFittingInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("size", `trap 'stty size' WINCH; stty size; echo ready; while :; do read x; done`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the size is as it was", shows("24 80")+" && "+shows("ready"))
	b.Script(button("Fit") + `.click()`)
	b.Until("the session fills the window", `document.querySelectorAll('.screen .row').length > 30`)
	b.Script(button("Fit") + `.click()`)
	b.Until("it is as it was again", `document.querySelectorAll('.screen .row').length === 24`)
}

// An agent's question is answered in the list.
func TestQueueInTheBrowser(t *testing.T) {
	r := newRoom(t)
	id := r.start("agent", `printf 'May I?'; exec cat`)
	r.question = agent.Choice{Question: []string{"May I?"}, Options: []agent.Option{{Name: "1", Label: "Yes"}, {Name: "2", Label: "No"}}, Hash: "h"}
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the agent is listed", `document.querySelectorAll('.tabs button').length > 0`)
	since := time.Now()
	r.tell(id, web.Session{Title: "agent", Runs: true, Live: true, State: "blocked", Kind: "permission", Since: &since})
	b.Until("it waits", button("Answer here"))
	b.Script(button("Answer here") + `.click()`)
	b.Until("its options are there", button("Yes"))
	b.Picture("queue")
	b.Script(button("Yes") + `.click()`)
	select {
	case got := <-r.acts:
		if got != "answer 1" {
			t.Errorf("the answer was %q", got)
		}
	case <-time.After(time.Minute):
		t.Fatal("nothing was answered")
	}
}

// mortal is a server that can die with all its connections, and come back. It keeps its address
// meanwhile.
type mortal struct {
	net.Listener
	url string

	mu    sync.Mutex
	dead  bool
	conns []net.Conn
}

func (r *room) serveMortal() *mortal {
	s := httptest.NewUnstartedServer(handler(web.New(r, func(*http.Request) bool { return false })))
	m := &mortal{Listener: s.Listener}
	s.Listener = m
	s.Start()
	m.url = s.URL
	r.t.Cleanup(s.Close)
	r.t.Cleanup(m.kill)
	return m
}

func (m *mortal) Accept() (net.Conn, error) {
	for {
		c, err := m.Listener.Accept()
		if err != nil {
			return nil, err
		}
		m.mu.Lock()
		dead := m.dead
		if !dead {
			m.conns = append(m.conns, c)
		}
		m.mu.Unlock()
		if !dead {
			return c, nil
		}
		_ = c.Close()
	}
}

func (m *mortal) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = true
	for _, c := range m.conns {
		_ = c.Close()
	}
}

func (m *mortal) revive() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.dead = false
}

// The page connects again when its server is back, and shows what has happened meanwhile.
func TestReconnectingInTheBrowser(t *testing.T) {
	r := newRoom(t)
	// Without an echo, so that each text is on the screen once and in order.
	id := r.start("shell", `stty raw -echo; printf 'ready\r\n'; exec cat`)
	s := r.serveMortal()
	b := browser.Open(t, s.url, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	s.kill()
	b.Until("the page says that it is lost", `document.body.classList.contains('lost')`)
	r.write(id, "meanwhile\r\n", "meanwhile")
	s.revive()
	b.Script(`dispatchEvent(new Event('online'))`)
	b.Until("the page is back", `!document.body.classList.contains('lost') && `+shows("meanwhile"))
	b.Do(chromedp.Focus(".keys"))
	b.Types("again")
	b.Until("it can be typed into", shows("again"))
}

// A page that the browser keeps for the back button closes its connection, and connects again when it
// is shown.
func TestReturningToThePageInTheBrowser(t *testing.T) {
	r := newRoom(t)
	id := r.start("shell", `stty raw -echo; printf 'ready\r\n'; exec cat`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	b.Script(`dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))`)
	b.Until("the connection is given up", `document.body.classList.contains('lost')`)
	r.write(id, "meanwhile\r\n", "meanwhile")
	if browser.Value[bool](b, shows("meanwhile")) {
		t.Error("a page that nobody sees has a connection")
	}
	b.Script(`dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))`)
	b.Until("the page is back", `!document.body.classList.contains('lost') && `+shows("meanwhile"))
}

// A dead connection, as after sleep, is detected and replaced.
func TestDeadConnectionInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("shell", `stty raw -echo; printf 'ready\r\n'; exec cat`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	b.Script(`(() => {
		window.opened = 0;
		const { prototype } = WebSocket;
		const { send } = prototype;
		prototype.send = function (m) { if (opened) send.call(this, m); };
		window.WebSocket = class extends WebSocket { constructor(url) { super(url); opened++; } };
		dispatchEvent(new Event('online'));
	})()`)
	b.Until("another connection is made", `opened > 0 && !document.body.classList.contains('lost')`)
	b.Do(chromedp.Focus(".keys"))
	b.Types("again")
	b.Until("it can be typed into", shows("again"))
}

// A read-only page types nothing and closes nothing.
func TestReadOnlyPage(t *testing.T) {
	r := newRoom(t)
	r.start("shell", `stty raw -echo; printf 'ready\r\n'; exec cat`)
	s := httptest.NewServer(handler(web.New(r, func(*http.Request) bool { return true })))
	defer s.Close()
	b := browser.Open(t, s.URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	b.Until("the page says so", `document.getElementById('link').textContent === 'read-only'`)
	b.Script(`(() => {
		window.sent = [];
		const send = WebSocket.prototype.send;
		WebSocket.prototype.send = function (m) { sent.push(JSON.parse(m).t); send.call(this, m); };
	})()`)
	b.Do(chromedp.Focus(".keys"))
	b.Types("x")
	b.Enter()
	if sent := browser.Value[[]string](b, `sent`); slices.Contains(sent, "text") || slices.Contains(sent, "key") || !slices.Contains(sent, "focus") {
		t.Errorf("the page sent %q", sent)
	}
	if browser.Value[bool](b, `!!(`+button("+ New tab")+` || `+button("Fit")+`?.checkVisibility())`) {
		t.Error("there are buttons that do something")
	}
}

// Without a log-in the page asks for a token, and connects when it has one.
func TestLogInInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("shell", `printf 'ready\n'; exec cat`)
	page := handler(web.New(r, func(*http.Request) bool { return false }))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		cookie, err := q.Cookie("known")
		switch {
		case q.URL.Path == "/login":
			body, _ := io.ReadAll(q.Body)
			if string(body) != `{"token":"secret"}` {
				w.WriteHeader(http.StatusUnauthorized)
				_, _ = io.WriteString(w, `{"message":"there is no such token: dormer token new makes one"}`)
				return
			}
			http.SetCookie(w, &http.Cookie{Name: "known", Value: "yes", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		case q.URL.Path == web.Socket && (err != nil || cookie.Value != "yes"):
			w.WriteHeader(http.StatusUnauthorized)
		default:
			page.ServeHTTP(w, q)
		}
	}))
	defer s.Close()
	b := browser.Open(t, s.URL, desktopWidth, desktopHeight)
	b.Until("the page asks for a token", `document.getElementById('login').open`)
	b.Do(chromedp.SendKeys("#token", "wrong"))
	b.Script(button("Log in") + `.click()`)
	b.Until("the page says why not", `document.getElementById('login-says').textContent.includes('no such token')`)
	b.Picture("login")
	b.Script(`document.getElementById('token').value = ''`)
	b.Do(chromedp.SendKeys("#token", "secret"))
	b.Script(button("Log in") + `.click()`)
	b.Until("the program is seen", shows("ready")+` && !document.getElementById('login').open`)
}

// A program that has asked for the mouse gets clicks and the wheel; otherwise they scroll and select.
func TestMouseInTheBrowser(t *testing.T) {
	r := newRoom(t)
	r.start("mouse", `stty raw -echo; printf '\033[?1000h\033[?1006hready\r\n'; exec cat -v`)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("the program is seen", shows("ready"))
	at := browser.Value[[]float64](b, `(() => { const s = document.querySelector('.screen').getBoundingClientRect(); const c = getComputedStyle(document.querySelector('.terminal'));
		return [s.left + 4.5 * parseFloat(c.getPropertyValue('--cw')), s.top + 2.5 * parseFloat(c.getPropertyValue('--ch'))] })()`)
	b.Do(chromedp.MouseClickXY(at[0], at[1]))
	b.Until("the program got the click", shows("^[[<0;5;3M^[[<0;5;3m"))
	b.Script(`document.querySelector('.screen').dispatchEvent(new WheelEvent('wheel', {deltaY: 3, deltaMode: 1, bubbles: true, cancelable: true, clientX: ` + strconv.FormatFloat(at[0], 'f', -1, 64) + `, clientY: ` + strconv.FormatFloat(at[1], 'f', -1, 64) + `}))`)
	b.Until("the program got the wheel", shows("^[[<65;5;3M"))
}

// A finger that goes up or down is the wheel for a program that has the mouse, and arrow keys for one
// that draws the whole screen. Sideways it is nothing for them, and elsewhere it scrolls.
func TestDraggingByTouch(t *testing.T) {
	for name, tt := range map[string]struct {
		modes, up, down string
		lines           float64 // of each step
	}{
		"the program has the mouse":     {`\033[?1000h\033[?1006h`, "^[[<65;", "^[[<64;", 3},
		"the program draws the screen":  {`\033[?1049h`, "^[[B", "^[[A", 1},
		"the program draws neither way": {``, "", "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.start("dragged", `stty raw -echo; printf '`+tt.modes+`'; seq -f '%g'$(printf '\r') 100; printf 'ready\r\n'; exec cat -v`)
			b := browser.Open(t, r.serve().URL, phoneWidth, phoneHeight, chromedp.EmulateMobile, chromedp.EmulateTouch)
			b.Until("the program is seen", shows("ready"))
			line := browser.Value[float64](b, `parseFloat(getComputedStyle(document.querySelector('.terminal')).getPropertyValue('--ch'))`)
			at := browser.Value[[]float64](b, `(() => { const s = document.querySelector('.scroll').getBoundingClientRect(); return [s.left + s.width / 2, s.top + s.height / 2] })()`)
			drag := func(lines float64) { b.Drag(at[0], at[1], at[0], at[1]+lines*line) }
			count := func(what string) int {
				return browser.Value[int](b, `document.querySelector('.screen').textContent.split(`+quote(what)+`).length - 1`)
			}
			b.Drag(at[0], at[1], at[0]-100, at[1]-5)
			top := browser.Value[float64](b, `document.querySelector('.scroll').scrollTop`)
			drag(4*tt.lines + 0.5)
			if tt.up == "" {
				b.Until("the history is seen", `document.querySelector('.scroll').scrollTop < `+strconv.FormatFloat(top-2*line, 'f', -1, 64))
				return
			}
			drag(-3*tt.lines - 0.5)
			b.Do(chromedp.Focus(".keys"))
			b.Press("z", "KeyZ", 90, "z", 0)
			b.Until("the program got all", shows("z"))
			if up, down := count(tt.up), count(tt.down); up != 3 || down != 4 {
				t.Errorf("%d steps to the end and %d to the beginning, want 3 and 4: %s", up, down, browser.Value[string](b, `document.querySelector('.screen').textContent`))
			}
		})
	}
}

// Somebody with only a keyboard gets out of a terminal, and everything has a name.
func TestPageForKeyboardAndScreenReader(t *testing.T) {
	r := newRoom(t)
	first := r.start("first", `printf one; exec cat`)
	r.start("second", `printf two; exec cat`, first)
	b := browser.Open(t, r.serve().URL, desktopWidth, desktopHeight)
	b.Until("both panes are seen", shows("one")+" && "+shows("two"))
	b.Do(chromedp.Focus(".keys"))
	b.Press("F6", "F6", 117, "", 8)
	b.Until("the focus is out of the terminal", `document.activeElement.id === 'menu'`)
	unnamed := browser.Value[[]string](b, `[...document.querySelectorAll('button, textarea, input, section.terminal, nav, dialog')]
		.filter((e) => !(e.ariaLabel || e.textContent.trim() || e.labels?.length || e.getAttribute('aria-labelledby'))).map((e) => e.outerHTML)`)
	if len(unnamed) > 0 {
		t.Errorf("without a name: %q", unnamed)
	}
	b.Script(`document.querySelector('.skip').click()`)
	b.Until("the skip link goes to the shown session", `document.activeElement.id === 'stage' && document.querySelectorAll('.terminal').length === 2`)
	// 200 % is half of the window.
	b.Do(chromedp.EmulateViewport(desktopWidth/2, desktopHeight/2))
	b.Until("one session is shown, and nothing is cut off", `document.querySelectorAll('.terminal').length === 1 && document.documentElement.scrollWidth <= `+strconv.Itoa(desktopWidth/2))
}
