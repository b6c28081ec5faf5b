package copymode

import (
	"dormer/session/wire"
	"dormer/ui/keys"
)

// Pane is a pane in copy mode: it shows the history and the screen of its session as
// text to read, search, select and copy, instead of the live screen.
//
// A pane changes nothing but itself: what else a key or a click asks for is in the
// [Result]. It looks at the text only when it is told to ([Pane.Look]) and when it takes
// a key or a click.
type Pane struct {
	session Session
	keys    Keys
	last    *LastSearch
	rows    int
	text    Page
	// left says that the pane has left copy mode: see Close.
	left bool
	state
}

// state is what a pane remembers between two keys. It is a value: a key that needs
// lines which are not here yet is undone by putting the state from before back.
type state struct {
	mode Mode
	// keyed says that the keys are copy mode's. In a pane that the wheel or a drag put
	// into copy mode they are not: the first key ends it and goes to the child.
	keyed bool
	// follow keeps the end of the text in sight while output arrives: a selection was
	// made on the live screen, and nobody reads further up.
	follow bool
	// lit says that what is selected has been copied: the next key or click unselects it.
	lit bool
	// unplaced says that the numbers in the corner are not wanted.
	unplaced bool
	// count is the number typed before a command, 0 for none.
	count int
	// typed is the beginning of a sequence of keys.
	typed []keys.Key
	// char waits for the character to go to, nil where none is awaited.
	char *charSeek
	// owed says that the host owes the answer to a key, and waiting are the keys that
	// came since: what they do depends on it. Keys wait for missing lines too.
	owed    bool
	waiting []keys.Key
	// asked is the question about commands that an answer is awaited for.
	asked question
	found found
	// goal is where the cursor goes once that line is here.
	goal *wire.Position
	places
}

// Session is the session that a pane shows, as far as copy mode has to do with it.
type Session interface {
	Screen
	Host
	Prompts
}

// Screen is what is here of a session.
type Screen interface {
	// Text is the text as it is now, or as Still keeps it, shown in a number of rows.
	Text(rows int) Page
	// Still keeps the screen as it is for who reads it; what is kept already stays,
	// unless anew. Move ends that.
	Still(anew bool)
	Move()
	// Shows reports whether the text between two places is what the child shows there
	// now.
	Shows(first, end wire.Position) bool
	// Cursor is the place of the child's cursor.
	Cursor() wire.Position
}

// Host answers questions about the text and knows where places go when the width
// changes. Questions return the tag that their answer will have: see [Pane.Answer].
type Host interface {
	// Search looks in the text that is read: what Still keeps of it as that is kept. It
	// takes the place of the search before.
	Search(wire.Search) (tag uint64)
	StopSearch()
	// Hold names the places to be told of when lines get other numbers: see [Pane.Held].
	Hold([]wire.Position)
}

// Prompts are the commands that the shell has marked. The answers are
// [wire.CommandsReply].
type Prompts interface {
	PromptBefore(line uint64) (tag uint64)
	PromptAfter(line uint64) (tag uint64)
	Commands(wire.Commands) (tag uint64)
}

// Page is a text that goes on into a screen.
type Page interface {
	Text
	// Screen is the number of the screen's first row.
	Screen() uint64
	// Missing reports whether a line was looked at that is not here yet. It has been
	// asked for.
	Missing() bool
}

// LastSearch is what was searched for last, in whatever pane.
type LastSearch struct {
	Query wire.Query
	Back  bool
	// Regexp says that what is typed next is an expression.
	Regexp bool
}

// enter puts a pane into copy mode, with the cursor where the child's is. Its keys stay the
// child's until it is asked to [Read].
func enter(at Place, last *LastSearch) *Pane {
	p := &Pane{session: at.Session, keys: at.Keys, last: last, rows: max(at.Rows, 1)}
	p.text = p.session.Text(p.rows)
	p.mode = begin(p.text, p.session.Cursor())
	p.mode.Between = p.keys.Emacs()
	_, p.cols = p.text.Size()
	p.kept = p.history()
	return p
}

// Look takes the text and the keys as they are now. Where no rows are shown, those of before
// hold.
func (p *Pane) Look(at Place) {
	p.session, p.keys = at.Session, at.Keys
	if at.Rows > 0 {
		p.rows = at.Rows
	}
	p.look()
}

func (p *Pane) look() {
	p.text = p.session.Text(p.rows)
	p.followWidth()
	if p.follow {
		p.mode.Top = Bottom(p.text)
	}
}

// history are the lines above the screen.
func (p *Pane) history() wire.Range {
	return wire.Range{First: p.text.Bounds().First, End: p.text.Screen()}
}

// Keyed reports whether the keys are copy mode's.
func (p *Pane) Keyed() bool { return p.keyed }

// Follows reports whether the end of the text stays in sight while output arrives.
func (p *Pane) Follows() bool { return p.follow }

// Close lets go of what the pane kept. It is called when the pane leaves copy mode, and
// closes the prompt of a search with the next key.
func (p *Pane) Close() {
	p.left = true
	if p.found.on {
		p.session.StopSearch()
	}
	p.session.Move()
}

// Answer takes an answer of the host, and reports whether the pane had asked for it.
func (p *Pane) Answer(e wire.Message) (r Result, asked bool) {
	switch e := e.(type) {
	case wire.SearchReply:
		switch {
		case !p.found.on:
			return Result{}, false
		case e.Tag == p.found.tag:
			p.answerSearch(e)
		case e.Tag == p.found.litTag:
			p.found.lit, p.found.litTag = e.Matches, 0
		default:
			return Result{}, false
		}
		return Result{}, true
	case wire.CommandsReply:
		if e.Tag != p.asked.tag || e.Tag == 0 {
			return Result{}, false
		}
		p.owed = false
		if p.asked.kind == outputHere {
			return p.answerOutput(e), true
		}
		return p.answerPrompt(e), true
	}
	return Result{}, false
}

// refresh reads what the child shows now. Where the end of the text is shown, it still
// is.
func (p *Pane) refresh() {
	was, end := p.mode.AtBottom(p.text), p.text.Bounds().End
	p.session.Still(true)
	p.text = p.session.Text(p.rows)
	if was && p.text.Bounds().End > end {
		by := p.text.Bounds().End - end
		p.mode.Top += by
		p.mode.Cursor.Line += by
	}
	p.mode.Settle(p.text)
	p.followWidth()
}

// jump puts the cursor on a place, at once or when its line has come.
func (p *Pane) jump(to wire.Position) {
	p.goal = &to
	p.reach()
}

// reach goes to the goal, as far as its line is here.
func (p *Pane) reach() {
	if p.goal == nil {
		return
	}
	p.mode.GoShown(p.text, *p.goal)
	if l := p.text.Line(p.goal.Line); len(l.Runes) > 0 || !p.text.Missing() {
		p.goal = nil
	}
	p.lightUp()
}
