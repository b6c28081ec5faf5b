package ui

import (
	"testing"

	"dormer/session/wire"
	"dormer/ui/keys"
)

// What the hand does and what asks for the eye, over the furnished world of
// [TestGoldenFrames].
func TestGoldenFramesOfDragging(t *testing.T) {
	for _, s := range []struct {
		name string
		act  func(w *world)
	}{
		{"sync", func(w *world) { w.press("ctrl+b", "alt+s", "ctrl+b", "right", "ctrl+b", "alt+p", "ctrl+b", "left") }},
		{"swap-under-way", func(w *world) { w.carryOver(0, 2, 2) }},
		{"move-under-way", func(w *world) { w.carryOver(0, 2, 12) }},
		{"copy-mode", (*world).searchAndSelect},
	} {
		forEachLook(t, s.name, s.act)
	}
}

// carryOver takes a pane by its title over another, to a row below that one's top and
// a part of its width.
func (w *world) carryOver(from, to, part int) {
	ids := w.panes()
	a, _ := w.m.geo.Pane(ids[from])
	b, _ := w.m.geo.Pane(ids[to])
	w.mouse(a.Title.X+2, a.Title.Y, keys.ButtonLeft, keys.MousePress)
	w.mouse(b.Content.X+b.Content.W/part, b.Content.Y+b.Content.H/2, keys.ButtonLeft, keys.MouseMotion)
}

// searchAndSelect reads a pane's history, with matches lit and something selected.
func (w *world) searchAndSelect() {
	o := w.owner()
	box, _ := w.m.geo.Pane(o.spec.ID)
	f := wire.Frame{Seq: 2, Rows: box.Content.H, Cols: box.Content.W, Full: true, Title: "less", History: wire.Range{End: 100}, Styles: []wire.Style{{}}}
	for y := range f.Rows {
		f.Lines = append(f.Lines, wire.Line{Row: y, Spans: []wire.Span{{Kind: wire.Narrow, Cols: 22, Text: "needle, and one needle"}}})
	}
	w.tell(o, f)
	w.press("ctrl+b", "[")
	w.press("/", "n", "e", "e", "d", "l", "e", "enter")
	q := expect[wire.Search](w.t, o)
	for q.Query.Text != "needle" { // it is looked for with each letter
		q = expect[wire.Search](w.t, o)
	}
	// Above the screen there are four; what is on it is found without the host.
	w.tell(o, wire.SearchReply{Tag: q.Tag, Total: 4, Before: 4})
	q = expect[wire.Search](w.t, o)
	w.tell(o, wire.SearchReply{Tag: q.Tag})
	w.press("v", "j", "w")
}
