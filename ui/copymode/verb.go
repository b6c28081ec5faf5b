package copymode

import "dormer/session/wire"

// Verb is something that a pane in copy mode is asked to do otherwise than by a key: by the
// mouse, by a command, or by a prompt. The sum is sealed.
type Verb interface {
	// enters reports whether a pane that is not in copy mode enters it to do that.
	enters(Page) bool
	do(*Pane) Result
}

type (
	// Read makes the keys copy mode's; with Up it also shows the page above.
	Read struct{ Up bool }
	// Do does the command with a name.
	Do struct{ Command string }
	// GoTo goes to a line, counted up from the screen.
	GoTo struct{ Up int }
	// Scroll scrolls by some lines, down where positive, as the wheel does.
	Scroll struct{ Lines int }
	// Press is the left button that goes down on a cell, Select begins a selection there,
	// Drag takes it to a cell, and Release ends it.
	Press  struct{ Cell Cell }
	Select struct {
		Cell Cell
		Kind Kind
	}
	Drag    struct{ Cell Cell }
	Release struct{ Cell Cell }
	// Show shows a match that was found from elsewhere, with all that the query finds lit.
	Show struct {
		Match wire.Match
		Query string
	}
)

func (Read) enters(Page) bool    { return true }
func (Do) enters(Page) bool      { return false }
func (GoTo) enters(Page) bool    { return false }
func (Press) enters(Page) bool   { return false }
func (Select) enters(Page) bool  { return true }
func (Drag) enters(Page) bool    { return false }
func (Release) enters(Page) bool { return false }
func (Show) enters(Page) bool    { return true }

// Beyond the end of the text nothing is to be read, nor above a screen without history.
func (v Scroll) enters(p Page) bool { return v.Lines <= 0 && p.Screen() > p.Bounds().First }

func (v Read) do(p *Pane) Result {
	if !p.keyed {
		p.keyed, p.follow = true, false
		p.session.Still(false) // as it is while one reads
		p.mode.Settle(p.text)
	}
	if v.Up {
		p.mode.Page(p.text, -max(p.rows-2, 1))
	}
	return Result{}
}

func (v Do) do(p *Pane) Result { return p.Do(v.Command) }

func (v GoTo) do(p *Pane) Result {
	screen := p.text.Screen()
	n := min(uint64(v.Up), screen-p.text.Bounds().First)
	p.mode.Top = screen - n
	p.jump(wire.Position{Line: screen - n})
	return Result{}
}

// The keys are copy mode's then.
func (v Show) do(p *Pane) Result {
	p.keyed, p.follow = true, false
	// It was found in the present: that is read where what is kept has no such match.
	if !p.session.Shows(v.Match.First, v.Match.End) {
		p.refresh()
	}
	*p.last = LastSearch{Query: wire.Query{Text: v.Query}}
	p.jump(v.Match.First)
	if v.Query != "" {
		p.search(p.last.Query, v.Match.First, false)
	}
	return Result{}
}
