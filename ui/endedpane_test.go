package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/input"
	"dormer/ui/live"
	"dormer/ui/loop"
)

// endedBeside returns a world with two panes, of which the active one has just ended.
func endedBeside(t *testing.T) (*world, *owner) {
	t.Helper()
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	o := w.owner()
	w.tell(o, wire.Started{PID: 7})
	w.tell(o, wire.Exited{Exit: session.Exit{Code: 3, Started: w.now, Ended: w.now.Add(time.Minute)}})
	return w, o
}

// restarts returns how often a session's owner was asked to start it again.
func (w *world) restarts(o *owner) (n int) {
	w.t.Helper()
	w.m.live.Get(o.spec.ID).Client.Hold([]wire.Position{{Line: 42}}) // is answered after any restarts
	for {
		select {
		case m := <-o.got:
			switch m := m.(type) {
			case wire.Restart:
				n++
			case wire.Hold:
				if len(m.Positions) == 1 && m.Positions[0].Line == 42 {
					return n
				}
			}
		case <-time.After(30 * time.Second):
			w.t.Fatal("the owner gets no message")
		}
	}
}

// offered reports whether the active pane's last line offers keys.
func (w *world) offered() bool {
	w.t.Helper()
	for _, p := range w.m.scene().Panes {
		if p.Active {
			if len(p.Footer) == 0 || !strings.Contains(p.Footer[0], "exited with code 3") {
				w.t.Fatalf("the pane shows %q", p.Footer)
			}
			return strings.Contains(p.Footer[0], "; Enter starts it again, x closes the pane")
		}
	}
	w.t.Fatal("no pane is active")
	return false
}

const ignoredSentence = "it has ended: Enter alone starts it again"

// In a pane that has ended, only Enter alone restarts it and only x alone closes it. Steps are
// keys, or times that pass.
func TestTypingIntoAnEndedPane(t *testing.T) {
	const quiet, long = "1s", "400ms"
	for name, tt := range map[string]struct {
		steps   []string
		starts  int
		closes  bool
		says    bool
		offered bool // whether keys are offered at the end
	}{
		"nothing":                          {steps: nil},
		"a second passes":                  {steps: []string{quiet}, offered: true},
		"Enter at once":                    {steps: []string{"enter"}, says: true},
		"Enter a little later":             {steps: []string{"900ms", "enter"}, says: true},
		"Enter":                            {steps: []string{quiet, "enter"}, starts: 1},
		"Enter held down":                  {steps: []string{quiet, "enter", "30ms", "enter", "30ms", "enter"}, starts: 1, says: true},
		"Enter held down since it ran":     {steps: []string{"500ms", "enter", "700ms", "enter", "700ms", "enter"}, says: true},
		"a line":                           {steps: []string{quiet, "l", "s", "enter"}, says: true},
		"a line typed slowly":              {steps: []string{quiet, "l", "900ms", "s", "900ms", "enter"}, says: true},
		"a line that begins while it runs": {steps: []string{"500ms", "s", "600ms", "enter"}, says: true},
		"a line with x in front":           {steps: []string{quiet, "x", "100ms", "e", "enter", long}, says: true},
		"a line with x in it":              {steps: []string{quiet, "e", "x", long, "i", "t", "enter"}, says: true},
		"x and Enter":                      {steps: []string{quiet, "x", "enter", quiet}, says: true, offered: true},
		"two x":                            {steps: []string{quiet, "x", "x", long}, says: true},
		"x at once":                        {steps: []string{"x", long}, says: true},
		"x alone":                          {steps: []string{quiet, "x", long}, closes: true},
		"x not alone for long enough":      {steps: []string{quiet, "x", "399ms"}, offered: true},
		"a line, a pause and Enter":        {steps: []string{quiet, "l", "s", quiet, "enter"}, starts: 1, says: true},
		"a line, a pause and x":            {steps: []string{quiet, "l", "s", quiet, "x", long}, closes: true, says: true},
		"Shift and its like are no keys":   {steps: []string{quiet, "x", "leftshift", long}, closes: true},
		"a command works at once":          {steps: []string{"do session.start"}, starts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			w, o := endedBeside(t)
			id := o.spec.ID
			for _, step := range tt.steps {
				if d, err := time.ParseDuration(step); err == nil {
					w.pass(d)
				} else if words, is := strings.CutPrefix(step, "do "); is {
					if _, err := w.doFrom(uuid.Nil, strings.Fields(words)...); err != nil {
						t.Fatal(err)
					}
				} else {
					w.press(step)
				}
			}
			if _, _, open := w.m.state.TabOf(id); open == tt.closes {
				t.Fatalf("the pane is open: %v", open)
			}
			if got := w.restarts(o); got != tt.starts {
				t.Errorf("it was started %d times, want %d", got, tt.starts)
			}
			if got := w.m.notices.Shown.Text == ignoredSentence; got != tt.says && !tt.closes {
				t.Errorf("the notice is %q", w.m.notices.Shown.Text)
			}
			if !tt.closes && w.offered() != tt.offered {
				t.Errorf("keys are offered: %v", !tt.offered)
			}
		})
	}
}

