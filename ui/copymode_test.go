package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/keys"
	"dormer/ui/live"
	"dormer/ui/loop"
)

// reading returns a world in copy mode whose pane shows lines 100 to 121.
func reading(t *testing.T) (*world, *owner) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, numbered(session.Size{Rows: 22, Cols: 80}, 100))
	w.press("ctrl+b", "[")
	return w, o
}

// takeEvents lets the model handle events of its sessions.
func (w *world) takeEvents(what string) {
	w.t.Helper()
	w.until(what, func(msg tea.Msg) bool { _, is := msg.(live.News); return is })
}

func TestFrameOfCopyMode(t *testing.T) {
	w, o := reading(t)
	w.press("H", "w", "v", "j")
	c := newCanvas(t, w)
	rows := c.paint()
	if !strings.HasPrefix(rows[1], "line 100") || !strings.HasSuffix(rows[1], "[0/100]") {
		t.Errorf("the first row is %q", rows[1])
	}
	if !strings.Contains(rows[23], "copying: v selects, y copies") {
		t.Errorf("the last row is %q", rows[23])
	}
	if c.cursor.Row != 2 || c.cursor.Col != 5 || !c.cursor.Visible {
		t.Errorf("the cursor is %+v", c.cursor)
	}
	w.press("y")
	w.takeEvents("a copy")
	if w.clip != "100\nline 1" || len(w.m.buffers.All()) != 1 {
		t.Errorf("the clipboard has %q", w.clip)
	}
	w.press("ctrl+b", "]")
	if got := expect[wire.Paste](t, o); string(got.Data) != "100\nline 1" {
		t.Errorf("it pastes %q", got.Data)
	}
}

// Keys that need an answer wait for it, and keys that need lines wait for those.
func TestCopyModeKeysWaitForData(t *testing.T) {
	w, o := reading(t)
	w.m.copyModes.Last.Query = wire.Query{Text: "x"}
	w.press("n", "v")
	q := expect[wire.Search](t, o)
	if c := w.m.copyModes.Open[w.m.activePane()]; c.Shown().Marked {
		t.Error("v started a selection before n had moved")
	}
	w.tell(o, wire.SearchReply{Tag: q.Tag, Total: 3, Before: 1, Matches: []wire.Match{{First: wire.Position{Line: 110, Col: 2}, End: wire.Position{Line: 110, Col: 3}}}})
	c := w.m.copyModes.Open[w.m.activePane()]
	if s := c.Shown(); s.Span.First != (wire.Position{Line: 110, Col: 2}) || !strings.HasPrefix(s.Where, "2 of 3") {
		t.Errorf("it shows %+v", s)
	}
	w.press("g", "y") // the first line has not been fetched yet
	if !c.AwaitsLines() {
		t.Fatal("no key waits")
	}
	ask := expect[wire.Lines](t, o)
	w.tell(o, wire.LinesReply{Tag: ask.Tag, Range: ask.Range, Lines: []wire.Line{{Spans: []wire.Span{{Kind: wire.Narrow, Text: "first", Cols: 5}}}}})
	for ask.Range.First != 0 {
		ask = expect[wire.Lines](t, o)
		w.tell(o, wire.LinesReply{Tag: ask.Tag, Range: ask.Range})
	}
	if got := expect[wire.Copy](t, o); got.First.Line != 0 {
		t.Errorf("it copies from %+v", got.First)
	}
}

// A drag held beyond the edge ticks only while there is more to scroll, and not after the button is
// released.
func TestDragTicksOnlyWhileItScrolls(t *testing.T) {
	w := newWorld(t, standard)
	o := w.owner()
	w.tell(o, numbered(session.Size{Rows: 22, Cols: 80}, 3))
	w.mouse(4, 5, keys.ButtonLeft, keys.MousePress)
	w.timers = nil
	w.mouse(4, 0, keys.ButtonLeft, keys.MouseMotion)
	ticks := 0
	for ; len(w.timers) > 0 && ticks < 20; ticks++ {
		tick := w.timers[0]
		w.timers = w.timers[1:]
		w.take(tick)
	}
	if ticks < 3 || ticks > 6 {
		t.Errorf("%d ticks for three lines", ticks)
	}
	w.mouse(4, 0, keys.ButtonLeft, keys.MouseRelease)
	if q := expect[wire.Copy](t, o); q.First.Line != 0 || q.End.Line != 7 {
		t.Errorf("it copies %+v", q)
	}
}

// Copy mode, its prompt and its link letters draw at every size and take every key.
func TestCopyModeAtEverySize(t *testing.T) {
	for _, size := range []session.Size{{Rows: 1, Cols: 1}, {Rows: 2, Cols: 3}, {Rows: 4, Cols: 9}, {Rows: 24, Cols: 80}} {
		w, _ := reading(t)
		w.take(loop.Size{Size: size})
		c := newCanvas(t, w)
		for _, k := range []string{"v", "k", "ctrl+v", "l", "$", "H", "L", "M", "%", "/", "a", "esc", "f", "x", "3", "j", "ctrl+u", "G", "u", "esc", "Y", "o", "z", "q"} {
			w.press(k)
			c.paint()
		}
	}
}

