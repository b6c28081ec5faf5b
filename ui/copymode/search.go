package copymode

import (
	"fmt"
	"math"

	"dormer/session/wire"
)

// found is what a pane's text is searched for, and what of it is known. The host
// looks: however long the history is, no lines come here for it.
type found struct {
	on    bool
	query wire.Query
	back  bool
	// pending says that the answer to tag is still to come.
	pending bool
	tag     uint64
	// at is the match that the cursor went to, the number'th of total.
	at            wire.Match
	number, total int
	wrapped       bool
	err           string
	// lit are the matches in the lines of litIn, which holds those that are shown; they
	// come with the answer to litTag, which is 0 when they are here.
	lit    []wire.Match
	litIn  wire.Range
	litTag uint64
}

// told says what was found, in a few words.
func (f *found) told() string {
	switch {
	case !f.on:
		return ""
	case f.err != "":
		return f.err
	case f.pending && f.total == 0:
		return "searching"
	case f.total == 0:
		return "no match"
	case f.wrapped && f.back:
		return fmt.Sprintf("%d of %d, wrapped to the end", f.number, f.total)
	case f.wrapped:
		return fmt.Sprintf("%d of %d, wrapped to the beginning", f.number, f.total)
	}
	return fmt.Sprintf("%d of %d", f.number, f.total)
}

// unlight forgets which matches are shown.
func (f *found) unlight() { f.lit, f.litIn, f.litTag = nil, wire.Range{}, 0 }

// forget ends a search; nothing is lit any more.
func (p *Pane) forget() {
	if p.found.on {
		p.session.StopSearch()
		p.found = found{}
	}
}

// search looks for a query from a place on, and takes the cursor to the first match.
func (p *Pane) search(q wire.Query, from wire.Position, back bool) {
	was := p.found
	p.found = found{on: true, query: q, back: back, total: was.total, number: was.number, at: was.at, lit: was.lit, litIn: was.litIn}
	switch {
	case q != was.query:
		p.found.at = wire.Match{}
		p.found.unlight()
	case was.litTag != 0: // the host drops that question for this one: it is asked again
		p.found.litIn = wire.Range{}
	}
	p.ask(from, false)
}

// ask asks the host for the next match from a place on.
func (p *Pane) ask(from wire.Position, wrapped bool) {
	p.found.pending, p.found.wrapped = true, wrapped
	p.found.tag = p.session.Search(wire.Search{Query: p.found.query, From: from, Backward: p.found.back, Max: 1})
}

// answerSearch takes what was found. With nothing further in the direction the search
// goes on from the other end.
func (p *Pane) answerSearch(r wire.SearchReply) {
	f := &p.found
	f.pending, f.err, f.total = false, r.Err, r.Total
	switch {
	case r.Err != "" || r.Total == 0:
		f.lit, f.at = nil, wire.Match{}
	case len(r.Matches) == 0 && !f.wrapped:
		p.ask(otherEnd(f.back), true)
		return
	case len(r.Matches) > 0:
		f.at = r.Matches[0]
		f.number = min(r.Before+1, r.Total)
		if f.back {
			f.number = max(r.Before, 1)
		}
		p.jump(f.at.First)
	}
	p.lightUp()
	p.owed = false
}

func otherEnd(back bool) wire.Position {
	if back {
		return wire.Position{Line: math.MaxUint64, Col: 0}
	}
	return wire.Position{}
}

// lightUp asks for all matches in the lines that are shown, and some around them.
func (p *Pane) lightUp() {
	f := &p.found
	around := uint64(p.rows)
	shown := wire.Range{First: p.mode.Top, End: p.mode.Top + around}
	if !f.on || f.pending || f.total == 0 || f.err != "" || f.litIn.First <= shown.First && shown.End <= f.litIn.End {
		return
	}
	f.litIn = wire.Range{First: shown.First - min(shown.First, around), End: shown.End + around}
	f.litTag = p.session.Search(wire.Search{Query: f.query, Range: f.litIn, Max: wire.MaxMatches})
}

// searchOn goes to the next match, in the direction of the search or against it.
func searchOn(turn bool) func(*Pane) Result {
	return func(p *Pane) Result {
		if p.last.Query.Text == "" {
			return say("there was no search yet: " + p.keys.KeyOf("search") + " searches")
		}
		back := p.last.Back != turn
		p.search(p.last.Query, p.beside(back), back)
		p.owed = true
		return Result{}
	}
}

// beside is where to look on from: behind the cursor, or before it.
func (p *Pane) beside(back bool) wire.Position { return beside(p.mode.Cursor, back) }

func beside(at wire.Position, back bool) wire.Position {
	if !back {
		at.Col++
	}
	return at
}

// searchWord looks for the word under the cursor.
func searchWord(back bool) func(*Pane) Result {
	return func(p *Pane) Result {
		w := p.mode.Word(p.text)
		if w == "" {
			return say("there is no word under the cursor")
		}
		q := wire.Query{Text: w, Case: wire.MatchCase}
		*p.last = LastSearch{Query: q, Back: back}
		p.search(q, p.beside(back), back)
		p.owed = true
		return Result{}
	}
}
