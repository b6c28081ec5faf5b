package chat

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/grid"
	"dormer/ui/config"
)

// talk is a conversation in memory that records its calls.
type talk struct {
	did []string
	err error
}

func (t *talk) do(format string, args ...any) error {
	t.did = append(t.did, fmt.Sprintf(format, args...))
	return t.err
}

func (t *talk) Read(context.Context, int64) ([]chat.Event, error) { return nil, nil }
func (t *talk) Prompt(text string) (int64, error)                 { return 1, t.do("prompt %s", text) }
func (t *talk) Cancel() error                                     { return t.do("cancel") }
func (t *talk) Answer(request, option string) error               { return t.do("answer %s %s", request, option) }
func (t *talk) Choose(setting, choice string) error {
	return t.do("choose %s %s", setting, choice)
}
func (t *talk) Start(anew bool) error { return t.do("start %v", anew) }
func (t *talk) Stop()                 { _ = t.do("stop") }

// world is the program without a terminal.
type world struct {
	*Model
	t    testing.TB
	talk *talk
	seq  int64
	left bool
	raw  []string
	// later are the messages that come after a while.
	later []tea.Msg
}

func newWorld(t testing.TB, cols, rows int) *world {
	w := &world{t: t, talk: &talk{}}
	w.Model = New(Options{
		Conversation: w.talk, Agent: "claude", Dir: "/src/project", Looks: config.Default().Theme, Report: func(agent.Report) {},
		Files: func(context.Context) []string { return []string{"main.go", "main_test.go", "docs/README.md"} },
	})
	w.tick = func(_ time.Duration, msg func(time.Time) tea.Msg) tea.Cmd {
		w.later = append(w.later, msg(time.Time{}))
		return nil
	}
	w.tell(tea.WindowSizeMsg{Width: cols, Height: rows})
	return w
}

// started returns a world whose agent waits for a prompt.
func started(t testing.TB, cols, rows int) *world {
	w := newWorld(t, cols, rows)
	w.events(
		chat.Event{Kind: chat.AgentStarted, Agent: "claude", Conversation: "c1"},
		chat.Event{Kind: chat.ModeChanged, Mode: "code", Modes: []chat.Mode{{ID: "code", Name: "Code"}, {ID: "plan", Name: "Plan only"}}},
		chat.Event{Kind: chat.CommandsChanged, Commands: []chat.Command{{Name: "review", Description: "Review it"}, {Name: "clear"}}},
	)
	return w
}

func (w *world) tell(msg tea.Msg) {
	_, cmd := w.Update(msg)
	w.do(cmd)
}

// do runs commands, except those that wait for events or time.
func (w *world) do(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, eventsRead:
	case tea.BatchMsg:
		for _, c := range msg {
			w.do(c)
		}
	case tea.QuitMsg:
		w.left = true
	case tea.RawMsg:
		w.raw = append(w.raw, fmt.Sprint(msg.Msg))
	case partsFound, filesFound, settingChosen, stopped:
		w.tell(msg)
	}
}

// wait delivers the delayed messages.
func (w *world) wait() {
	later := w.later
	w.later = nil
	for _, msg := range later {
		w.tell(msg)
	}
}

// events adds events to the conversation.
func (w *world) events(events ...chat.Event) {
	for i := range events {
		w.seq++
		events[i].Seq = w.seq
	}
	_, cmd := w.Update(eventsRead{events: events})
	w.do(cmd)
}

