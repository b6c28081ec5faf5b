package client

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dormer/session/grid"
	"dormer/session/wire"
)

// maxTitle limits titles and directories, in bytes; the rest is cut off.
const maxTitle = 4 << 10

// Apply changes the replica to the screen that f describes. An invalid frame (rows out of range,
// spans wider than a row, text that is not UTF-8 or holds control characters, sizes beyond the
// limits of wire) is refused with an error and changes nothing.
func (r *Replica) Apply(f wire.Frame) error {
	if err := checkFrame(&f, r.rows, r.cols); err != nil {
		return fmt.Errorf("frame %d: %w", f.Seq, err)
	}
	r.nextGen()
	if f.Full {
		r.resize(f.Rows, f.Cols)
	}
	for _, s := range f.Scrolls {
		r.scroll(s)
	}
	styles := r.internStyles(f.Styles)
	if f.Full {
		r.blankMissingRows(f.Lines)
	}
	for i := range f.Lines {
		r.setLine(&f.Lines[i], styles)
	}
	r.cursor = clipCursor(f.Cursor, f.Rows, f.Cols)
	r.modes = f.Modes
	updateText(&r.title, f.Title, label)
	updateText(&r.dir, f.Dir, plain)
	r.history = f.History
	r.progress = f.Progress
	updateText(&r.program, f.Program, label)
	r.sweep()
	return nil
}

// resize gives the replica blank rows of a new size. If the size is the present one, it changes
// nothing.
func (r *Replica) resize(rows, cols int) {
	if r.rows == rows && r.cols == cols {
		return
	}
	r.rows, r.cols = rows, cols
	cells := make([]grid.Cell, (rows+1)*cols)
	r.lines = make([]line, rows)
	for y := range r.lines {
		r.lines[y] = line{cells: cells[y*cols : (y+1)*cols : (y+1)*cols], gen: r.nextGen()}
	}
	r.scratch, r.scratchEnd = cells[rows*cols:], 0
}

// scroll moves rows as s describes; new rows are blank.
func (r *Replica) scroll(s wire.Scroll) {
	region := r.lines[s.Top:s.Bottom]
	size := len(region)
	n := min(max(s.N, -size), size)
	in := region[:max(-n, 0)] // down: rows come in at the top
	if n > 0 {
		rotate(region, n)
		in = region[size-n:]
	} else {
		rotate(region, size+n)
	}
	for i := range in {
		r.blank(&in[i])
	}
}

// rotate moves the first n rows behind the others.
func rotate(lines []line, n int) {
	slices.Reverse(lines[:n])
	slices.Reverse(lines[n:])
	slices.Reverse(lines)
}

// blank erases one row.
func (r *Replica) blank(l *line) {
	clear(l.cells[:l.end])
	l.end = 0
	l.wrapped = false
	l.gen = r.nextGen()
}

// blankMissingRows erases the rows that are not in the lines of a full frame.
func (r *Replica) blankMissingRows(lines []wire.Line) {
	mentioned := make([]bool, r.rows)
	for i := range lines {
		mentioned[lines[i].Row] = true
	}
	for y := range r.lines {
		if !mentioned[y] && !isBlank(&r.lines[y]) {
			r.blank(&r.lines[y])
		}
	}
}

func isBlank(l *line) bool {
	return !l.wrapped && !slices.ContainsFunc(l.cells[:l.end], func(c grid.Cell) bool { return c != grid.Cell{} })
}

// setLine sets the content of a row. A row whose content does not change keeps its generation.
func (r *Replica) setLine(from *wire.Line, styles []uint16) {
	to := &r.lines[from.Row]
	clear(r.scratch[:r.scratchEnd])
	r.scratchEnd = wire.DecodeSpans(r.scratch, from.Spans, styles, r.palette)
	end := max(to.end, r.scratchEnd)
	if to.wrapped == from.Wrapped && sameCells(to.cells[:end], r.scratch[:end]) {
		return
	}
	to.cells, r.scratch = r.scratch, to.cells
	to.end, r.scratchEnd = r.scratchEnd, to.end
	to.wrapped = from.Wrapped
	to.gen = r.nextGen()
}

// sameCells compares rows of the same length, in stretches that are compared as memory.
func sameCells(a, b []grid.Cell) bool {
	const stretch = 16
	for len(a) >= stretch && len(b) >= stretch {
		if *(*[stretch]grid.Cell)(a) != *(*[stretch]grid.Cell)(b) {
			return false
		}
		a, b = a[stretch:], b[stretch:]
	}
	return slices.Equal(a, b)
}

// internStyles returns the palette's numbers for the styles of a frame or answer. They are valid
// until the next call.
func (r *Replica) internStyles(styles []wire.Style) []uint16 {
	n := max(len(styles), 1)
	r.ids = slices.Grow(r.ids[:0], n)[:n]
	ids := r.ids
	ids[0] = 0
	for i := 1; i < len(styles); i++ {
		s := styles[i].Style
		s.Link = 0
		if h := styles[i].Hyperlink; h != (grid.Link{}) {
			s.Link = r.palette.LinkID(grid.Link{ID: plain(h.ID), URI: plain(h.URI)})
		}
		ids[i] = r.palette.StyleID(s)
	}
	return ids
}

// clipCursor moves a cursor inside the screen.
func clipCursor(c grid.Cursor, rows, cols int) grid.Cursor {
	c.Row = min(max(c.Row, 0), rows-1)
	c.Col = min(max(c.Col, 0), cols-1)
	return c
}

// updateText sets a text to now, if that differs, in a form that is safe to display. It makes a copy,
// since the texts of a frame share the memory of the whole message.
func updateText(have *string, now string, safe func(string) string) {
	if *have != now {
		*have = strings.Clone(safe(now))
	}
}

// plain returns text that is safe to display: limited in length, UTF-8, without control characters.
func plain(text string) string {
	if len(text) > maxTitle {
		text = text[:maxTitle]
	}
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || grid.RuneIsControl(r) {
			return -1
		}
		return r
	}, text)
}

// label is plain that also removes the characters that change the direction of text.
func label(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0x061c, r >= 0x200e && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, plain(text))
}
