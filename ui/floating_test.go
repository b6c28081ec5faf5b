package ui

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/input"
	"dormer/ui/loop"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/workspace"
)

// wholeFrame paints a scene as the painter does.
func wholeFrame(m *Model) *screen.Buffer {
	m.layOut()
	var e fakeTerminal
	_ = paint.New(&e).Paint(m.scene())
	return e.buf
}

func TestFloatFrame(t *testing.T) {
	m := newTestModel(session.Size{Rows: 12, Cols: 40})
	m.state = workspace.New("work")
	tab := workspace.Tab{ID: uuid.UUID{1}, Root: splitOf(workspace.Row, leaf(1), leaf(2)), Active: sid(4), Floats: []workspace.Float{
		{Session: sid(3), Frame: workspace.Frame{X: 1000, Y: 1000, W: 5000, H: 5000}},
		{Session: sid(4), Frame: workspace.Frame{X: 4000, Y: 3000, W: 5000, H: 6000}},
		{Session: sid(5), Frame: workspace.Frame{W: 1000, H: 1000}, Hidden: true},
	}}
	m.state.Views[0].Tabs, m.state.Views[0].ActiveTab = []workspace.Tab{tab}, tab.ID
	for i, id := range tab.Panes() {
		m.state.Sessions[id] = workspace.Record{ID: id, Title: string(rune('a' + i)), Dir: "/src"}
		m.live.Fail(id, " ")
	}
	want := ` 1 d +1 ✗  +
─ ✗ a /src ─────────┬─ ✗ b /src ────────
 out of reach:      │ out of reach:
    ┌─ ✗ c /src ───────┐
    │ out of reach:    │
    │           ┏━ ✗ d /src ━━━━━━━┓
    │           ┃ out of reach:    ┃
    └───────────┃                  ┃
                ┃                  ┃
                ┗━━━━━━━━━━━━━━━━━━┛
                    │
 work  /src    1 hidden │ Ctrl-b ? keys`
	got := strings.Join(text(wholeFrame(m)), "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestSyncFrame(t *testing.T) {
	tab := workspace.Tab{ID: uuid.UUID{1}, Root: splitOf(workspace.Row, leaf(1), leaf(2), leaf(3)), Active: sid(1), Synced: []session.ID{sid(1), sid(3)}}
	got := strings.Join(chromeOf(t, session.Size{Rows: 6, Cols: 72}, tab, nil), "\n")
	want := ` 1 a SYNC ✗  +
━ SYNC ✗ a /src ━━━━━━━┱─ ✗ b /src ─────────────┬─ SYNC ✗ c /src ───────
                       ┃                        │
                       ┃                        │
                       ┃                        │
 work  SYNC types into 2 panes  /src                      Ctrl-b ? keys`
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

// Keys and pastes go to all panes, encoded for each child.
func TestTypingIntoAllPanes(t *testing.T) {
	w := newWorld(t, standard)
	first := w.owner()
	w.press("ctrl+b", "%")
	second := w.owner()
	expect[wire.Resize](t, first)
	w.tell(first, wire.Frame{Seq: 1, Rows: 22, Cols: 39, Full: true, Title: "vim", Modes: grid.Modes{AppCursor: true}})
	w.press("ctrl+b", "alt+s", "a", "up")
	w.take(loop.Input{Events: []input.Event{input.Text{Text: "xyz"}, input.Paste{Data: []byte("pasted")}}})
	for o, want := range map[*owner]string{first: "a\x1bOAxyz", second: "a\x1b[Axyz"} {
		if got := typedInto(t, o, len(want)); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got := string(expect[wire.Paste](t, o).Data); got != "pasted" {
			t.Errorf("pasted %q", got)
		}
	}
	w.press("ctrl+b", "alt+s", "z")
	if got := string(expect[wire.Input](t, second).Data); got != "z" {
		t.Errorf("got %q", got)
	}
	select {
	case m := <-first.got:
		if in, is := m.(wire.Input); is {
			t.Errorf("after it was switched off the other pane still got %q", in.Data)
		}
	default:
	}
}

func TestFloatsByKey(t *testing.T) {
	w := newWorld(t, standard)
	w.press("ctrl+b", "F")
	floating := w.m.activePane()
	if tab := w.m.activeTab(); len(tab.Floats) != 1 || tab.Floats[0].Session != floating {
		t.Fatalf("the tab is %+v", tab)
	}
	box, _ := w.m.geo.Pane(floating)
	if got := w.owner().spec.Size; got != box.Content.Size() || box.Content.W >= 80 {
		t.Errorf("it began at %+v in %+v", got, box)
	}
	before := box.Frame
	w.press("ctrl+b", "shift+right", "shift+down", "ctrl+b", "ctrl+right")
	box, _ = w.m.geo.Pane(floating)
	if want := (workspace.Rect{X: before.X + 2, Y: before.Y + 1, W: before.W + 2, H: before.H}); box.Frame != want {
		t.Errorf("moved and resized to %+v, want %+v", box.Frame, want)
	}
	w.press("ctrl+b", "v")
	if w.m.activePane() == floating || len(w.m.activeTab().HiddenFloats()) != 1 {
		t.Error("it is not hidden")
	}
	w.press("ctrl+b", "v")
	if w.m.activePane() != floating {
		t.Error("it is not shown again")
	}
	w.press("ctrl+b", "alt+f")
	if tab := w.m.activeTab(); len(tab.Floats) != 0 || len(workspace.Leaves(tab.Root)) != 2 {
		t.Errorf("not in the layout: %+v", tab)
	}
	w.press("ctrl+b", "u")
	if tab := w.m.activeTab(); len(tab.Floats) != 1 {
		t.Errorf("undo: %+v", tab)
	}
	w.press("ctrl+b", "ctrl+r")
	if tab := w.m.activeTab(); len(tab.Floats) != 0 {
		t.Errorf("redo: %+v", tab)
	}
}

// typedInto returns the bytes sent to a child, up to n.
func typedInto(t *testing.T, o *owner, n int) string {
	t.Helper()
	var got []byte
	for len(got) < n {
		got = append(got, expect[wire.Input](t, o).Data...)
	}
	return string(got)
}