// Text and pastes that arrive in one read behave like keys.
func TestTextAndPastesIntoAnEndedPane(t *testing.T) {
	w, o := endedBeside(t)
	w.pass(live.IgnoreTime)
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "xargs"}}})
	w.press("enter")
	w.pass(live.IgnoreTime)
	w.press("x")
	w.take(loop.Input{Events: []input.Event{input.Paste{Data: []byte("ls\r"), First: true}}})
	w.press("enter")
	w.pass(live.AloneTime)
	if got := w.restarts(o); got != 0 {
		t.Errorf("it was started %d times", got)
	}
	if _, _, open := w.m.state.TabOf(o.spec.ID); !open {
		t.Error("the pane is closed")
	}
}

// A pane without a process ignores keys for a moment when it is shown: at dormer's start, when its
// tab is selected, when it is reopened, and when the pane with the focus ends.
func TestNewlyShownEndedPaneIgnoresKeysAtFirst(t *testing.T) {
	for name, come := range map[string]func(w *world){
		"tab": func(w *world) { w.press("ctrl+b", "c"); w.pass(live.IgnoreTime); w.press("ctrl+b", "p") },
		"undo": func(w *world) {
			w.press("ctrl+b", "x")
			w.pass(live.IgnoreTime)
			w.press("ctrl+b", "T")
		},
		"the pane before ends": func(w *world) {
			w.press("ctrl+b", "%")
			p := w.owner()
			w.pass(live.IgnoreTime)
			w.tell(p, wire.Started{PID: 8})
			w.tell(p, wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Minute)}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w, o := endedBeside(t)
			w.pass(live.IgnoreTime)
			come(w)
			if w.m.activePane() != o.spec.ID {
				t.Fatal("another pane has the focus")
			}
			if w.offered() {
				t.Error("it offers keys at once")
			}
			w.press("enter")
			if got := w.restarts(o); got != 0 {
				t.Errorf("it was started %d times", got)
			}
			w.pass(live.IgnoreTime)
			if !w.offered() {
				t.Error("it does not offer keys later")
			}
		})
	}
}

// An extra Enter while dormer starts does not run an ended or suspended command.
func TestEnterAtLaunchRunsNothing(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.Local)
	for _, past := range []session.Past{
		{Lifecycle: session.Failed, Exit: &session.Exit{Code: 3, Started: at, Ended: at.Add(time.Minute)}},
		{Lifecycle: session.LifecycleRunning},
	} {
		w := newWorld(t, standard)
		if _, err := w.doFrom(uuid.Nil, "tab.new", "--", "deploy"); err != nil {
			t.Fatal(err)
		}
		id := w.m.activePane()
		again := w.relaunched(config.RestoreAsk, map[session.ID]session.Past{id: past})
		picture := again.owners[id]
		again.press("enter")
		again.pass(live.IgnoreTime)
		again.press("l", "s", "enter", "x")
		again.pass(live.AloneTime)
		if l := again.m.live.Get(id); again.owners[id] != picture || l == nil || l.Kept == nil {
			t.Errorf("%v: it was started, or its pane closed", past.Lifecycle)
		}
	}
}

