package textsearch

import (
	"fmt"
	"iter"
	"unicode/utf8"

	"dormer/session"
	"dormer/session/wire"
	"dormer/workspace"
)

const (
	// leastText is how long a text must be to be looked for, in characters.
	leastText = 2
	// matchesOfSession and matchesInAll bound what is listed.
	matchesOfSession = 20
	matchesInAll     = 200
)

// Search is a search for a text. The zero value looks for nothing.
type Search struct {
	// Query is the text. Serial tells one search from another.
	Query  string
	Serial int
	size   session.Size // that lines are broken for
	// asked holds the searches that were asked for and not answered: 0 stands for a
	// session that is being connected to.
	asked map[session.ID]uint64
	found map[session.ID]wire.SearchReply
	late  bool // those that have not answered had the time to
}

// For reports whether the search is for a text on a screen of a size.
func (s *Search) For(query string, size session.Size) bool { return s.Query == query && s.size == size }

// Begin begins to look for another text, where that is long enough; see [Search.Going].
func (s *Search) Begin(query string, size session.Size) {
	*s = Search{Query: query, size: size, Serial: s.Serial + 1}
	if utf8.RuneCountInString(query) >= leastText {
		s.asked, s.found = map[session.ID]uint64{}, map[session.ID]wire.SearchReply{}
	}
}

// Going reports whether a text is looked for.
func (s *Search) Going() bool { return s.asked != nil }

// Question is what a host is asked.
func (s *Search) Question() wire.Search {
	return wire.Search{
		Query: wire.Query{Text: s.Query},
		From:  wire.Position{Line: 1<<64 - 1}, Backward: true, Max: matchesOfSession,
	}
}

// Asked takes note that a session was asked with a tag; 0 where it is being connected to.
func (s *Search) Asked(id session.ID, tag uint64) { s.asked[id] = tag }

// Searching are the sessions whose hosts were asked and have not answered.
func (s *Search) Searching() iter.Seq[session.ID] {
	return func(yield func(session.ID) bool) {
		for id, tag := range s.asked {
			if tag != 0 && !yield(id) {
				return
			}
		}
	}
}

// Answered takes what a session has found and reports whether it was asked for here.
func (s *Search) Answered(id session.ID, r wire.SearchReply) bool {
	if tag := s.asked[id]; tag == 0 || tag != r.Tag {
		return false
	}
	delete(s.asked, id)
	s.found[id] = r
	return true
}

// Late takes note that the hosts have had the time for the search of a serial, and reports
// whether one of those that may still answer has not.
func (s *Search) Late(serial int, answers func(session.ID) bool) bool {
	if serial != s.Serial || s.unanswered(answers) == 0 {
		return false
	}
	s.late = true
	return true
}

// unanswered is how many of those that were asked may still answer.
func (s *Search) unanswered(answers func(session.ID) bool) (n int) {
	for id := range s.asked {
		if answers(id) {
			n++
		}
	}
	return n
}

// Match is a match in a session.
type Match struct {
	Session session.ID
	wire.Match
}

// Matches are what was found, session by session in an order, the latest line of each first.
func (s *Search) Matches(order []session.ID) (out []Match) {
	for _, id := range order {
		for _, match := range s.found[id].Matches {
			if len(out) < matchesInAll {
				out = append(out, Match{id, match})
			}
		}
	}
	return out
}

// Progress says how far the search for what is typed is; answers says of a session whether
// it may still answer.
func (s *Search) Progress(typed string, answers func(session.ID) bool) string {
	switch {
	case utf8.RuneCountInString(s.Query) < leastText:
		return "type what to find in all sessions, at least two characters"
	case s.Query != typed:
		return "searching"
	}
	matches, sessions := 0, 0
	for _, r := range s.found {
		if r.Total > 0 {
			matches, sessions = matches+r.Total, sessions+1
		}
	}
	out := fmt.Sprintf("%d found in %d of %d sessions", matches, sessions, len(s.found)+len(s.asked))
	switch n := s.unanswered(answers); {
	case n > 0 && s.late:
		out += fmt.Sprintf(", %d still searching", n)
	case n > 0:
		out += ", searching"
	}
	return out
}

// Order are the sessions in the order in which matches are listed: the active pane, those
// beside it, the other tabs and views, and what is closed.
func Order(s workspace.State) []session.ID {
	var out []session.ID
	seen := map[session.ID]bool{}
	add := func(ids ...session.ID) {
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	tab, _ := s.ActiveTab()
	add(tab.Active)
	add(tab.Panes()...)
	for _, v := range append([]workspace.View{s.ShownView()}, s.Views...) {
		for _, t := range v.Tabs {
			add(t.Panes()...)
		}
	}
	for i := len(s.Undo) - 1; i >= 0; i-- {
		add(s.Undo[i].Sessions...)
	}
	return out
}
