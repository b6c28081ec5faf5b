package copymode

import (
	"fmt"

	"dormer/session/wire"
)

// Shown describes what to draw for a pane in copy mode.
type Shown struct {
	// Top is the line in the first row. With Follow, Top is ignored and the end of the text is
	// shown.
	Top    uint64
	Follow bool
	// Cursor is the position of the cursor; nil unless keys go to copy mode.
	Cursor *wire.Position
	// Span is the selection; it is valid if Marked is set.
	Span   Span
	Marked bool
	// Found are the matches to highlight, At is the one at the cursor.
	Found []wire.Match
	At    wire.Match
	// Where is the text for the pane's top right corner: position and search results.
	Where string
}

// Shown describes what to draw for the text of the last Look.
func (p *Pane) Shown() Shown {
	if p.keyed {
		p.mode.Settle(p.text)
	} else {
		p.mode.Top = min(max(p.mode.Top, p.text.Bounds().First), Bottom(p.text))
	}
	s := Shown{Top: p.mode.Top, Follow: p.follow, Found: p.found.highlights, At: p.found.at, Where: p.where()}
	s.Span, s.Marked = p.mode.Selected(p.text)
	if p.keyed {
		at := p.mode.Cursor
		s.Cursor = &at
	}
	return s
}

// Lines returns the visible lines.
func (p *Pane) Lines() wire.Range {
	top := p.mode.Top
	if p.follow {
		top = Bottom(p.text)
	}
	return wire.Range{First: top, End: top + uint64(p.rows)}
}

// where returns the number before a command, the search results, and how many lines of the
// history are below the top.
func (p *Pane) where() string {
	of := p.text.Screen() - p.text.Bounds().First
	above := p.text.Screen() - min(p.mode.Top, p.text.Screen())
	text := ""
	if !p.hidePosition && (p.keyed || above > 0 && !p.follow) {
		text = fmt.Sprintf("[%d/%d]", above, of)
	}
	if told := p.found.describe(); told != "" {
		text = told + " " + text
	}
	if p.count > 0 {
		text = fmt.Sprintf("(%d) %s", p.count, text)
	}
	return text
}
