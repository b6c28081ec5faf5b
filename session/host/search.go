package host

import (
	"math"
	"slices"
	"time"

	"dormer/session/vt"
	"dormer/session/wire"
)

const (
	// stepTime is about how long a search may block the emulator at a time.
	stepTime = 500 * time.Microsecond
	// fewLines and manyLines limit the number of lines that are searched in that time.
	fewLines, manyLines = 16, 1 << 16
)

// search is a search in progress. It searches all lines from the first to the last, some at a time,
// regardless of its direction, since it counts all matches.
type search struct {
	wire.Search
	finder  *vt.Finder
	reply   wire.SearchReply
	begun   bool
	at, end uint64
	cols    int // columns of the screen at the start
	lines   int // lines per step
}

func newSearch(q wire.Search) *search {
	s := &search{Search: q, lines: 1 << 10, reply: wire.SearchReply{Tag: q.Tag}}
	s.Max = min(max(q.Max, 0), wire.MaxMatches)
	if len(q.Query.Text) > wire.MaxQuery {
		s.reply.Err = "the text to search for is too long: search for a part of it"
		return s
	}
	p, err := vt.NewPattern(q.Query.Text, q.Query.Regexp, q.Query.Folds())
	if err != nil {
		s.reply.Err = err.Error()
		return s
	}
	s.finder = vt.NewFinder(p)
	return s
}

// step continues the search for a moment and reports whether it has finished.
func (s *search) step(t *vt.Terminal) (done bool) {
	if s.finder == nil {
		return true
	}
	if _, cols := t.Size(); !s.begun || cols != s.cols { // a new width renumbers lines
		s.begin(t)
	}
	began := time.Now()
	s.at = s.finder.Find(t, s.at, s.end, s.lines, s.found)
	s.pace(time.Since(began))
	if s.at < min(s.end, textEnd(t)) {
		return false
	}
	if s.Backward {
		s.keepLast()
		slices.Reverse(s.reply.Matches)
	}
	return true
}

// begin starts at the first line.
func (s *search) begin(t *vt.Terminal) {
	s.begun = true
	_, s.cols = t.Size()
	first, _ := t.History()
	s.at, s.end = first, textEnd(t)
	if s.Range.First < s.Range.End {
		s.at, s.end = max(first, s.Range.First), min(s.end, s.Range.End)
	}
	s.reply = wire.SearchReply{Tag: s.Tag, Range: wire.Range{First: s.at, End: max(s.at, s.end)}}
}

// pace adjusts the number of lines of one step.
func (s *search) pace(took time.Duration) {
	switch {
	case took > stepTime:
		s.lines = max(s.lines/2, fewLines)
	case took < stepTime/4:
		s.lines = min(s.lines*2, manyLines)
	}
}

// keepLast drops all matches but the last ones requested.
func (s *search) keepLast() {
	r := &s.reply
	r.Matches = slices.Delete(r.Matches, 0, max(len(r.Matches)-s.Max, 0))
}

// found adds a match.
func (s *search) found(from, to vt.Place) {
	r := &s.reply
	if r.Total == math.MaxInt32 {
		return
	}
	m := wire.Match{First: wire.Position(from), End: wire.Position(to)}
	r.Total++
	if m.First.Before(s.From) {
		r.Before++
	}
	switch {
	case s.Max == 0:
	case s.Backward:
		if s.From.Before(m.End) {
			return
		}
		if r.Matches = append(r.Matches, m); len(r.Matches) >= 2*s.Max {
			s.keepLast()
		}
	case len(r.Matches) < s.Max && !m.First.Before(s.From):
		r.Matches = append(r.Matches, m)
	}
}
