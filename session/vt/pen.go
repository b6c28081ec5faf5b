package vt

import "dormer/session/grid"

// pen is the style of the next character.
type pen struct {
	style     grid.Style
	protected grid.Flags
	// id is the palette's number for style, unless stale.
	id    uint16
	stale bool
}

// penStyle returns the pen's style for the caller to change.
func (t *Terminal) penStyle() *grid.Style {
	t.pen.stale = true
	return &t.pen.style
}

// penCell returns a cell in the pen's style without a character.
func (t *Terminal) penCell() grid.Cell {
	if p := &t.pen; p.stale {
		p.id, p.stale = t.palette.StyleID(p.style), false
	}
	return grid.Cell{Style: t.pen.id, Flags: t.pen.protected}
}

// blank returns an erased cell: the pen's background and nothing else (BCE).
func (t *Terminal) blank() grid.Cell {
	if bg := t.pen.style.BG; !bg.IsDefault() {
		return grid.Cell{Style: t.palette.StyleID(grid.Style{BG: bg})}
	}
	return grid.Cell{}
}
