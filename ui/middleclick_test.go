package ui

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/keys"
)

// desk is a desktop with a primary selection.
type desk struct {
	selected string
	err      error
}

func (d desk) Copy(string) error         { return nil }
func (d desk) Open(string) error         { return nil }
func (d desk) Selected() (string, error) { return d.selected, d.err }

// middleClick presses the middle button in a pane.
func (w *world) middleClick(x, y int) {
	w.mouse(x, y, keys.ButtonMiddle, keys.MousePress)
	w.mouse(x, y, keys.ButtonMiddle, keys.MouseRelease)
}

func TestMiddleButtonPastesTheLastSelection(t *testing.T) {
	none := errors.New("there is no desktop")
	tests := []struct {
		name    string
		desktop Desktop
		want    string
	}{
		{"on_the_desktop", desk{selected: "from a browser"}, "from a browser"},
		{"here_where_the_desktop_has_no_selection", desk{err: none}, "from here"},
		{"without_a_desktop", nil, "from here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, standard)
			w.m.deps.Desktop = tt.desktop
			w.m.buffers.Add("from here", w.now)
			w.middleClick(4, 5)
			if got := expect[wire.Paste](t, w.owner()); string(got.Data) != tt.want {
				t.Errorf("it pasted %q", got.Data)
			}
		})
	}
}

func TestMiddleButtonWithNothingToPaste(t *testing.T) {
	w := newWorld(t, standard)
	w.middleClick(4, 5)
	if !strings.Contains(w.m.notices.Shown.Text, "drag over text") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	w = newWorld(t, standard)
	w.m.buffers.Add("text", w.now)
	w.m.config.Mouse.Middle = config.NoMiddle
	w.middleClick(4, 5)
	w.press("a")
	if got := expect[wire.Input](t, w.owner()); string(got.Data) != "a" {
		t.Errorf("turned off it sent %q", got.Data)
	}
}

// Lines that would run at once are asked about. A child with bracketed paste gets them without a
// question.
func TestMiddleButtonAsksBeforePastingLines(t *testing.T) {
	w := newWorld(t, standard)
	w.m.buffers.Add("rm -r build\nmake\n", w.now)
	w.middleClick(4, 5)
	q, ok := w.m.dialog().(*dialog.Question)
	if !ok || q.Title != "Paste 2 lines?" || !strings.Contains(q.Detail, "rm -r build") {
		t.Fatalf("got %+v", w.m.dialog())
	}
	w.press("n")
	w.middleClick(4, 5)
	w.press("y")
	if got := expect[wire.Paste](t, w.owner()); string(got.Data) != "rm -r build\nmake\n" {
		t.Errorf("it pasted %q", got.Data)
	}
	w.press("ctrl+b", "%")
	w.middleClick(60, 5)
	first := w.m.activePane()
	w.tell(w.owner(), wire.Exited{Exit: session.Exit{Started: w.now, Ended: w.now.Add(time.Second)}})
	w.press("y")
	if !strings.Contains(w.m.notices.Shown.Text, "nothing was pasted") || w.m.activePane() == first {
		t.Errorf("after the clicked pane has closed the notice is %q", w.m.notices.Shown.Text)
	}
	w.press("z")
	for m := range w.owner().got {
		if p, is := m.(wire.Paste); is {
			t.Errorf("another pane got %q", p.Data)
		} else if _, is := m.(wire.Input); is {
			break
		}
	}
	w.tell(w.owner(), wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "shell", Modes: grid.Modes{BracketedPaste: true}})
	w.middleClick(4, 5)
	if w.m.dialog() != nil {
		t.Error("it asks although no line would run")
	}
}
