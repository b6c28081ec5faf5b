package textsearch

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/workspace"
)

var (
	size     = session.Size{Rows: 24, Cols: 80}
	one, two = session.ID{1}, session.ID{2}
)

// hosts answer searches by tags; other sessions do not exist.
type hosts struct {
	tags    map[session.ID]uint64
	stopped []session.ID
	peeked  []session.ID
}

func (h *hosts) Search(id session.ID, _ wire.Search) (uint64, bool) {
	tag, there := h.tags[id]
	return tag, there
}

func (h *hosts) StopSearch(id session.ID) { h.stopped = append(h.stopped, id) }

func (h *hosts) Peek(id session.ID, _ session.Source, _ chan struct{}) tea.Cmd {
	h.peeked = append(h.peeked, id)
	return nil
}

var both = map[session.ID]workspace.Record{one: {}, two: {}}

func TestProgress(t *testing.T) {
	all := func(session.ID) bool { return true }
	tests := []struct {
		name  string
		query string
		typed string
		then  func(*Search)
		want  string
	}{
		{"too_short", "é", "é", func(*Search) {}, "type what to find in all sessions, at least two characters"},
		{"typed_on", "er", "err", func(*Search) {}, "searching"},
		{"one_answers", "er", "er", func(s *Search) {
			s.Answered(one, wire.SearchReply{Tag: 7, Total: 3, Matches: make([]wire.Match, 3)})
		}, "3 found in 1 of 2 sessions, searching"},
		{"an_answer_to_something_else", "er", "er", func(s *Search) {
			s.Answered(one, wire.SearchReply{Tag: 6, Total: 3})
		}, "0 found in 0 of 2 sessions, searching"},
		{"one_is_late", "er", "er", func(s *Search) {
			s.Answered(one, wire.SearchReply{Tag: 7})
			s.Timeout(s.Serial, all)
		}, "0 found in 0 of 2 sessions, 1 still searching"},
		{"an_earlier_search_is_late", "er", "er", func(s *Search) { s.Timeout(s.Serial-1, all) }, "0 found in 0 of 2 sessions, searching"},
		{"all_answered", "er", "er", func(s *Search) {
			s.Answered(one, wire.SearchReply{Tag: 7})
			s.SearchIn(two, &hosts{tags: map[session.ID]uint64{two: 8}})
			s.Answered(two, wire.SearchReply{Tag: 8, Total: 1})
		}, "1 found in 1 of 2 sessions"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s Search
			s.Seek(tt.query, size, &hosts{tags: map[session.ID]uint64{one: 7}}, both)
			tt.then(&s)
			if got := s.Progress(tt.typed, all); got != tt.want {
				t.Errorf("it shows %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMatchesAreOrderedAndBounded(t *testing.T) {
	var s Search
	s.Seek("er", size, &hosts{tags: map[session.ID]uint64{one: 1, two: 2}}, both)
	for i, id := range []session.ID{one, two} {
		s.Answered(id, wire.SearchReply{Tag: uint64(i + 1), Matches: make([]wire.Match, 150)})
	}
	got := s.Matches([]session.ID{two, one})
	if len(got) != matchesInAll || got[0].Session != two || got[199].Session != one {
		t.Errorf("%d are listed, from %v to %v", len(got), got[0].Session, got[len(got)-1].Session)
	}
}

// A text is searched in every session once. Sessions without a connection are attached, and hosts
// that search for another text stop.
func TestSeek(t *testing.T) {
	var s Search
	h := &hosts{tags: map[session.ID]uint64{one: 3}}
	for _, tt := range []struct {
		name, query     string
		begun           bool
		peeked, stopped int
	}{
		{"too_short", "e", false, 0, 0},
		{"begun", "er", true, 1, 0},
		{"the_same", "er", false, 1, 0},
		{"another", "err", true, 2, 1},
		{"none", "", false, 2, 2},
	} {
		_, begun := s.Seek(tt.query, size, h, both)
		if begun != tt.begun || len(h.peeked) != tt.peeked || len(h.stopped) != tt.stopped {
			t.Errorf("%s: started %v, connected to %d, stopped %d", tt.name, begun, len(h.peeked), len(h.stopped))
		}
	}
	if s.Active() || s.SearchIn(one, h) {
		t.Error("the search goes on")
	}
	s.Seek("er", size, h, both)
	if _, begun := s.Seek("er", session.Size{Rows: 10, Cols: 10}, h, both); !begun {
		t.Error("the search is not repeated at another size, which wraps lines differently")
	}
}
