package transcript

import (
	"unicode/utf8"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Text is a session's history and screen as the text that copy mode moves in,
// as they are at one moment, or as [client.Session.Still] keeps them. Lines that the
// host has not sent yet are empty and have been asked for.
type Text struct {
	client     *client.Session
	rows, cols int
	bounds     wire.Range
	screen     uint64 // the number of the screen's first row
	lines      map[uint64]copymode.Line
	// missing says that a line was looked at that is not here.
	missing bool
}

// fetched is how many lines around a missing one are asked for.
const fetched = 256

// Of is the text of a session as it is now, shown in a number of rows.
func Of(c *client.Session, rows int) *Text {
	t := &Text{client: c, rows: max(rows, 1), lines: map[uint64]copymode.Line{}}
	c.View(func(r *client.Replica) {
		_, t.cols = r.Size()
		page := r.Page()
		t.screen = page.First
		t.bounds = wire.Range{First: min(r.History().First, page.First), End: page.End()}
	})
	return t
}

// Bounds are the lines that there are.
func (t *Text) Bounds() wire.Range { return t.bounds }

// Size is what of it is shown at a time: rows, and the width that its lines are broken
// for.
func (t *Text) Size() (rows, cols int) { return t.rows, t.cols }

// Line is a line of the text. One that is not here is empty and is asked for; see
// [Text.Missing].
func (t *Text) Line(n uint64) copymode.Line {
	if l, ok := t.lines[n]; ok {
		return l
	}
	l, ok := t.onScreen(n)
	if !ok {
		l, ok = t.above(n)
	}
	if !ok && n >= t.bounds.First && n < t.bounds.End {
		t.missing = true
		t.client.HistoryLines(wire.Range{First: n - min(n, fetched), End: n + fetched}, func(uint64, []grid.Cell) {})
	}
	t.lines[n] = l
	return l
}

func (t *Text) onScreen(n uint64) (l copymode.Line, ok bool) {
	t.client.View(func(r *client.Replica) {
		page := r.Page()
		if ok = n >= page.First && n < page.End(); ok {
			cells, wrapped := page.Row(int(n - page.First))
			l = copymode.Line{Runes: runesOf(cells, r.Palette()), Wrapped: wrapped}
		}
	})
	return l, ok
}

func (t *Text) above(n uint64) (l copymode.Line, ok bool) {
	var pal *grid.Palette
	t.client.View(func(r *client.Replica) { pal = r.Palette() })
	t.client.HistoryText(wire.Range{First: n, End: n + 1}, func(_ uint64, cells []grid.Cell, wrapped bool) {
		l, ok = copymode.Line{Runes: runesOf(cells, pal), Wrapped: wrapped}, true
	})
	return l, ok
}

// runesOf are the first code points of cells, up to the last that is not blank.
func runesOf(cells []grid.Cell, pal *grid.Palette) []rune {
	cells = cells[:grid.Ink(cells)]
	out := make([]rune, len(cells))
	for i, c := range cells {
		switch {
		case c.Flags&grid.Tail != 0:
		case c.Char == 0:
			out[i] = ' '
		case c.Char&grid.ClusterBit != 0:
			out[i], _ = utf8.DecodeRune(pal.AppendText(nil, c))
		default:
			out[i] = rune(c.Char)
		}
	}
	return out
}

// Screen is the number of the screen's first row, which is one more than that of the
// last line above it.
func (t *Text) Screen() uint64 { return t.screen }

// Missing reports whether a line was looked at that is not here yet: what was made of
// the text is to be made again when it has come.
func (t *Text) Missing() bool { return t.missing }