// press presses keys by name; other texts are typed.
func (w *world) press(names ...string) {
	keys := map[string]tea.KeyPressMsg{
		"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift},
		"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
		"alt+enter": {Code: tea.KeyEnter, Mod: tea.ModAlt}, "ctrl+end": {Code: tea.KeyEnd, Mod: tea.ModCtrl}, "ctrl+home": {Code: tea.KeyHome, Mod: tea.ModCtrl},
		"ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "ctrl+d": {Code: 'd', Mod: tea.ModCtrl}, "ctrl+n": {Code: 'n', Mod: tea.ModCtrl}, "ctrl+o": {Code: 'o', Mod: tea.ModCtrl}, "alt+m": {Code: 'm', Mod: tea.ModAlt}, "backspace": {Code: tea.KeyBackspace},
	}
	for _, name := range names {
		if k, ok := keys[name]; ok {
			w.tell(k)
			continue
		}
		for _, r := range name {
			w.tell(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

// rows returns the rows of the screen as text.
func (w *world) rows() []string {
	w.t.Helper()
	rows := w.screen()
	if len(rows) != w.size.rows {
		w.t.Errorf("the screen has %d rows of %d", len(rows), w.size.rows)
	}
	for i, row := range rows {
		rows[i] = strings.TrimRight(ansi.Strip(row), " ")
		if grid.StringWidth(rows[i]) > w.size.cols {
			w.t.Errorf("row %d is wider than %d: %q", i, w.size.cols, rows[i])
		}
	}
	return rows
}

func (w *world) text() string { return strings.Join(w.rows(), "\n") }

func (w *world) shows(texts ...string) {
	w.t.Helper()
	all := w.text()
	for _, s := range texts {
		if !strings.Contains(all, s) {
			w.t.Errorf("%q is not on the screen:\n%s", s, all)
		}
	}
}

func (w *world) did(want ...string) {
	w.t.Helper()
	if !slices.Equal(w.talk.did, want) {
		w.t.Errorf("did %q, want %q", w.talk.did, want)
	}
	w.talk.did = nil
}

func asked(request string) chat.Event {
	return chat.Event{Kind: chat.PermissionAsked, Request: request, Tool: &chat.Tool{ID: "t", Title: "delete it"}, Options: []chat.Option{
		{ID: "yes", Name: "Allow"}, {ID: "no", Name: "Reject"},
	}}
}

func TestPromptOfSeveralLines(t *testing.T) {
	w := started(t, 80, 24)
	w.press("one", "alt+enter", "two")
	w.shows("\n> one\n  two\n")
	w.press("enter")
	w.did("prompt one\ntwo")
	if got := w.prompt.Value(); got != "" {
		t.Errorf("the prompt still has %q", got)
	}
	w.talk.err = chat.ErrBusy
	w.press("three", "enter")
	w.shows("> three", "the agent is working: Esc cancels")
}

func TestPaste(t *testing.T) {
	w := started(t, 80, 24)
	w.press("see: ")
	w.tell(tea.PasteMsg{Content: "one\r\ntwo\n"})
	if got := w.prompt.Value(); got != "see: one\ntwo\n" {
		t.Errorf("got %q", got)
	}
	for _, long := range []string{strings.Repeat("line\n", maxPasteLines), strings.Repeat(strings.Repeat("x", 800)+"\n", maxPasteRows/10)} {
		w.tell(tea.PasteMsg{Content: long})
		if got := w.prompt.Value(); got != "see: one\ntwo\n" {
			t.Errorf("%d bytes of a text that is too long were taken", len(got))
		}
		w.shows("too long for the prompt")
	}
}

func TestHistory(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "first"}, chat.Event{Kind: chat.TurnEnded, Stop: chat.StopEndTurn}, chat.Event{Kind: chat.UserMessage, Text: "second\nline"}, chat.Event{Kind: chat.TurnEnded, Stop: chat.StopEndTurn})
	w.press("draft", "up")
	if got := w.prompt.Value(); got != "second\nline" {
		t.Errorf("got %q", got)
	}
	w.press("up", "up", "up")
	if got := w.prompt.Value(); got != "first" {
		t.Errorf("got %q", got)
	}
	w.press("down", "down")
	if got := w.prompt.Value(); got != "draft" {
		t.Errorf("got %q", got)
	}
}

func TestCompletion(t *testing.T) {
	w := started(t, 80, 24)
	w.press("look at @te")
	w.shows("@main_test.go")
	w.press("tab", "now")
	if got := w.prompt.Value(); got != "look at @main_test.go now" {
		t.Errorf("got %q", got)
	}
	w.press("ctrl+c", "/")
	w.shows("/review  Review it", "/clear")
	w.press("down", "enter")
	if got := w.prompt.Value(); got != "/clear " {
		t.Errorf("got %q", got)
	}
	w.press("enter")
	w.did("prompt /clear ")
	w.press("@mai", "esc")
	if w.list != nil {
		t.Error("the list is still open")
	}
}

func TestAnswerIsStreamed(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "hello"})
	for _, piece := range []string{"# Ti", "tle\n\nSome **bo", "ld** text, `co", "de`\n\n```go\nfunc main() {}\n```\n\n1. one\n2. two\n   - inner\n\n| a | b |\n|---|---|\n| wide | x |\n"} {
		w.events(chat.Event{Kind: chat.Answer, Text: piece})
	}
	w.shows("▌ hello", "Title", "Some bold text, code", "  func main() {}", "1. one", "2. two\n   • inner", "a     b", "wide  x")
	if strings.Contains(w.text(), "**") {
		t.Error(w.text())
	}
}

