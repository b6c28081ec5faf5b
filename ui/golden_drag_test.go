package ui

import (
	"testing"

	"dormer/session/wire"
	"dormer/ui/keys"
)

// Frames during drags and of other highlights, in the furnished world of [TestGoldenFrames].
func TestGoldenFramesOfDragging(t *testing.T) {
	for _, s := range []struct {
		name string
		act  func(w *world)
	}{
		{"sync", func(w *world) { w.press("ctrl+b", "alt+s", "ctrl+b", "right", "ctrl+b", "alt+p", "ctrl+b", "left") }},
		{"swap-under-way", func(w *world) { w.dragOver(0, 2, 2) }},
		{"move-under-way", func(w *world) { w.dragOver(0, 2, 12) }},
		{"copy-mode", (*world).searchAndSelect},
	} {
		forEachLook(t, s.name, s.act)
	}
}

// dragOver drags a pane's title over another pane, to a row below its top and a part of its width.
func (w *world) dragOver(from, to, part int) {
	ids := w.panes()
	a, _ := w.m.geo.Pane(ids[from])
	b, _ := w.m.geo.Pane(ids[to])
	w.mouse(a.Title.X+2, a.Title.Y, keys.ButtonLeft, keys.MousePress)
	w.mouse(b.Content.X+b.Content.W/part, b.Content.Y+b.Content.H/2, keys.ButtonLeft, keys.MouseMotion)
}

// searchAndSelect opens a pane's history with highlighted matches and a selection.
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
	for q.Query.Text != "needle" { // a search starts with every letter
		q = expect[wire.Search](w.t, o)
	}
	// Above the screen there are four; those on it are found without the host.
	w.tell(o, wire.SearchReply{Tag: q.Tag, Total: 4, Before: 4})
	q = expect[wire.Search](w.t, o)
	w.tell(o, wire.SearchReply{Tag: q.Tag})
	w.press("v", "j", "w")
}
