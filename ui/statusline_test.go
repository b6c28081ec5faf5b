package ui

import (
	"strings"
	"testing"

	"dormer/session"
	"dormer/ui/keys"
	"dormer/workspace"
)

// rightOf is what stands at the right of a status line that has room for it.
func rightOf(s statusLine) string {
	var out []string
	for _, p := range s.pieces(s.layout.Right, "   ") {
		out = append(out, p.text)
	}
	return strings.Join(out, "")
}

// clickStatus clicks on a text of the status line.
func (w *world) clickStatus(c *canvas, text string) {
	w.t.Helper()
	row := c.paint()[w.m.geo.Status.Y]
	before, _, ok := strings.Cut(row, text)
	if !ok {
		w.t.Fatalf("the status line is %q", row)
	}
	w.mouse(len([]rune(before)), w.m.geo.Status.Y, keys.ButtonLeft, keys.MousePress)
	w.mouse(len([]rune(before)), w.m.geo.Status.Y, keys.ButtonLeft, keys.MouseRelease)
}

func TestThePartsOfTheStatusLineAreClicked(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 120})
	c := newCanvas(t, w)
	w.press("ctrl+b", "c")
	waiting := w.m.activePane()
	w.press("ctrl+b", "1", "ctrl+b", "%", "ctrl+b", "x")
	w.m.notice = notice{}
	w.m.attend(waiting, finished, w.now, "finished after 12s: `make`")
	for _, tt := range []struct{ text, title string }{
		{"1 new", "Inbox"}, {"1 closed", "Closed"}, {"work", "Overview"},
	} {
		w.clickStatus(c, tt.text)
		f, ok := w.m.dialog().(*finder)
		if !ok || f.title != tt.title {
			t.Errorf("a click on %q opens %+v", tt.text, w.m.dialog())
		}
		w.press("esc")
	}
	w.clickStatus(c, "keys")
	if _, ok := w.m.dialog().(*help); !ok {
		t.Errorf("a click on the keys opens %+v", w.m.dialog())
	}
	w.press("esc")
	w.clickStatus(c, "/src")
	if w.m.dialog() != nil {
		t.Error("the directory does something")
	}
	w.press("ctrl+b", "%", "ctrl+b", "z")
	w.m.notice = notice{}
	w.clickStatus(c, "zoomed")
	if w.m.activeTab().Zoomed {
		t.Error("the zoom is not undone")
	}
}

// A view that is not shown says that something waits in it, and a click goes there.
func TestTheStatusLineTellsOfOtherViews(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	w.press("ctrl+b", "V")
	w.press("l", "o", "g", "s", "enter")
	w.press("ctrl+b", "c")
	far := w.m.activePane()
	w.press("ctrl+b", ")")
	w.m.notice = notice{}
	if row := c.paint()[23]; strings.Contains(row, "logs") {
		t.Errorf("nothing waits, and the line says %q", row)
	}
	w.m.attend(far, rangBell, w.now, "rang the bell")
	w.clickStatus(c, "logs !")
	if w.m.state.ActiveView != "logs" {
		t.Errorf("the view is %q", w.m.state.ActiveView)
	}
}

// A click on a mark goes to the very pane that it is of, and says what happened.
func TestAMarkIsClicked(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 120})
	first := w.m.activePane()
	w.press("ctrl+b", "%")
	second := w.m.activePane()
	w.press("ctrl+b", "c")
	w.m.attend(first, finished, w.now, "finished after 12s: `make`")
	spot := w.m.tabSpots()[0]
	at := strings.Index(spot.label, markDone)
	if at < 0 {
		t.Fatalf("the tab is %q", spot.label)
	}
	w.mouse(spot.x+1, 0, keys.ButtonLeft, keys.MousePress)
	if w.m.activePane() != second {
		t.Error("a click beside the mark goes to another pane than the tab's")
	}
	w.press("ctrl+b", "2")
	w.mouse(spot.x+at, 0, keys.ButtonLeft, keys.MousePress)
	w.mouse(spot.x+at, 0, keys.ButtonLeft, keys.MouseRelease)
	if w.m.activePane() != first || !strings.Contains(w.m.notice.text, "finished after 12s: `make`") {
		t.Errorf("the focus is on %v of %v, and it says %q", w.m.activePane(), first, w.m.notice.text)
	}
	w.do(w.m.apply(workspace.FocusPane{Session: second}))
	w.m.notice = notice{}
	w.m.attend(first, failedCommand, w.now, "failed with code 2 after 12s")
	box, _ := w.m.geo.Pane(first)
	w.mouse(box.Title.X+2, box.Title.Y, keys.ButtonLeft, keys.MousePress)
	if !strings.Contains(w.m.notice.text, "failed with code 2") {
		t.Errorf("the title's mark says %q", w.m.notice.text)
	}
}

// No column of the status line is in two pieces, whatever its width.
func TestPiecesOfTheStatusLineDoNotOverlap(t *testing.T) {
	w := newWorld(t, standard)
	s := w.m.statusLine(w.m.activeTab())
	s.undo, s.unread, s.zoomed, s.synced = 3, 2, true, 4
	s.elsewhere = []viewSpot{{"日本語 !", "view.select x"}, {"logs ✓", "view.select logs"}}
	for _, change := range []func(){func() {}, func() { s.prefix = "Ctrl-b" }, func() { s.doing = "copy mode" }, func() { s.notice = "a sentence" }} {
		change()
		for cols := range 200 {
			x := 0
			for _, spot := range s.spots(cols) {
				if spot.x < x || spot.end > cols || spot.end <= spot.x {
					t.Fatalf("%d columns: %+v after column %d", cols, spot, x)
				}
				x = spot.end
			}
		}
	}
}

// What is new stays in sight where there is little room: the words about it go first.
func TestANarrowStatusLineSaysWhatIsNew(t *testing.T) {
	w := newWorld(t, standard)
	s := w.m.statusLine(w.m.activeTab())
	s.undo, s.unread = 3, 2
	for _, tt := range []struct {
		cols int
		want string
	}{
		{100, " work  /src                  2 new, Ctrl-b A shows   3 closed, Ctrl-b T brings back   Ctrl-b ? keys"},
		{70, " work  /src                          2 new   3 closed   Ctrl-b ? keys"},
		{40, " work  /src            2 new   3 closed"},
		{28, " work  /src           2 new"},
		{20, " work  /src"},
	} {
		line := strings.Repeat(" ", tt.cols)
		for _, spot := range s.spots(tt.cols) {
			line = line[:spot.x] + spot.text + line[spot.end:]
		}
		if got := strings.TrimRight(line, " "); got != strings.TrimRight(tt.want, " ") {
			t.Errorf("%d columns:\n%q, want\n%q", tt.cols, got, tt.want)
		}
	}
}