func TestThoughtsAndToolsAreFolded(t *testing.T) {
	w := started(t, 80, 40)
	var old, now []string
	for i := range 30 {
		old, now = append(old, fmt.Sprint("line ", i)), append(now, fmt.Sprint("LINE ", i))
	}
	w.events(
		chat.Event{Kind: chat.Thought, Text: "first thought\nsecond thought"},
		chat.Event{Kind: chat.ToolChanged, Tool: &chat.Tool{ID: "t", Title: "Edit it", Kind: "edit", Status: "completed", Content: []chat.Content{
			{Diff: &chat.Diff{Path: "/src/project/a.go", Old: strings.Join(old, "\n"), New: strings.Join(now, "\n")}},
		}}},
	)
	w.shows("▸ thought: first thought", "✓ Edit it edit", "  a.go", "  -line 0", "more rows")
	if all := w.text(); strings.Contains(all, "second thought") || strings.Contains(all, "LINE 29") {
		t.Error(all)
	}
	w.tell(tea.MouseClickMsg{X: 2, Y: 1, Button: tea.MouseLeft})
	w.shows("  second thought", "more rows")
	w.press("ctrl+o")
	w.shows("  +LINE 29")
}

func TestPermissionByKeys(t *testing.T) {
	for name, c := range map[string]struct {
		keys []string
		want []string
	}{
		"number":          {[]string{"2"}, []string{"answer p1 no"}},
		"enter":           {[]string{"enter"}, []string{"answer p1 yes"}},
		"down and enter":  {[]string{"down", "enter"}, []string{"answer p1 no"}},
		"no such number":  {[]string{"3"}, nil},
		"typing":          {[]string{"x1"}, nil},
		"typing and back": {[]string{"x", "tab", "1"}, []string{"answer p1 yes"}},
		"cancel":          {[]string{"esc"}, []string{"cancel"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := started(t, 80, 24)
			w.events(chat.Event{Kind: chat.UserMessage, Text: "do it"}, asked("p1"))
			w.shows("claude asks: delete it", "  1. Allow", "  2. Reject")
			w.wait()
			w.press(c.keys...)
			w.did(c.want...)
		})
	}
}

// While the prompt has text, typing does not answer a permission.
func TestPermissionDoesNotTakeTyping(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "do it"})
	w.press("version ")
	w.events(asked("p1"))
	w.wait()
	w.press("12")
	w.did()
	w.press("tab", "1")
	w.did("answer p1 yes")
	w.events(chat.Event{Kind: chat.PermissionAnswered, Request: "p1", Option: "yes"})
	w.shows("delete it: Allow", "> version 12")
}

// A key that is typed just as a permission comes up was meant for the prompt. F224.
func TestPermissionIsShownBeforeAKeyAnswers(t *testing.T) {
	for name, c := range map[string]struct {
		first, later []string // keys before the permission was seen, and after that
		want         []string
		prompt       string
	}{
		"nothing":              {nil, []string{"1"}, []string{"answer p1 yes"}, ""},
		"enter":                {[]string{"enter"}, nil, nil, ""},
		"enter twice":          {[]string{"enter"}, []string{"enter"}, []string{"answer p1 yes"}, ""},
		"a number":             {[]string{"1"}, nil, nil, "1"},
		"numbers":              {[]string{"1"}, []string{"2"}, nil, "12"},
		"typed and taken away": {[]string{"1", "backspace"}, []string{"1"}, nil, "1"},
		"tab":                  {[]string{"tab", "1"}, nil, []string{"answer p1 yes"}, ""},
		"tab and back":         {[]string{"tab", "tab"}, []string{"1"}, nil, "1"},
		"typed and tab":        {[]string{"x"}, []string{"tab", "1"}, []string{"answer p1 yes"}, "x"},
		"scrolled":             {[]string{"pgup"}, []string{"1"}, []string{"answer p1 yes"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := started(t, 80, 24)
			w.events(chat.Event{Kind: chat.UserMessage, Text: "do it"}, asked("p1"))
			w.press(c.first...)
			w.wait()
			w.press(c.later...)
			w.did(c.want...)
			if got := w.prompt.Value(); got != c.prompt {
				t.Errorf("the prompt has %q, want %q", got, c.prompt)
			}
		})
	}
}

