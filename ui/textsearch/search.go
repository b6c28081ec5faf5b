package textsearch

import (
	"fmt"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

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
	// peeksAtOnce is how many sessions are connected to at the same time for a search.
	peeksAtOnce = 8
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

// Sessions are what is searched.
type Sessions interface {
	// Search has the host of a session search, and returns the tag of its answer: 0 while the
	// session is being connected to. It reports whether there is such a session.
	Search(id session.ID, q wire.Search) (tag uint64, there bool)
	// StopSearch has the host of a session stop searching.
	StopSearch(id session.ID)
	// Peek connects to a session only to search it. Turns has room for those that do so at a time.
	Peek(id session.ID, source session.Source, turns chan struct{}) tea.Cmd
}

// Seek looks for a text in all sessions, on a screen of a size, and ends the search for another
// one. begun reports whether it has begun to look; an empty text and one that is too short are not
// looked for.
func (s *Search) Seek(query string, size session.Size, sessions Sessions, records map[session.ID]workspace.Record) (connect tea.Cmd, begun bool) {
	if s.Query == query && s.size == size {
		return nil, false
	}
	for id, tag := range s.asked {
		if tag != 0 {
			sessions.StopSearch(id)
		}
	}
	*s = Search{Query: query, size: size, Serial: s.Serial + 1}
	if utf8.RuneCountInString(query) < leastText {
		return nil, false
	}
	s.asked, s.found = map[session.ID]uint64{}, map[session.ID]wire.SearchReply{}
	turns := make(chan struct{}, peeksAtOnce)
	var cmds []tea.Cmd
	for id, r := range records {
		if !s.In(id, sessions) {
			s.asked[id] = 0
			cmds = append(cmds, sessions.Peek(id, r.Source, turns))
		}
	}
	return tea.Batch(cmds...), true
}

// In asks a session for the text that is looked for, and reports whether there is such a session.
func (s *Search) In(id session.ID, sessions Sessions) bool {
	if !s.Going() {
		return false
	}
	tag, there := sessions.Search(id, s.question())
	if there {
		s.asked[id] = tag
	}
	return there
}

// Going reports whether a text is looked for.
func (s *Search) Going() bool { return s.asked != nil }

// question is what a host is asked.
func (s *Search) question() wire.Search {
	return wire.Search{
		Query: wire.Query{Text: s.Query},
		From:  wire.Position{Line: 1<<64 - 1}, Backward: true, Max: matchesOfSession,
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
