package copymode

import "dormer/session/wire"

// Cell is a cell of the pane, counted from its upper left corner.
type Cell struct{ Row, Col int }

// at is the place of the text that a cell shows.
func (p *Pane) at(c Cell) wire.Position {
	return wire.Position{Line: p.mode.Top + uint64(c.Row), Col: c.Col}
}

// Wheel scrolls by some lines, down where positive. A pane that the wheel put into copy
// mode leaves it at the end of the text.
func (p *Pane) Wheel(lines int) (r Result) {
	p.follow = false
	p.mode.Scroll(p.text, lines)
	if !p.keyed && lines > 0 && p.mode.AtBottom(p.text) {
		if p.mode.Selection.Kind == Nothing {
			return Result{Leave: true}
		}
		p.follow = true
	}
	p.lightUp()
	return r
}

// Press is the left button that goes down on a cell: nothing is selected any more.
func (p *Pane) Press(c Cell) Result {
	p.hold()
	p.mode.Unselect()
	p.lit = false
	if p.follow {
		return Result{Leave: true}
	}
	if p.keyed {
		p.mode.Go(p.text, p.at(c))
	}
	return Result{}
}

// Select begins a selection at a cell.
func (p *Pane) Select(c Cell, k Kind) {
	p.follow = false
	place := p.at(c)
	p.mode.Selection = Selection{Kind: k, Anchor: place}
	p.mode.Go(p.text, place)
	if k == Words {
		p.mode.Selection.Anchor = p.mode.Cursor
	}
}

// Drag selects up to a cell.
func (p *Pane) Drag(c Cell) { p.mode.Go(p.text, p.at(c)) }

// DragBeyond scrolls by some lines and selects up to a cell, and reports whether there
// was anything to scroll to.
func (p *Pane) DragBeyond(c Cell, lines int) (scrolled bool) {
	before := p.mode.Top
	p.mode.Scroll(p.text, lines)
	p.mode.Go(p.text, p.at(c))
	return p.mode.Top != before
}

// Release ends a drag at a cell: what is selected is copied, and stays lit until the
// next key or click.
func (p *Pane) Release(c Cell) Result {
	p.Drag(c)
	if !p.keyed && p.mode.AtBottom(p.text) {
		p.follow = true
	}
	span, ok := p.mode.Selected(p.text)
	if !ok {
		return Result{}
	}
	p.lit = true
	return Result{Ask: CopyText{Span: span}}
}
