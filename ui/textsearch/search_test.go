package textsearch

import (
	"slices"
	"testing"

	"dormer/session"
	"dormer/session/wire"
)

var (
	size     = session.Size{Rows: 24, Cols: 80}
	one, two = session.ID{1}, session.ID{2}
)

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
			s.Late(s.Serial, all)
		}, "0 found in 0 of 2 sessions, 1 still searching"},
		{"an_earlier_search_is_late", "er", "er", func(s *Search) { s.Late(s.Serial-1, all) }, "0 found in 0 of 2 sessions, searching"},
		{"all_answered", "er", "er", func(s *Search) {
			s.Answered(one, wire.SearchReply{Tag: 7})
			s.Asked(two, 8)
			s.Answered(two, wire.SearchReply{Tag: 8, Total: 1})
		}, "1 found in 1 of 2 sessions"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var s Search
			s.Begin(tt.query, size)
			if s.Going() {
				s.Asked(one, 7)
				s.Asked(two, 0)
			}
			tt.then(&s)
			if got := s.Progress(tt.typed, all); got != tt.want {
				t.Errorf("it says %q, want %q", got, tt.want)
			}
		})
	}
}

func TestMatchesAreListedInOrderAndBounded(t *testing.T) {
	var s Search
	s.Begin("er", size)
	for i, id := range []session.ID{one, two} {
		s.Asked(id, uint64(i+1))
		s.Answered(id, wire.SearchReply{Tag: uint64(i + 1), Matches: make([]wire.Match, 150)})
	}
	got := s.Matches([]session.ID{two, one})
	if len(got) != matchesInAll || got[0].Session != two || got[199].Session != one {
		t.Errorf("%d are listed, from %v to %v", len(got), got[0].Session, got[len(got)-1].Session)
	}
}

func TestSearching(t *testing.T) {
	var s Search
	s.Begin("er", size)
	s.Asked(one, 3)
	s.Asked(two, 0)
	if got := slices.Collect(s.Searching()); !slices.Equal(got, []session.ID{one}) {
		t.Errorf("searching are %v, want %v", got, one)
	}
	if !s.For("er", size) || s.For("er", session.Size{}) || s.For("err", size) {
		t.Error("the search is for something else")
	}
}