// The next permission must be on the screen for a moment, too. One that is stays answerable when
// another one comes or goes.
func TestEachPermissionIsShownBeforeAKeyAnswers(t *testing.T) {
	const soon, now = "Tab goes to the answers", "a number or Enter answers"
	answered := func(request string) chat.Event {
		return chat.Event{Kind: chat.PermissionAnswered, Request: request, Option: "yes"}
	}
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "do it"}, asked("p1"))
	w.shows(soon)
	w.wait()
	w.shows(now)
	w.events(asked("p2"), asked("p3"), answered("p2"))
	w.press("enter")
	w.did("answer p1 yes")
	w.events(answered("p1"))
	w.shows(soon)
	w.events(answered("p3"), asked("p4"))
	w.later = w.later[:1] // the moment of p3
	w.wait()
	w.shows(soon)
	w.press("enter")
	w.did()
}

func TestPermissionByMouse(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "do it"}, asked("p1"), asked("p2"))
	w.shows("(1 of 2)")
	y := slices.IndexFunc(w.rows(), func(row string) bool { return strings.Contains(row, "2. Reject") })
	w.tell(tea.MouseClickMsg{X: 6, Y: y - 2, Button: tea.MouseLeft})
	w.did()
	w.tell(tea.MouseClickMsg{X: 6, Y: y, Button: tea.MouseLeft})
	w.did("answer p1 no")
}

func TestAgentThatEnded(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.AgentEnded, Reason: "it was ended by a signal: killed"})
	w.shows("the agent has ended: it was ended by a signal: killed", "Enter starts the agent again")
	w.press("go on", "enter")
	w.did("start false")
	w.events(chat.Event{Kind: chat.AgentStarted, Agent: "claude", Conversation: "c1", Loaded: true})
	w.did("prompt go on")
	w.events(chat.Event{Kind: chat.AgentEnded, Reason: "x"})
	w.press("ctrl+n")
	w.did("start true")
}

func TestCancelTwiceEndsTheAgent(t *testing.T) {
	w := started(t, 80, 24)
	w.press("esc")
	w.did()
	w.events(chat.Event{Kind: chat.UserMessage, Text: "x"})
	w.press("esc")
	w.did("cancel")
	w.shows("Esc again ends the agent")
	w.press("esc")
	w.did("stop")
	w.events(chat.Event{Kind: chat.TurnEnded, Stop: chat.StopCancelled})
	if all := w.text(); strings.Contains(all, "Esc once more") || !strings.Contains(all, "· cancelled") {
		t.Error(all)
	}
}

func TestModes(t *testing.T) {
	w := started(t, 80, 24)
	w.shows("claude · Code")
	w.press("shift+tab")
	w.did("choose session/set_mode plan")
	w.events(chat.Event{Kind: chat.ModeChanged, Mode: "plan"})
	w.shows("claude · Plan only")
	w.press("shift+tab")
	w.did("choose session/set_mode code")
}

// settings are the settings of an agent: a model, an option, and a switch.
var settings = chat.Event{Kind: chat.SettingsChanged, Settings: []chat.Setting{
	{ID: "m", Name: "Model", Category: "model", Value: "big", Choices: []chat.Choice{{ID: "big", Name: "Big", Description: "thinks long"}, {ID: "small", Name: "Small 1"}}},
	{ID: "t", Name: "Thought level", Value: "low", Choices: []chat.Choice{{ID: "low", Name: "Low"}, {ID: "high", Name: "High"}}},
	{ID: "w", Name: "Web", Value: "false", Switch: true, Choices: []chat.Choice{{ID: "true", Name: "on"}, {ID: "false", Name: "off"}}},
}}

