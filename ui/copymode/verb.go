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
	p.TakeKeys()
	if v.Up {
		p.PageUp()
	}
	return Result{}
}

func (v GoTo) do(p *Pane) Result {
	p.GoToLine(v.Up)
	return Result{}
}

func (v Select) do(p *Pane) Result {
	p.Select(v.Cell, v.Kind)
	return Result{}
}

func (v Drag) do(p *Pane) Result {
	p.Drag(v.Cell)
	return Result{}
}

func (v Show) do(p *Pane) Result {
	p.ShowMatch(v.Match, v.Query)
	return Result{}
}

func (v Do) do(p *Pane) Result      { return p.Do(v.Command) }
func (v Scroll) do(p *Pane) Result  { return p.Wheel(v.Lines) }
func (v Press) do(p *Pane) Result   { return p.Press(v.Cell) }
func (v Release) do(p *Pane) Result { return p.Release(v.Cell) }
