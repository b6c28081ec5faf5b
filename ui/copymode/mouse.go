package copymode

import "dormer/session/wire"

// Cell is a cell of the pane, counted from its upper left corner.
type Cell struct{ Row, Col int }

// at is the place of the text that a cell shows.
func (p *Pane) at(c Cell) wire.Position {
	return wire.Position{Line: p.mode.Top + uint64(c.Row), Col: c.Col}
}

// A pane that the wheel put into copy mode leaves it at the end of the text.
func (v Scroll) do(p *Pane) (r Result) {
	p.follow = false
	p.mode.Scroll(p.text, v.Lines)
	if !p.keyed && v.Lines > 0 && p.mode.AtBottom(p.text) {
		if p.mode.Selection.Kind == Nothing {
			return Result{Leave: true}
		}
		p.follow = true
	}
	p.lightUp()
	return r
}

// Nothing is selected any more.
func (v Press) do(p *Pane) Result {
	p.hold()
	p.mode.Unselect()
	p.lit = false
	if p.follow {
		return Result{Leave: true}
	}
	if p.keyed {
		p.mode.Go(p.text, p.at(v.Cell))
	}
	return Result{}
}

func (v Select) do(p *Pane) Result {
	p.follow = false
	place := p.at(v.Cell)
	p.mode.Selection = Selection{Kind: v.Kind, Anchor: place}
	p.mode.Go(p.text, place)
	if v.Kind == Words {
		p.mode.Selection.Anchor = p.mode.Cursor
	}
	return Result{}
}

func (v Drag) do(p *Pane) Result {
	p.mode.Go(p.text, p.at(v.Cell))
	return Result{}
}

// DragBeyond scrolls by some lines and selects up to a cell, and reports whether there
// was anything to scroll to.
func (p *Pane) DragBeyond(c Cell, lines int) (scrolled bool) {
	before := p.mode.Top
	p.mode.Scroll(p.text, lines)
	p.mode.Go(p.text, p.at(c))
	return p.mode.Top != before
}

// What is selected is copied, and stays lit until the next key or click.
func (v Release) do(p *Pane) Result {
	p.mode.Go(p.text, p.at(v.Cell))
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
