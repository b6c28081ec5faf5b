package vt

import "dormer/session/grid"

// pen is what the next character will look like.
type pen struct {
	style grid.Style
	// id is style in the palette's numbers, unless stale; blank is what it erases
	// with, where hasBlank.
	id        uint16
	stale     bool
	hasBlank  bool
	blank     grid.Cell
	protected grid.Flags
}

// penCell returns a cell of the pen without a character.
func (t *Terminal) penCell() grid.Cell {
	if t.pen.stale {
		t.freshen()
	}
	return grid.Cell{Style: t.pen.id, Flags: t.pen.protected}
}

// setStyle gives the pen a style whose number is known.
func (p *pen) setStyle(id uint16, s *grid.Style) {
	p.id, p.style = id, *s
	p.stale, p.hasBlank = false, false
}

// freshen looks the pen's number up after the pen changed.
func (t *Terminal) freshen() {
	p := &t.pen
	p.stale, p.hasBlank = false, false
	p.id = t.palette.StyleID(p.style)
}

// blank is what erasing leaves: the pen's background and nothing else (BCE). The
// pen changes far more often than it erases, so only this looks it up.
func (t *Terminal) blank() grid.Cell {
	p := &t.pen
	if p.stale {
		t.freshen()
	}
	if !p.hasBlank {
		p.hasBlank, p.blank = true, grid.Cell{}
		if !p.style.BG.IsDefault() {
			p.blank.Style = t.palette.StyleID(grid.Style{BG: p.style.BG})
		}
	}
	return p.blank
}
