//go:build linux

package drive

import (
	"strings"

	"github.com/hinshun/vt10x"

	"dormer/session/grid"
)

// Attributes of a vt10x glyph, which the library does not export.
const (
	vt10xReverse = 1 << iota
	vt10xUnderline
	vt10xBold
	_
	vt10xItalic
	vt10xBlink
)

type vt10xReader struct {
	term vt10x.Terminal
}

func newVT10xReader(rows, cols int) *vt10xReader {
	return &vt10xReader{term: vt10x.New(vt10x.WithSize(cols, rows))}
}

func (r *vt10xReader) show(tokens []token) {
	for _, t := range tokens {
		if understood(t) {
			_, _ = r.term.Write(t.raw) // its only error is an incomplete character
		}
	}
}

// understood reports whether vt10x understands a token. It misreads sequences with
// intermediates and strings.
func understood(t token) bool {
	switch t.kind {
	case csiToken:
		return t.inter == "" && !strings.Contains(t.params, ":")
	case stringToken:
		return false
	}
	return true
}

func (r *vt10xReader) resize(rows, cols int) { r.term.Resize(cols, rows) }

func (r *vt10xReader) close() {}

func (r *vt10xReader) screen() Screen {
	r.term.Lock()
	defer r.term.Unlock()
	cols, rows := r.term.Size()
	s := newScreen(rows, cols)
	for y := range rows {
		for x := range cols {
			g := r.term.Cell(x, y)
			if g.Char == 0 {
				g.Char = ' '
			}
			s.set(x, y, string(g.Char), 1, vt10xStyle(g))
		}
	}
	c := r.term.Cursor()
	s.Cursor = grid.Cursor{Row: c.Y, Col: c.X, Visible: r.term.CursorVisible()}
	return s
}

// vt10xStyle reverts the changes that vt10x makes to the colours of bold and reversed text.
func vt10xStyle(g vt10x.Glyph) grid.Style {
	st := grid.Style{FG: vt10xColor(g.FG), BG: vt10xColor(g.BG)}
	for _, a := range []struct {
		bit  int16
		attr grid.Attrs
	}{{vt10xBold, grid.Bold}, {vt10xItalic, grid.Italic}, {vt10xBlink, grid.Blink}, {vt10xReverse, grid.Reverse}} {
		if g.Mode&a.bit != 0 {
			st.Attrs |= a.attr
		}
	}
	if g.Mode&vt10xReverse != 0 {
		st.FG, st.BG = st.BG, st.FG
	}
	if g.Mode&vt10xUnderline != 0 {
		st.Underline = grid.SingleUnderline
	}
	return st
}

func vt10xColor(c vt10x.Color) grid.Color {
	switch {
	case c == vt10x.DefaultFG || c == vt10x.DefaultBG:
		return grid.DefaultColor
	case c < 256:
		return grid.Indexed(uint8(c))
	}
	return grid.RGB(uint8(c>>16), uint8(c>>8), uint8(c))
}
