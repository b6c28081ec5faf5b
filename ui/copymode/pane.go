package copymode

import (
	"dormer/session/wire"
	"dormer/ui/keys"
)

// Pane is a pane in copy mode: it shows the history and the screen of its session as
// text to read, search, select and copy, instead of the live screen.
//
// A pane has no other side effects: everything else that a key or a click asks for is in the
// [Result]. It reads the text only in [Pane.Update] and when it handles a key or a click.
type Pane struct {
	session Session
	keys    Keys
	last    *LastSearch
	rows    int
	text    Page
	// left is set when the pane has left copy mode; see Close.
	left bool
	state
}

// state is the state of a pane between two keys. It is a value: a key that needs lines that are
// not loaded is undone by restoring the previous state.
type state struct {
	mode Mode
	// keyed is set if keys go to copy mode. If the wheel or a drag has entered copy mode, they
	// do not: the first key leaves it and goes to the child.
	keyed bool
	// follow keeps the end of the text visible while output arrives, after a selection was
	// made on the live screen.
	follow bool
	// highlights is set when the selection has been copied: the next key or click clears it.
	copied bool
	// hidePosition hides the position in the corner.
	hidePosition bool
	// count is the number typed before a command, 0 for none.
	count int
	// typed is the beginning of a sequence of keys.
	typed []keys.Key
	// char is the find command that waits for its character, nil for none.
	char *charSeek
	// awaitsAnswer is set while the host's answer to a key is pending. waiting are the keys that were
	// typed since then, or since lines were missing, and depend on it.
	awaitsAnswer bool
	waiting      []keys.Key
	// asked is the pending question about commands.
	asked question
	found found
	// goal is the position that the cursor goes to when its line is loaded, nil for none.
	goal *wire.Position
	tracked
}

// Session is the part of a pane's session that copy mode needs.
type Session interface {
	Screen
	Host
	Prompts
}

// Screen is the text of a session as far as it is loaded.
type Screen interface {
	// Text returns the current text, or the one frozen by Freeze, for a number of visible rows.
	Text(rows int) Page
	// Freeze freezes the text until Unfreeze. If it is already frozen, it stays as it is, unless
	// anew is set.
	Freeze(anew bool)
	Unfreeze()
	// Shows reports whether the text between two positions is the same as in the child's
	// current text.
	Shows(first, end wire.Position) bool
	// Cursor returns the position of the child's cursor.
	Cursor() wire.Position
}

// Host answers questions about the text, and tracks positions when the width changes. Questions
// return the tag of their answer; see [Pane.Answer].
type Host interface {
	// Search searches the text, including the part frozen by Freeze. It replaces the previous
	// search.
	Search(wire.Search) (tag uint64)
	StopSearch()
	// Hold sets the positions to track when line numbers change; see [Pane.Held].
	Hold([]wire.Position)
}

// Prompts asks about the commands that the shell has marked. Answers are
// [wire.CommandsReply].
type Prompts interface {
	PromptBefore(line uint64) (tag uint64)
	PromptAfter(line uint64) (tag uint64)
	Commands(wire.Commands) (tag uint64)
}

// Page is a text that ends with the screen.
type Page interface {
	Text
	// Screen returns the line number of the screen's first row.
	Screen() uint64
	// Missing reports whether a line was read that is not loaded. It has been requested from
	// the host.
	Missing() bool
}

// LastSearch is the last search in any pane.
type LastSearch struct {
	Query wire.Query
	Back  bool
	// Regexp makes the next search prompt start with regular expressions.
	Regexp bool
}

// enter puts a pane into copy mode, with the cursor at the child's cursor. Keys still go to the
// child until [Read].
func enter(at Place, last *LastSearch) *Pane {
	p := &Pane{session: at.Session, keys: at.Keys, last: last, rows: max(at.Rows, 1)}
	p.text = p.session.Text(p.rows)
	p.mode = begin(p.text, p.session.Cursor())
	p.mode.Between = p.keys.Emacs()
	_, p.cols = p.text.Size()
	p.kept = p.history()
	return p
}

// Update updates the text, the keys and, unless the pane is hidden, the number of rows.
func (p *Pane) Update(at Place) {
	p.session, p.keys = at.Session, at.Keys
	if at.Rows > 0 {
		p.rows = at.Rows
	}
	p.updateText()
}

func (p *Pane) updateText() {
	p.text = p.session.Text(p.rows)
	p.followWidth()
	if p.follow {
		p.mode.Top = Bottom(p.text)
	}
}

// history returns the lines above the screen.
func (p *Pane) history() wire.Range {
	return wire.Range{First: p.text.Bounds().First, End: p.text.Screen()}
}

// Keyed reports whether keys go to copy mode.
func (p *Pane) Keyed() bool { return p.keyed }

// Follows reports whether the end of the text stays visible while output arrives.
func (p *Pane) Follows() bool { return p.follow }

// Close stops the search and unfreezes the text. It is called when the pane leaves copy mode. An
// open search prompt closes with the next key.
func (p *Pane) Close() {
	p.left = true
	if p.found.on {
		p.session.StopSearch()
	}
	p.session.Unfreeze()
}

// Answer handles an answer of the host, and reports whether the pane had asked for it.
func (p *Pane) Answer(e wire.Message) (r Result, asked bool) {
	switch e := e.(type) {
	case wire.SearchReply:
		switch {
		case !p.found.on:
			return Result{}, false
		case e.Tag == p.found.tag:
			p.answerSearch(e)
		case e.Tag == p.found.highlightTag:
			p.found.highlights, p.found.highlightTag = e.Matches, 0
		default:
			return Result{}, false
		}
		return Result{}, true
	case wire.CommandsReply:
		if e.Tag != p.asked.tag || e.Tag == 0 {
			return Result{}, false
		}
		p.awaitsAnswer = false
		if p.asked.kind == outputHere {
			return p.answerOutput(e), true
		}
		return p.answerPrompt(e), true
	}
	return Result{}, false
}

// refresh freezes the current text instead of the old one. If the end was visible, it stays
// visible.
func (p *Pane) refresh() {
	was, end := p.mode.AtBottom(p.text), p.text.Bounds().End
	p.session.Freeze(true)
	p.text = p.session.Text(p.rows)
	if was && p.text.Bounds().End > end {
		by := p.text.Bounds().End - end
		p.mode.Top += by
		p.mode.Cursor.Line += by
	}
	p.mode.Settle(p.text)
	p.followWidth()
}

// jump moves the cursor to a position, at once or when its line is loaded.
func (p *Pane) jump(to wire.Position) {
	p.goal = &to
	p.goToPending()
}

// goToPending goes to the goal, which stays pending until its line is loaded.
func (p *Pane) goToPending() {
	if p.goal == nil {
		return
	}
	p.mode.GoShown(p.text, *p.goal)
	if l := p.text.Line(p.goal.Line); len(l.Runes) > 0 || !p.text.Missing() {
		p.goal = nil
	}
	p.requestHighlights()
}
