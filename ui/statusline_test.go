package ui

import (
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/dialog"
	"dormer/ui/keys"
	"dormer/workspace"
)

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

func TestClicksOnTheStatusLine(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 120})
	c := newCanvas(t, w)
	w.press("ctrl+b", "c")
	waiting := w.m.activePane()
	w.press("ctrl+b", "1", "ctrl+b", "%", "ctrl+b", "x")
	w.m.notices.Clear()
	w.happened(waiting, attention.Finished, "finished after 12s: `make`")
	for _, tt := range []struct{ text, title string }{
		{"1 finished", "Inbox"}, {"1 closed", "Shelf"}, {"work", "Overview"},
	} {
		w.clickStatus(c, tt.text)
		f, ok := w.m.dialog().(*dialog.Finder)
		if !ok || f.Title != tt.title {
			t.Errorf("a click on %q opens %+v", tt.text, w.m.dialog())
		}
		w.press("esc")
	}
	w.clickStatus(c, "keys")
	if _, ok := w.m.dialog().(*dialog.Help); !ok {
		t.Errorf("a click on the keys opens %+v", w.m.dialog())
	}
	w.press("esc")
	w.clickStatus(c, "/src")
	if w.m.dialog() != nil {
		t.Error("the directory does something")
	}
	w.press("ctrl+b", "%", "ctrl+b", "z")
	w.m.notices.Clear()
	w.clickStatus(c, "zoomed")
	if w.m.activeTab().Zoomed {
		t.Error("the zoom is not undone")
	}
}

// A hidden view in which something waits is shown, and a click goes there.
func TestStatusLineShowsOtherViews(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	w.press("ctrl+b", "V")
	w.press("l", "o", "g", "s", "enter")
	w.press("ctrl+b", "c")
	far := w.m.activePane()
	w.press("ctrl+b", ")")
	w.m.notices.Clear()
	if row := c.paint()[23]; strings.Contains(row, "logs") {
		t.Errorf("nothing waits, but the line shows %q", row)
	}
	w.happened(far, attention.Rang, "rang the bell")
	w.clickStatus(c, "logs !")
	if w.m.state.ActiveView != "logs" {
		t.Errorf("the view is %q", w.m.state.ActiveView)
	}
}

// A click on a mark goes to its pane and shows what happened.
func TestClickOnAMark(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 120})
	first := w.m.activePane()
	w.press("ctrl+b", "%")
	second := w.m.activePane()
	w.press("ctrl+b", "c")
	w.happened(first, attention.Finished, "finished after 12s: `make`")
	spot := w.m.tabSpots()[0]
	at := strings.Index(spot.Label, attention.MarkDone)
	if at < 0 {
		t.Fatalf("the tab is %q", spot.Label)
	}
	w.mouse(spot.X+1, 0, keys.ButtonLeft, keys.MousePress)
	if w.m.activePane() != second {
		t.Error("a click next to the mark changes the active pane")
	}
	w.press("ctrl+b", "2")
	w.happened(first, attention.Finished, "finished after 12s: `make`") // again, because the tab was shown
	w.mouse(spot.X+at, 0, keys.ButtonLeft, keys.MousePress)
	w.mouse(spot.X+at, 0, keys.ButtonLeft, keys.MouseRelease)
	if w.m.activePane() != first || !strings.Contains(w.m.notices.Shown.Text, "finished after 12s: `make`") {
		t.Errorf("the focus is on %v, want %v, and the notice is %q", w.m.activePane(), first, w.m.notices.Shown.Text)
	}
	w.do(w.m.apply(workspace.FocusPane{Session: second}))
	w.m.notices.Clear()
	w.happened(first, attention.Failed, "failed with code 2 after 12s")
	box, _ := w.m.geo.Pane(first)
	w.mouse(box.Title.X+2, box.Title.Y, keys.ButtonLeft, keys.MousePress)
	if !strings.Contains(w.m.notices.Shown.Text, "failed with code 2") {
		t.Errorf("the notice of the title's mark is %q", w.m.notices.Shown.Text)
	}
}

// The offer to reopen a closed item is shown only as long as it can be reopened.
func TestOfferToReopenExpires(t *testing.T) {
	w := newWorld(t, standard)
	w.m.notify("closed `make`", w.now.Add(4*time.Second))
	for left, want := range []string{"0:01", "0:02", "0:03", "0:04"} {
		at := w.now.Add(4*time.Second - time.Duration(left)*time.Second - time.Millisecond)
		if got := w.m.notices.Shown.Line(at); !strings.HasSuffix(got, ", "+want) {
			t.Errorf("%ds before the end the notice is %q, want %q", left, got, want)
		}
	}
	w.now = w.now.Add(4 * time.Second)
	w.ring(noticeTimer)
	if w.m.notices.Shown.Showing() {
		t.Errorf("after the end the notice is %q", w.m.notices.Shown.Line(w.now))
	}
}
