package copymode

import "dormer/session/wire"

// Cell is a cell of the pane, counted from its top left corner.
type Cell struct{ Row, Col int }

// at returns the position in the text that a cell shows.
func (p *Pane) at(c Cell) wire.Position {
	return wire.Position{Line: p.mode.Top + uint64(c.Row), Col: c.Col}
}

// do leaves copy mode at the end of the text if the wheel has entered it.
func (v Scroll) do(p *Pane) (r Result) {
	p.follow = false
	p.mode.Scroll(p.text, v.Lines)
	if !p.keyed && v.Lines > 0 && p.mode.AtBottom(p.text) {
		if p.mode.Selection.Kind == Nothing {
			return Result{Leave: true}
		}
		p.follow = true
	}
	p.requestHighlights()
	return r
}

// do clears the selection.
func (v Press) do(p *Pane) Result {
	p.freeze()
	p.mode.Unselect()
	p.copied = false
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

// DragBeyond scrolls by some lines and extends the selection to a cell. It reports whether the
// text has scrolled.
func (p *Pane) DragBeyond(c Cell, lines int) (scrolled bool) {
	before := p.mode.Top
	p.mode.Scroll(p.text, lines)
	p.mode.Go(p.text, p.at(c))
	return p.mode.Top != before
}

// do copies the selection, which stays highlighted until the next key or click.
func (v Release) do(p *Pane) Result {
	p.mode.Go(p.text, p.at(v.Cell))
	if !p.keyed && p.mode.AtBottom(p.text) {
		p.follow = true
	}
	span, ok := p.mode.Selected(p.text)
	if !ok {
		return Result{}
	}
	p.copied = true
	return Result{Ask: CopyText{Span: span}}
}
