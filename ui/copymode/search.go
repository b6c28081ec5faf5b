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
	// highlights are the highlighted matches in the lines highlightRange, which include the visible ones. They
	// arrive with the answer to highlightTag, which is 0 afterwards.
	highlights     []wire.Match
	highlightRange wire.Range
	highlightTag   uint64
}

// sent describes the results in a few words.
func (f *found) describe() string {
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

// clearHighlights clears the highlighted matches.
func (f *found) clearHighlights() {
	f.highlights, f.highlightRange, f.highlightTag = nil, wire.Range{}, 0
}

// endSearch ends the search and clears its highlights.
func (p *Pane) endSearch() {
	if p.found.on {
		p.session.StopSearch()
		p.found = found{}
	}
}

// search starts a search at a position and moves the cursor to the first match.
func (p *Pane) search(q wire.Query, from wire.Position, back bool) {
	was := p.found
	p.found = found{on: true, query: q, back: back, total: was.total, number: was.number, at: was.at, highlights: was.highlights, highlightRange: was.highlightRange}
	switch {
	case q != was.query:
		p.found.at = wire.Match{}
		p.found.clearHighlights()
	case was.highlightTag != 0: // this search replaces the one for highlights, which must be repeated
		p.found.highlightRange = wire.Range{}
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
		f.highlights, f.at = nil, wire.Match{}
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
	p.requestHighlights()
	p.awaitsAnswer = false
}

func otherEnd(back bool) wire.Position {
	if back {
		return wire.Position{Line: math.MaxUint64, Col: 0}
	}
	return wire.Position{}
}

// requestHighlights asks for all matches in the visible lines, and in as many above and below.
func (p *Pane) requestHighlights() {
	f := &p.found
	around := uint64(p.rows)
	shown := wire.Range{First: p.mode.Top, End: p.mode.Top + around}
	if !f.on || f.pending || f.total == 0 || f.err != "" || f.highlightRange.First <= shown.First && shown.End <= f.highlightRange.End {
		return
	}
	f.highlightRange = wire.Range{First: shown.First - min(shown.First, around), End: shown.End + around}
	f.highlightTag = p.session.Search(wire.Search{Query: f.query, Range: f.highlightRange, Max: wire.MaxMatches})
}

// searchAgain goes to the next match in the direction of the search, or with turn in the opposite
// one.
func searchAgain(turn bool) func(*Pane) Result {
	return func(p *Pane) Result {
		if p.last.Query.Text == "" {
			return say("there was no search yet: " + p.keys.KeyOf("search") + " searches")
		}
		back := p.last.Back != turn
		p.search(p.last.Query, p.searchStart(back), back)
		p.awaitsAnswer = true
		return Result{}
	}
}

// searchStart returns the start of the next search: after the cursor, or before it.
func (p *Pane) searchStart(back bool) wire.Position { return searchStart(p.mode.Cursor, back) }

func searchStart(at wire.Position, back bool) wire.Position {
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
		p.search(q, p.searchStart(back), back)
		p.awaitsAnswer = true
		return Result{}
	}
}