func BenchmarkFrameInCopyMode(b *testing.B) {
	t := &testing.T{} // the world needs a test; it never fails
	w, o := reading(t)
	w.m.copyModes.Last.Query = wire.Query{Text: "line"}
	w.press("H", "n")
	matches := make([]wire.Match, 22)
	for i := range matches {
		at := wire.Position{Line: 100 + uint64(i)}
		matches[i] = wire.Match{First: at, End: wire.Position{Line: at.Line, Col: 4}}
	}
	w.tell(o, wire.SearchReply{Tag: expect[wire.Search](t, o).Tag, Total: 22, Matches: matches[:1]})
	w.tell(o, wire.SearchReply{Tag: expect[wire.Search](t, o).Tag, Total: 22, Matches: matches})
	w.press("v", "G")
	c := newCanvas(t, w)
	c.paint()
	for b.Loop() {
		w.m.layOut()
		if err := c.p.Paint(w.m.scene()); err != nil {
			b.Fatal(err)
		}
	}
}

// Keys of tmux beyond those of vi.
func TestCopyModeKeysOfTmux(t *testing.T) {
	w, _ := reading(t)
	copies := func(keys ...string) {
		w.press(keys...)
		w.takeEvents("a copy")
	}
	copies("H", "j", "0", "v", "e", "y")
	w.press("ctrl+b", "[")
	copies("H", "j", "j", "0", "v", "l", "w", "space", "e", "A") // the space starts a new selection
	if want := "line102"; w.clip != want {
		t.Errorf("the clipboard has %q after adding to it, want %q", w.clip, want)
	}
	if n := len(w.m.buffers.All()); n != 1 {
		t.Errorf("%d buffers, want the one that was added to", n)
	}
	w.press("ctrl+b", "[")
	copies("H", "2", "j", "0", "v", "e", "ctrl+j")
	if w.clip != "line" || w.m.copyKeyed() {
		t.Errorf("Ctrl-j copied %q, still copying: %v", w.clip, w.m.copyKeyed())
	}
	w.press("ctrl+b", "[", "P")
	c := newCanvas(t, w)
	if row := c.paint()[1]; strings.Contains(row, "[0/100]") {
		t.Errorf("the position is still shown: %q", row)
	}
	w.press("P")
	if row := c.paint()[1]; !strings.Contains(row, "[0/100]") {
		t.Errorf("the position is not shown again: %q", row)
	}
}

// A frame that arrives in copy mode is not shown until the user asks for it or leaves copy mode.
func TestCopyModeKeepsTheScreenStill(t *testing.T) {
	w, o := reading(t)
	c := newCanvas(t, w)
	c.paint()
	later := numbered(session.Size{Rows: 22, Cols: 80}, 150)
	later.Seq, later.Title = 2, "goes on" // so that the model handles it
	w.tell(o, later)
	shows := func(key, want string) {
		t.Helper()
		if key != "" {
			w.press(key)
		}
		if row := c.paint()[1]; !strings.HasPrefix(row, want) {
			t.Errorf("after %q the first row is %q, want %q", key, row, want)
		}
	}
	shows("", "line 100")
	shows("r", "line 150")
	later = numbered(session.Size{Rows: 22, Cols: 80}, 170)
	later.Seq, later.Title = 3, "and on"
	w.tell(o, later)
	shows("j", "line 150")
	shows("q", "line 170")
}

func TestForgetTheLastCopy(t *testing.T) {
	w := newWorld(t, standard)
	w.do(w.m.dispatch(command.CopyText{Text: "first"}))
	w.do(w.m.dispatch(command.CopyText{Text: "second"}))
	w.press("ctrl+b", "-", "ctrl+b", "]")
	if got := expect[wire.Paste](t, w.owner()); string(got.Data) != "first" {
		t.Errorf("it pastes %q", got.Data)
	}
	w.press("ctrl+b", "-", "ctrl+b", "-")
	if !strings.Contains(w.m.notices.Shown.Text, "nothing was copied yet") {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
}

// After a resize copy mode shows the child's redraw, until the next key.
func TestResizeInCopyModeShowsTheRedraw(t *testing.T) {
	w, o := reading(t)
	c := newCanvas(t, w)
	w.press("j")
	for seq, from := range []int{100, 200} { // first the reflowed lines, then the child's redraw
		f := numbered(session.Size{Rows: 22, Cols: 70}, from)
		f.Seq, f.Title = uint64(seq)+2, fmt.Sprint("drawn ", seq)
		f.History.End = 100
		w.tell(o, f)
		if row := c.paint()[1]; !strings.HasPrefix(row, fmt.Sprint("line ", from)) {
			t.Errorf("the first row is %q, want that of line %d", row, from)
		}
	}
	w.press("j")
	f := numbered(session.Size{Rows: 22, Cols: 70}, 300)
	f.Seq, f.Title, f.History.End = 4, "later", 100
	w.tell(o, f)
	if row := c.paint()[1]; !strings.HasPrefix(row, "line 200") {
		t.Errorf("after a key the first row is %q, want that of line 200", row)
	}
}
