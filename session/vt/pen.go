package vt

import "dormer/session/grid"

// pen is what the next character will look like.
type pen struct {
	style grid.Style
	// id and blank are style in the palette's numbers, unless stale.
	id        uint16
	blank     grid.Cell
	stale     bool
	protected grid.Flags
}

// penCell returns a cell of the pen without a character.
func (t *Terminal) penCell() grid.Cell {
	t.freshen()
	return grid.Cell{Style: t.pen.id, Flags: t.pen.protected}
}

// blank is what erasing leaves: the pen's background and nothing else (BCE).
func (t *Terminal) blank() grid.Cell {
	t.freshen()
	return t.pen.blank
}

// freshen looks the pen's numbers up if the pen changed.
func (t *Terminal) freshen() {
	p := &t.pen
	if !p.stale {
		return
	}
	p.stale = false
	p.id = t.palette.StyleID(p.style)
	p.blank = grid.Cell{}
	if !p.style.BG.IsDefault() {
		p.blank.Style = t.palette.StyleID(grid.Style{BG: p.style.BG})
	}
}