func TestSettings(t *testing.T) {
	for _, row := range []struct {
		name string
		do   func(w *world)
		want string
	}{
		{"by key", func(w *world) { w.press("alt+m", "enter", "down", "enter") }, "choose m small"},
		{"with typed text", func(w *world) { w.press("alt+m", "t", "h", "enter", "h", "i", "enter") }, "choose t high"},
		{"one that is on or off", func(w *world) { w.press("alt+m", "up", "enter") }, "choose w true"},
		{"from the slash commands", func(w *world) { w.press("/", "m", "o", "enter", "down", "enter") }, "choose m small"},
		{"by a slash command", func(w *world) { w.press("/model", "enter", "down", "enter") }, "choose m small"},
		{"by a slash command with its choice", func(w *world) { w.press("/model small 1", "enter") }, "choose m small"},
		{"by the mouse", func(w *world) {
			w.press("alt+m")
			w.tell(tea.MouseClickMsg{X: 3, Y: 19, Button: tea.MouseLeft})
			w.tell(tea.MouseClickMsg{X: 3, Y: 20, Button: tea.MouseLeft})
		}, "choose t high"},
	} {
		t.Run(row.name, func(t *testing.T) {
			w := started(t, 80, 24)
			w.events(settings)
			w.shows("claude · Code · Big · Low ", "Alt-M model")
			row.do(w)
			w.did(row.want)
			if w.menu != nil || w.prompt.Value() != "" {
				t.Errorf("a menu is open, or %q is written", w.prompt.Value())
			}
		})
	}
	w := started(t, 80, 24)
	w.press("alt+m")
	w.shows("claude has no models or options to choose from")
	w.events(settings)
	w.press("alt+m", "enter")
	w.shows(" • Big      thinks long", "   Small 1", "Model:")
	w.press("x", "q")
	w.press("enter", "backspace", "backspace", "esc", "d")
	w.did()
	if w.prompt.Value() != "d" {
		t.Errorf("%q is written", w.prompt.Value())
	}
	w.press("ctrl+c", "/model huge", "enter")
	w.shows(`Model has no choice "huge": /model lists the choices`, "> /model huge")
	w.talk.err = errors.New("Model stays as it was: not in your plan")
	w.press("ctrl+c", "/model small", "ctrl+c", "/model small 1", "enter")
	w.shows("Model stays as it was: not in your plan")
	w.did("choose m small")
	w.events(chat.Event{Kind: chat.CommandsChanged, Commands: []chat.Command{{Name: "model"}}})
	w.talk.err = nil
	w.press("/model", "enter")
	w.did("prompt /model")
}

func TestLeaving(t *testing.T) {
	w := started(t, 80, 24)
	w.press("x", "ctrl+d")
	if w.left {
		t.Error("left with something written")
	}
	w.press("ctrl+c", "ctrl+c")
	if w.left || w.prompt.Value() != "" {
		t.Error("left at once")
	}
	w.press("ctrl+c")
	if !w.left {
		t.Error("not left")
	}
}

