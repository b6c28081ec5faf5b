package copymode

import "dormer/session/wire"

// Verb is an operation on a pane in copy mode that does not come from its keys, but from the
// mouse, a command, or a prompt. The sum is sealed.
type Verb interface {
	// enters reports whether the verb enters copy mode.
	enters(Page) bool
	do(*Pane) Result
}

type (
	// Read directs keys to copy mode; with Up it also scrolls up a page.
	Read struct{ Up bool }
	// Do runs a command by its name.
	Do struct{ Command string }
	// GoTo goes to a line, counted up from the screen.
	GoTo struct{ Up int }
	// Scroll scrolls by some lines as the wheel does, down if positive.
	Scroll struct{ Lines int }
	// Press is a press of the left button on a cell. Select starts a selection there, Drag
	// extends it to a cell, and Release copies it.
	Press  struct{ Cell Cell }
	Select struct {
		Cell Cell
		Kind Kind
	}
	Drag    struct{ Cell Cell }
	Release struct{ Cell Cell }
	// Show goes to a match of a search outside of copy mode, and highlights all matches of its
	// query.
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

// enters is false when scrolling down, and for a screen without history.
func (v Scroll) enters(p Page) bool { return v.Lines <= 0 && p.Screen() > p.Bounds().First }

func (v Read) do(p *Pane) Result {
	if !p.keyed {
		p.keyed, p.follow = true, false
		p.session.Freeze(false)
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

// do directs keys to copy mode.
func (v Show) do(p *Pane) Result {
	p.keyed, p.follow = true, false
	// The match was found in the current text, which may differ from the frozen one.
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
