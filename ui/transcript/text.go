package transcript

import (
	"unicode/utf8"

	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Text is a session's history and screen as the text of copy mode, at one moment, or as frozen by
// [client.Session.Freeze]. Lines that the host has not sent yet are empty and have been requested.
type Text struct {
	client     *client.Session
	rows, cols int
	bounds     wire.Range
	screen     uint64 // the number of the screen's first row
	lines      map[uint64]copymode.Line
	// missing is set if a line was read that is not loaded.
	missing bool
}

// fetchLines is the number of lines requested on both sides of a missing one.
const fetchLines = 256

// Of returns the current text of a session, for a number of visible rows.
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

// Bounds returns the half-open range of lines.
func (t *Text) Bounds() wire.Range { return t.bounds }

// Size returns the number of visible rows, and the width for which lines are wrapped.
func (t *Text) Size() (rows, cols int) { return t.rows, t.cols }

// Line returns a line of the text. A line that is not loaded is empty and is requested; see
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
		t.client.HistoryLines(wire.Range{First: n - min(n, fetchLines), End: n + fetchLines}, func(uint64, []grid.Cell) {})
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

// runesOf returns the first code points of cells, up to the last that is not blank.
func runesOf(cells []grid.Cell, pal *grid.Palette) []rune {
	cells = cells[:grid.ContentEnd(cells)]
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

// Screen returns the line number of the screen's first row.
func (t *Text) Screen() uint64 { return t.screen }

// Missing reports whether a line was read that is not loaded. The caller must try again when it has
// arrived.
func (t *Text) Missing() bool { return t.missing }