// The host is told the state of the agent by OSC 7501.
func TestStateIsReported(t *testing.T) {
	w := started(t, 80, 24)
	w.events(chat.Event{Kind: chat.UserMessage, Text: "x"})
	w.events(asked("p1"))
	w.events(chat.Event{Kind: chat.PermissionAnswered, Request: "p1"})
	w.events(chat.Event{Kind: chat.TurnEnded, Stop: chat.StopEndTurn})
	w.events(chat.Event{Kind: chat.UserMessage, Text: "x"})
	w.events(chat.Event{Kind: chat.TurnEnded, Stop: chat.StopCancelled})
	w.events(chat.Event{Kind: chat.AgentEnded, Reason: "killed"})
	var got []string
	for _, s := range w.raw {
		r, ok := agent.ParseStatus(strings.TrimSuffix(strings.TrimPrefix(s, "\x1b]7501;"), "\x1b\\"))
		if !ok {
			t.Fatalf("%q is not a report", s)
		}
		got = append(got, strings.Trim(fmt.Sprint(r.State, " ", r.Kind, " ", r.Message), " "))
	}
	want := []string{"idle", "working", "blocked permission delete it", "working", "done", "working", "idle", "error  killed"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHostileTextIsStripped(t *testing.T) {
	const bad = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e\r\u009b5n&#27;[2J"
	w := started(t, 100, 60)
	w.details = true
	w.events(
		chat.Event{Kind: chat.UserMessage, Text: "user " + bad},
		chat.Event{Kind: chat.Answer, Text: "answer " + bad + "\n\n```" + bad + "\ncode " + bad + "\n```\n[label " + bad + "](http://x" + bad + ") <http://y/" + bad + "> <b" + bad + ">"},
		chat.Event{Kind: chat.Thought, Text: "thought " + bad},
		chat.Event{Kind: chat.PlanChanged, Plan: []chat.PlanEntry{{Text: "step " + bad}}},
		chat.Event{Kind: chat.ToolChanged, Tool: &chat.Tool{ID: "1", Title: "tool " + bad, Kind: bad, Places: []chat.Place{{Path: bad}}, Content: []chat.Content{
			{Text: "output " + bad}, {Diff: &chat.Diff{Path: bad, Old: "old " + bad, New: "new " + bad}}, {Terminal: "t1"},
		}}},
		chat.Event{Kind: chat.TerminalChanged, Terminal: &chat.Terminal{ID: "t1", Command: bad, Output: bad, Ended: true, Signal: bad}},
		chat.Event{Kind: chat.ModeChanged, Mode: "m", Modes: []chat.Mode{{ID: "m", Name: bad}}},
		chat.Event{Kind: chat.CommandsChanged, Commands: []chat.Command{{Name: bad, Description: bad}}},
		chat.Event{Kind: chat.PermissionAsked, Request: "p1", Tool: &chat.Tool{ID: "1", Title: bad}, Options: []chat.Option{{ID: bad, Name: bad}}},
	)
	w.press("x", "ctrl+c", "/")
	for _, row := range append(w.screen(), w.View().WindowTitle) {
		for _, r := range ansi.Strip(row) {
			if r < 0x20 || r >= 0x7f && r < 0xa0 || r == '\u202e' {
				t.Errorf("%U is in %q", r, row)
			}
		}
		rest := row
		for rest != "" { // no sequences but those of colours
			_, after, found := strings.Cut(rest, "\x1b")
			if !found {
				break
			}
			end := strings.IndexFunc(after, func(r rune) bool { return r >= 0x40 && r != '[' })
			if !strings.HasPrefix(after, "[") || end < 0 || after[end] != 'm' {
				t.Errorf("a sequence in %q", row)
				break
			}
			rest = after[end:]
		}
	}
}

// The screen is right at every size: not empty, and not wider or higher than it may be.
func TestSizes(t *testing.T) {
	w := started(t, 80, 24)
	w.events(
		chat.Event{Kind: chat.UserMessage, Text: "日本語のテキスト 👩‍👩‍👧 and more of it than fits into a row of a small screen"},
		chat.Event{Kind: chat.Answer, Text: "# 見出し\n\n日本語の長い文章がここにあります。`code` and\n\n> quoted 日本 text\n\n| 列 | b |\n|-|-|\n| 日本語 | wide |\n\n```go\nfunc 日本() { /* long line that does not fit */ }\n```\n"},
		chat.Event{Kind: chat.ToolChanged, Tool: &chat.Tool{ID: "1", Title: "日本", Content: []chat.Content{{Diff: &chat.Diff{Path: "x", Old: "あ", New: "い"}}}}},
	)
	for _, ask := range []bool{false, true} {
		if ask {
			w.events(asked("p1"))
		}
		for _, size := range [][2]int{{200, 50}, {120, 40}, {80, 24}, {40, 10}, {20, 6}, {6, 4}, {3, 3}, {1, 1}, {2, 2}, {80, 1}, {1, 40}, {81, 24}} {
			w.tell(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			w.rows()
			w.press("pgup")
			w.rows()
			w.press("ctrl+end")
			w.events(chat.Event{Kind: chat.Thought, Text: "streams "}) // while it is resized
		}
	}
}

func TestScrolling(t *testing.T) {
	w := started(t, 60, 20)
	for i := range 200 {
		w.events(chat.Event{Kind: chat.UserMessage, Text: fmt.Sprint("question ", i)}, chat.Event{Kind: chat.Answer, Text: fmt.Sprint("answer ", i)}, chat.Event{Kind: chat.TurnEnded, Stop: chat.StopEndTurn})
	}
	w.shows("answer 199")
	w.press("pgup")
	before := w.rows()[1:10]
	if strings.Contains(w.text(), "answer 199") {
		t.Error("it did not go up")
	}
	w.events(chat.Event{Kind: chat.UserMessage, Text: "more"}) // new items do not scroll it
	if after := w.rows()[1:10]; !slices.Equal(before, after) {
		t.Errorf("it moved from %q to %q", before, after)
	}
	w.press("ctrl+home")
	w.shows("question 0", "answer 0")
	for range 100 {
		w.press("pgdown")
	}
	w.shows("more")
	if !w.follow {
		t.Error("it does not follow")
	}
	w.events(chat.Event{Kind: chat.Answer, Text: "the newest"})
	w.shows("the newest")
}

func TestASCII(t *testing.T) {
	w := started(t, 80, 24)
	w.theme.ASCII = true
	w.events(chat.Event{Kind: chat.UserMessage, Text: "x"}, chat.Event{Kind: chat.PlanChanged, Plan: []chat.PlanEntry{{Text: "a"}, {Text: "b", Status: "completed"}}}, chat.Event{Kind: chat.Answer, Text: "- x\n\n> y\n\n---\n"}, asked("p1"))
	for _, r := range w.text() {
		if r > 0x7e && r != '⠋' {
			t.Errorf("%q is on the screen", r)
		}
	}
}

func TestAgentThatNeverStartsCanBeEnded(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.shows("starting", "Esc ends it")
	w.press("esc")
	w.did("stop")
	w.events(chat.Event{Kind: chat.AgentEnded, Reason: "it was ended"})
	w.shows("Enter starts the agent again")
}

// Events from before this program started are shown, but do not say that the agent runs.
func TestBefore(t *testing.T) {
	w := newWorld(t, 80, 24)
	w.o.Before = 3
	w.events(
		chat.Event{Kind: chat.AgentStarted, Agent: "claude", Conversation: "c1"},
		chat.Event{Kind: chat.UserMessage, Text: "before"},
		chat.Event{Kind: chat.AgentEnded, Reason: "dormer was ended"},
	)
	w.shows("▌ before", "starting")
	w.press("soon", "enter")
	w.did()
	w.events(chat.Event{Kind: chat.AgentStarted, Agent: "claude", Conversation: "c1", Loaded: true})
	w.did("prompt soon")
	w.shows("claude continues the conversation")
}

func TestLongAnswersAreSeveralItems(t *testing.T) {
	w := started(t, 80, 24)
	var want strings.Builder
	w.events(chat.Event{Kind: chat.UserMessage, Text: "x"})
	for i := range 3000 {
		piece := fmt.Sprintf("paragraph %d of it\n\n", i)
		if i == 1000 {
			piece = "```\ncode\n\n"
		}
		if i == 1100 {
			piece = "```\n\n"
		}
		want.WriteString(piece)
		w.events(chat.Event{Kind: chat.Answer, Text: piece})
	}
	var got strings.Builder
	for _, it := range w.Model.talk.items {
		if it.kind == answerItem {
			got.WriteString(it.text)
			if strings.Count(it.text, "```")%2 != 0 {
				t.Error("a block of code is cut")
			}
			if len(it.text) > 2*maxItem {
				t.Errorf("an item has %d bytes", len(it.text))
			}
		}
	}
	if got.String() != want.String() {
		t.Error("the text is another one")
	}
}

// BenchmarkKey measures a key and the next screen in a conversation of 10 000 messages.
func BenchmarkKey(b *testing.B) {
	w := started(b, 200, 50)
	for i := range 5000 {
		w.events(
			chat.Event{Kind: chat.UserMessage, Text: fmt.Sprint("question ", i)},
			chat.Event{Kind: chat.Answer, Text: fmt.Sprintf("# Answer %d\n\n%s\n\n```go\nfunc main() {}\n```\n", i, strings.Repeat("Some *text* with `code`. ", 20))},
			chat.Event{Kind: chat.TurnEnded, Stop: chat.StopEndTurn},
		)
	}
	for name, keys := range map[string][]string{"type": {"x"}, "page": {"pgup"}, "end": {"ctrl+home", "ctrl+end"}} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w.press(keys...)
				_ = w.View()
				w.prompt.Reset()
			}
		})
	}
}

