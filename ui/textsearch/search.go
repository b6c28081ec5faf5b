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
	// leastText is the minimum length of a search text, in characters.
	leastText = 2
	// matchesOfSession and matchesInAll are the maximum numbers of listed matches.
	matchesOfSession = 20
	matchesInAll     = 200
	// peeksAtOnce is the maximum number of concurrent connections for a search.
	peeksAtOnce = 8
)

// Search is a search for a text. The zero value is no search.
type Search struct {
	// Query is the text. Serial identifies the search.
	Query  string
	Serial int
	size   session.Size // of the screen for which lines are wrapped
	// asked holds the tags of unanswered searches: 0 for a session that is being connected to.
	asked map[session.ID]uint64
	found map[session.ID]wire.SearchReply
	late  bool // the unanswered searches take longer than expected
}

// Sessions are the sessions to search.
type Sessions interface {
	// Search starts a search in the host of a session, and returns the tag of its answer: 0 while
	// the session is being connected to. It reports whether the session exists.
	Search(id session.ID, q wire.Search) (tag uint64, there bool)
	// StopSearch stops the search in the host of a session.
	StopSearch(id session.ID)
	// Peek connects to a session only to search it. The capacity of turns limits the number of
	// concurrent connections.
	Peek(id session.ID, source session.Source, turns chan struct{}) tea.Cmd
}

// Seek starts a search for a text in all sessions, with lines wrapped for a screen size, and stops
// the previous search. begun is false if the search is unchanged or the text is too short.
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
		if !s.SearchIn(id, sessions) {
			s.asked[id] = 0
			cmds = append(cmds, sessions.Peek(id, r.Source, turns))
		}
	}
	return tea.Batch(cmds...), true
}

// SearchIn starts the search in a session, and reports whether the session exists.
func (s *Search) SearchIn(id session.ID, sessions Sessions) bool {
	if !s.Active() {
		return false
	}
	tag, there := sessions.Search(id, s.query())
	if there {
		s.asked[id] = tag
	}
	return there
}

// Active reports whether a search is active.
func (s *Search) Active() bool { return s.asked != nil }

// query returns the search for a host.
func (s *Search) query() wire.Search {
	return wire.Search{
		Query: wire.Query{Text: s.Query},
		From:  wire.Position{Line: 1<<64 - 1}, Backward: true, Max: matchesOfSession,
	}
}

// Answered handles the answer of a session and reports whether it belongs to this search.
func (s *Search) Answered(id session.ID, r wire.SearchReply) bool {
	if tag := s.asked[id]; tag == 0 || tag != r.Tag {
		return false
	}
	delete(s.asked, id)
	s.found[id] = r
	return true
}

// Timeout must be called when the hosts should have answered the search with a serial. It reports
// whether an answer is still missing from a session that may answer.
func (s *Search) Timeout(serial int, answers func(session.ID) bool) bool {
	if serial != s.Serial || s.unanswered(answers) == 0 {
		return false
	}
	s.late = true
	return true
}

// unanswered returns the number of pending sessions that may still answer.
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

// Matches returns the matches, session by session in the given order, in each the latest line
// first.
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

// Progress describes the progress of the search for the typed text; answers reports whether a
// session may still answer.
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

// Order returns the sessions in the order in which their matches are listed: the active pane, the
// others in its tab, the other tabs and views, and closed sessions.
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
