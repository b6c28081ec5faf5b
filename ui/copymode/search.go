package copymode

import (
	"fmt"
	"math"

	"dormer/session/wire"
)

// found is the search in a pane and its results. The host searches, so that the lines of a long
// history need not be transferred.
type found struct {
	on    bool
	query wire.Query
	back  bool
	// pending is set until the answer with this tag arrives.
	pending bool
	tag     uint64
	// at is the match at the cursor: match number of total.
	at            wire.Match
	number, total int
	wrapped       bool
	err           string
	// lit are the highlighted matches in the lines litIn, which include the visible ones. They
	// arrive with the answer to litTag, which is 0 afterwards.
	lit    []wire.Match
	litIn  wire.Range
	litTag uint64
}

// told describes the results in a few words.
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

// unlight clears the highlighted matches.
func (f *found) unlight() { f.lit, f.litIn, f.litTag = nil, wire.Range{}, 0 }

// forget ends the search and clears its highlights.
func (p *Pane) forget() {
	if p.found.on {
		p.session.StopSearch()
		p.found = found{}
	}
}

// search starts a search at a position and moves the cursor to the first match.
func (p *Pane) search(q wire.Query, from wire.Position, back bool) {
	was := p.found
	p.found = found{on: true, query: q, back: back, total: was.total, number: was.number, at: was.at, lit: was.lit, litIn: was.litIn}
	switch {
	case q != was.query:
		p.found.at = wire.Match{}
		p.found.unlight()
	case was.litTag != 0: // this search replaces the one for highlights, which must be repeated
		p.found.litIn = wire.Range{}
	}
	p.ask(from, false)
}

// ask asks the host for the next match from a position.
func (p *Pane) ask(from wire.Position, wrapped bool) {
	p.found.pending, p.found.wrapped = true, wrapped
	p.found.tag = p.session.Search(wire.Search{Query: p.found.query, From: from, Backward: p.found.back, Max: 1})
}

// answerSearch handles search results. If there are no more in the direction, the search wraps
// around.
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

// lightUp asks for all matches in the visible lines, and in as many above and below.
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

// searchOn goes to the next match in the direction of the search, or with turn in the opposite
// one.
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

// beside returns the start of the next search: after the cursor, or before it.
func (p *Pane) beside(back bool) wire.Position { return beside(p.mode.Cursor, back) }

func beside(at wire.Position, back bool) wire.Position {
	if !back {
		at.Col++
	}
	return at
}

// searchWord searches for the word under the cursor.
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
