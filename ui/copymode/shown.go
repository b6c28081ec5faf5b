package copymode

import (
	"fmt"

	"dormer/session/wire"
)

// Shown is what a pane in copy mode shows.
type Shown struct {
	// Top is the line in the first row. With Follow the last row is the screen's last,
	// whatever Top is.
	Top    uint64
	Follow bool
	// Cursor is where the cursor is, nil where keys move none.
	Cursor *wire.Position
	// Span is what is selected, where Marked says that something is.
	Span   Span
	Marked bool
	// Found are matches of a search, At the one that the cursor is on.
	Found []wire.Match
	At    wire.Match
	// Where says how far up the text is, at the pane's right upper corner.
	Where string
}

// Shown is what the pane shows of the text that it looked at last.
func (p *Pane) Shown() Shown {
	if p.keyed {
		p.mode.Settle(p.text)
	} else {
		p.mode.Top = min(max(p.mode.Top, p.text.Bounds().First), Bottom(p.text))
	}
	s := Shown{Top: p.mode.Top, Follow: p.follow, Found: p.found.lit, At: p.found.at, Where: p.where()}
	s.Span, s.Marked = p.mode.Selected(p.text)
	if p.keyed {
		at := p.mode.Cursor
		s.Cursor = &at
	}
	return s
}

// Lines are the lines that are shown.
func (p *Pane) Lines() wire.Range {
	top := p.mode.Top
	if p.follow {
		top = Bottom(p.text)
	}
	return wire.Range{First: top, End: top + uint64(p.rows)}
}

// where tells how many lines one is up, of how many, and what was found.
func (p *Pane) where() string {
	of := p.text.Screen() - p.text.Bounds().First
	above := p.text.Screen() - min(p.mode.Top, p.text.Screen())
	text := ""
	if !p.unplaced && (p.keyed || above > 0 && !p.follow) {
		text = fmt.Sprintf("[%d/%d]", above, of)
	}
	if told := p.found.told(); told != "" {
		text = told + " " + text
	}
	if p.count > 0 {
		text = fmt.Sprintf("(%d) %s", p.count, text)
	}
	return text
}