// Each line that a diff adds or removes is shown, even one that looks like the header of a diff.
func TestNoLineOfADiffIsHidden(t *testing.T) {
	w := started(t, 80, 30)
	w.events(chat.Event{Kind: chat.ToolChanged, Tool: &chat.Tool{ID: "t1", Title: "Edit", Content: []chat.Content{
		{Diff: &chat.Diff{Path: "/src/project/a.c", Old: "a\n-- old = 1;\n", New: "a\n++ newest; launch();\n"}},
	}}})
	for _, want := range []string{"+++ newest; launch();", "--- old = 1;"} {
		if !strings.Contains(w.text(), want) {
			t.Errorf("%q is not on the screen:\n%s", want, w.text())
		}
	}
}

// A text that takes too long to parse as Markdown is shown as it is. Without the limits some of these
// took minutes and gigabytes, each time they were drawn.
func TestMarkdownParsingIsBounded(t *testing.T) {
	for name, source := range map[string]string{
		"quotes":           strings.Repeat(">", 4000),
		"lists":            strings.Repeat("1. ", 1000),
		"quotes and lists": strings.Repeat("> * ", 40) + "deep",
		"a wide table":     "|" + strings.Repeat("a|", 1000) + "\n|" + strings.Repeat("-|", 1000) + "\n" + strings.Repeat("a\n", 1000),
		"emphasis":         strings.Repeat("**a ", 8000) + strings.Repeat("a** ", 8000),
		"less emphasis":    strings.Repeat("**a ", 1200) + strings.Repeat("a** ", 1200),
		"links":            strings.Repeat("[a](", 16000),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w := started(t, 80, 30)
		w.events(chat.Event{Kind: chat.Answer, Text: source})
		runtime.ReadMemStats(&after)
		if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 500 {
			t.Errorf("%s: %d MB were used to draw %d bytes", name, used, len(source))
		}
		if strings.TrimSpace(w.text()) == "" {
			t.Errorf("%s: nothing is shown", name)
		}
	}
	for name, source := range map[string]string{
		"prose": "# Title\n\n" + strings.Repeat("Some *words* and `code` with a [link](http://x).\n", 150),
		"code":  "```c\n" + strings.Repeat("\tfor (int i = 0; i < n; i++) a[i] = *p++ || b;\n", 150) + "```\n",
		"table": "| a | b | c |\n|---|---|---|\n" + strings.Repeat("| 1 | 2 | 3 |\n", 300),
		"rule":  strings.Repeat("-", 120) + "\n",
	} {
		if tooComplex(source) {
			t.Errorf("%s is not read as Markdown", name)
		}
	}
}

