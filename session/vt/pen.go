package vt

import "dormer/session/grid"

// pen is what the next character will look like.
type pen struct {
	// style is what it is, unless unread: then the palette has it under id. Its link is
	// right in either case.
	style  grid.Style
	unread bool
	// id is style in the palette's numbers, unless stale; blank is what it erases
	// with, where hasBlank.
	id        uint16
	stale     bool
	hasBlank  bool
	blank     grid.Cell
	protected grid.Flags
}

// penStyle returns what the pen is. It may be changed by who says so (stale).
func (t *Terminal) penStyle() *grid.Style {
	if p := &t.pen; p.unread {
		p.style, p.unread = *t.palette.StyleRef(p.id), false
	}
	return &t.pen.style
}

// penCell returns a cell of the pen without a character.
func (t *Terminal) penCell() grid.Cell {
	if t.pen.stale {
		t.freshen()
	}
	return grid.Cell{Style: t.pen.id, Flags: t.pen.protected}
}

// setID gives the pen the style of a number, with the link that it has. Most pens
// change again before anybody asks for more than their number.
func (p *pen) setID(id uint16) {
	p.id = id
	p.unread, p.stale, p.hasBlank = true, false, false
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
	if p := &t.pen; p.hasBlank && !p.stale {
		return p.blank
	}
	return t.newBlank()
}

func (t *Terminal) newBlank() grid.Cell {
	p := &t.pen
	if p.stale {
		t.freshen()
	}
	p.hasBlank, p.blank = true, grid.Cell{}
	if bg := t.penStyle().BG; !bg.IsDefault() {
		p.blank.Style = t.palette.StyleID(grid.Style{BG: bg})
	}
	return p.blank
}
