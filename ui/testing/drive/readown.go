//go:build linux

package drive

import (
	"dormer/session/grid"
	"dormer/session/vt"
)

// ownReader reads through dormer's emulator.
type ownReader struct {
	term       *vt.Terminal
	rows, cols int
}

func newOwnReader(rows, cols int) *ownReader {
	return &ownReader{term: vt.New(rows, cols, vt.Options{}), rows: rows, cols: cols}
}

func (r *ownReader) show(tokens []token) {
	for _, t := range tokens {
		_, _ = r.term.Write(t.raw) // never fails
	}
}

func (r *ownReader) resize(rows, cols int) {
	r.rows, r.cols = rows, cols
	r.term.Resize(rows, cols)
}

func (r *ownReader) close() {}

func (r *ownReader) screen() Screen {
	s := newScreen(r.rows, r.cols)
	palette := r.term.Palette()
	for y := range r.rows {
		for x, c := range r.term.Row(y) {
			if c.Flags&grid.Tail == 0 {
				s.set(x, y, string(palette.AppendText(nil, c)), c.Width(), palette.Style(c.Style))
			}
		}
	}
	s.Cursor = r.term.Cursor()
	return s
}