// Any text of an agent can be drawn and is harmless to the terminal.
func FuzzEvents(f *testing.F) {
	for _, seed := range []string{
		`{"kind":"answer","text":"# a\n\n- b\n  > c\n\n| d | e |\n|---|---|\n| 1 |\n"}`,
		`{"kind":"user","text":"a\u001b[2J\u0007"}` + "\n" + `{"kind":"thought","text":"b"}`,
		`{"kind":"tool","tool":{"id":"1","title":"x","content":[{"diff":{"path":"a.go","old":"x","new":"y"}},{"terminal":"t1"},{"text":"z"}]}}`,
		`{"kind":"terminal","terminal":{"id":"t1","command":"c","output":"o","ended":true,"code":2}}`,
		`{"kind":"permission","request":"p1","tool":{"id":"1"},"options":[{"id":"y","name":"Yes"}]}` + "\n" + `{"kind":"answered","request":"p1","option":"y"}`,
		`{"kind":"plan","plan":[{"text":"a","status":"completed"}]}`, `{"kind":"mode","mode":"m","modes":[{"id":"m","name":"M"}]}`,
		`{"kind":"commands","commands":[{"name":"a"}]}`, `{"kind":"turn","stop":"failed","reason":"r"}`, `{"kind":"started","agent":"\u202ex"}`, `{"kind":"ended","reason":"gone"}`,
	} {
		f.Add([]byte(seed), uint8(40), uint8(10))
	}
	f.Fuzz(func(t *testing.T, data []byte, cols, rows uint8) {
		w := newWorld(t, int(cols), int(rows))
		for line := range bytes.Lines(data) {
			var e chat.Event
			if json.Unmarshal(line, &e) != nil || e.Kind == "" {
				continue
			}
			switch e.Kind { // the kinds of events that package chat passes on
			case chat.ToolChanged:
				e.Tool = cmp.Or(e.Tool, &chat.Tool{})
			case chat.PermissionAsked:
				e.Tool, e.Options = cmp.Or(e.Tool, &chat.Tool{}), append(e.Options, chat.Option{ID: "y"})
			case chat.TerminalChanged:
				e.Terminal = cmp.Or(e.Terminal, &chat.Terminal{})
			default:
			}
			w.events(e)
		}
		w.press("pgup", "1", "esc")
		for _, row := range w.screen() {
			if text := ansi.Strip(row); strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u202e' }) {
				t.Errorf("%q is drawn of %q", text, data)
			}
		}
	})
}