// Only Enter alone retries to reach an unreachable session.
func TestTypingIntoAnUnreachablePane(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	w.m.live.Fail(id, "no permission")
	l := w.m.live.Get(id)
	w.m.changed()
	w.press("ctrl+b", "esc") // draws the screen again
	if p := w.m.scene().Panes[0]; p.Footer[0] != "out of reach: no permission" {
		t.Errorf("the pane shows %q", p.Footer[0])
	}
	w.pass(live.IgnoreTime)
	w.press("l", "s", "enter")
	if w.m.live.Get(id) != l || w.m.notices.Shown.Text != "it is out of reach: Enter alone tries again" {
		t.Errorf("it was retried; the notice is %q", w.m.notices.Shown.Text)
	}
	w.pass(live.IgnoreTime)
	if p := w.m.scene().Panes[0]; p.Footer[0] != "out of reach: no permission; Enter tries again, x closes" {
		t.Errorf("the pane shows %q", p.Footer[0])
	}
	w.press("enter")
	if w.m.live.Get(id) == l {
		t.Error("Enter alone did not retry")
	}
}

// An unreachable session whose screen is still shown takes Enter too, and nothing is sent over the
// dead connection.
func TestTypingIntoAPaneThatBecameUnreachable(t *testing.T) {
	w := newWorld(t, standard)
	id := w.m.activePane()
	l := w.m.live.Get(id)
	l.Health = health.View{Health: health.Status{Phase: health.Failed}, Reason: "its host does not answer"}
	w.m.changed()
	w.press("ctrl+b", "esc")
	w.pass(live.IgnoreTime)
	w.press("l", "s", "enter")
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "ls"}}})
	if w.m.live.Get(id) != l || l.Keyed || w.m.notices.Shown.Text != "it is out of reach: Enter alone tries again" {
		t.Errorf("it was retried, or typed into (%v); the notice is %q", l.Keyed, w.m.notices.Shown.Text)
	}
	w.pass(live.IgnoreTime)
	if p := w.m.scene().Panes[0]; p.Footer[0] != "its host does not answer; Enter tries again, x closes the pane" {
		t.Errorf("the pane shows %q", p.Footer[0])
	}
	w.press("enter")
	if w.m.live.Get(id) == l {
		t.Error("Enter alone did not retry")
	}
}

// Input for a pane that is starting is kept until it has started, and reaches the other panes of
// the same input group.
func TestTypingWhileTheActivePaneStarts(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "%")
	other := w.owners[w.panes()[0]]
	w.press("ctrl+b", "alt+s")
	if !slices.Contains(w.m.activeTab().SyncedWith(w.m.activePane()), other.spec.ID) {
		t.Fatal("the input does not go to both panes")
	}
	w.m.dispatch(command.ShowAgain{Session: w.m.activePane()}) // its commands are not run
	said := w.m.notices.Shown.Text
	w.press("a")
	w.do(w.m.pasteText(command.PasteText{Text: "bc"}))
	if got := expect[wire.Input](t, other); string(got.Data) != "a" {
		t.Errorf("the other got %q", got.Data)
	}
	if got := expect[wire.Paste](t, other); string(got.Data) != "bc" {
		t.Errorf("the other got %q by a paste", got.Data)
	}
	if w.m.notices.Shown.Text != said {
		t.Errorf("the notice about the paste is %q", w.m.notices.Shown.Text)
	}
	if l := w.m.live.Get(w.m.activePane()); len(l.TypedAhead) != 2 {
		t.Errorf("the kept input is %v", l.TypedAhead)
	}
}
