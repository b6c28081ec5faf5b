package host_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
)

// answer waits for the answer to a question that has a tag.
func (s *testViewer) answer(what string, tag uint64) client.Event {
	s.t.Helper()
	return s.Event(what, func(e client.Event) bool {
		switch e := e.(type) {
		case wire.SearchReply:
			return e.Tag == tag
		case wire.CopyReply:
			return e.Tag == tag
		case wire.CommandsReply:
			return e.Tag == tag
		}
		return false
	})
}

func (s *testViewer) search(q wire.Search) wire.SearchReply {
	s.t.Helper()
	r, _ := s.answer("the search is answered", s.Search(q)).(wire.SearchReply)
	return r
}

func (s *testViewer) copy(first, end wire.Position, block bool) string {
	s.t.Helper()
	r, _ := s.answer("the text is copied", s.Copy(first, end, block)).(wire.CopyReply)
	return r.Text
}

// lines are the numbers of the lines that matches begin on.
func lines(r wire.SearchReply) string {
	var b strings.Builder
	for _, m := range r.Matches {
		fmt.Fprintf(&b, "%d ", m.First.Line)
	}
	return b.String()
}

// All of a session's text is searched in its host: history and screen.
func TestSearch(t *testing.T) {
	s := open(t, sh(`for n in $(seq 1 300); do echo "Line $n."; done; printf 'end'; read x`)...)
	s.Shows("end")
	for _, tt := range []struct {
		name   string
		q      wire.Search
		want   string
		total  int
		before int
	}{
		{"the first ones", wire.Search{Query: wire.Query{Text: "line"}, Max: 3}, "0 1 2 ", 300, 0},
		{"from a place on", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10, Col: 1}, Max: 2}, "11 12 ", 300, 11},
		{"from a match on", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10}, Max: 2}, "10 11 ", 300, 10},
		{"backward", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10}, Backward: true, Max: 3}, "9 8 7 ", 300, 10},
		{"backward from behind the last", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 1 << 40}, Backward: true, Max: 3}, "299 298 297 ", 300, 300},
		{"a letter in upper case matters", wire.Search{Query: wire.Query{Text: "LINE"}, Max: 3}, "", 0, 0},
		{"unless it shall not", wire.Search{Query: wire.Query{Text: "LINE", Case: wire.IgnoreCase}, Max: 1}, "0 ", 300, 0},
		{"or always shall", wire.Search{Query: wire.Query{Text: "line", Case: wire.MatchCase}, Max: 1}, "", 0, 0},
		{"on the screen", wire.Search{Query: wire.Query{Text: "end"}, Max: 9}, "300 ", 1, 0},
		{"an expression", wire.Search{Query: wire.Query{Text: `line \d?7\D`, Regexp: true}, Max: 20}, "6 16 26 36 46 56 66 76 86 96 ", 10, 0},
		{"within lines", wire.Search{Query: wire.Query{Text: "line"}, Range: wire.Range{First: 5, End: 8}, Max: 9}, "5 6 7 ", 3, 0},
		{"only counted", wire.Search{Query: wire.Query{Text: "7."}}, "", 30, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.t = t
			r := s.search(tt.q)
			if got := lines(r); got != tt.want || r.Total != tt.total || r.Before != tt.before || r.Err != "" {
				t.Errorf("got %s of %d, %d before, %q; want %s of %d, %d before", got, r.Total, r.Before, r.Err, tt.want, tt.total, tt.before)
			}
		})
	}
	s.t = t
	if r := s.search(wire.Search{Query: wire.Query{Text: "a(", Regexp: true}, Max: 1}); !strings.Contains(r.Err, "missing closing )") {
		t.Errorf("a pattern that cannot be: %+v", r)
	}
	if r := s.search(wire.Search{Query: wire.Query{Text: "Line 12."}, Max: 1}); len(r.Matches) != 1 ||
		r.Matches[0] != (wire.Match{First: wire.Position{Line: 11}, End: wire.Position{Line: 11, Col: 8}}) {
		t.Errorf("columns: %+v", r)
	}
}

// answered reports whether a search was answered so far.
func (s *testViewer) answered(tag uint64) bool {
	s.Events = append(s.Events, s.TakeEvents()...)
	return slices.ContainsFunc(s.Events, func(e client.Event) bool {
		r, ok := e.(wire.SearchReply)
		return ok && r.Tag == tag
	})
}

// slowSearch takes long in [longLines]: no text of it could be looked for first.
var slowSearch = wire.Search{Query: wire.Query{Text: `([0-9]*[0-9]*)*[0-9]?(x|y)`, Regexp: true}}

// longLines prints so much that a search of all of it takes many turns.
const longLines = `seq -f %0150.0f 1 60000`

// A search that takes long holds up neither the child nor who looks at the history, on the one
// processor that a host has.
func TestSearchHoldsUpNobody(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := open(t, sh(longLines+`; echo ready; while read x; do echo got $x; done`)...)
	s.Shows("ready")
	// One may be over before a slow machine has run the child; one that held up
	// the others always would be.
	for n := range 20 {
		slow := s.Search(slowSearch)
		s.Input([]byte(fmt.Sprintf("line %d\n", n)))
		s.Shows(fmt.Sprintf("got line %d", n))
		s.Until("the history came", func() bool {
			return s.HistoryLines(wire.Range{First: uint64(100 + 200*n), End: uint64(110 + 200*n)}, none)
		})
		if !s.answered(slow) {
			return
		}
	}
	t.Error("whatever was typed was echoed after the search was over")
}

// A later search takes the place of one under way, and one that is not wanted any
// more is given up.
func TestALaterSearchTakesThePlaceOfOneUnderWay(t *testing.T) {
	s := open(t, sh(`seq 1 60000; echo ready; read x`)...)
	s.Shows("ready")
	first := s.Search(slowSearch)
	second := s.search(wire.Search{Query: wire.Query{Text: "59999"}, Max: 1})
	if got := lines(second); got != "59998 " {
		t.Errorf("got %s", got)
	}
	given := s.Search(slowSearch)
	s.StopSearch()
	third := s.search(wire.Search{Query: wire.Query{Text: "nowhere"}})
	if third.Total != 0 || third.Tag <= second.Tag {
		t.Errorf("got %+v", third)
	}
	if s.answered(first) || s.answered(given) {
		t.Error("a search was answered although another had taken its place")
	}
}

// A search under way while the width changes tells the numbers that lines have then.
func TestSearchWhileTheWidthChanges(t *testing.T) {
	s := open(t, sh(`for n in $(seq 1 2000); do echo "a line that is broken when the screen is narrow $n end"; done; echo ready; read x`)...)
	s.Shows("ready")
	s.Resize(session.Size{Rows: 10, Cols: 30})
	r := s.search(wire.Search{Query: wire.Query{Text: "narrow 777 end"}, Max: 1})
	if len(r.Matches) != 1 {
		t.Fatalf("got %+v", r)
	}
	m := r.Matches[0]
	if got := s.copy(m.First, m.End, false); got != "narrow 777 end" {
		t.Errorf("at the place of the match is %q", got)
	}
}

func TestCopy(t *testing.T) {
	s := open(t, sh(`stty -opost
		printf 'first   \r\n  second 日本語 x\r\n\r\n'; printf 'wrapped%.0s ' $(seq 1 25); printf '\r\nlast'; read x`)...)
	s.Shows("last")
	at := func(line uint64, col int) wire.Position { return wire.Position{Line: line, Col: col} }
	wrapped := strings.Repeat("wrapped ", 25)
	for _, tt := range []struct {
		name       string
		first, end wire.Position
		block      bool
		want       string
	}{
		{"within a line", at(1, 2), at(1, 8), false, "second"},
		{"to a line's end, without blanks", at(0, 0), at(0, 80), false, "first"},
		{"the blanks that were meant", at(1, 2), at(1, 9), false, "second "},
		{"lines", at(0, 0), at(2, 0), false, "first\n  second 日本語 x\n"},
		{"half a wide character is whole", at(1, 10), at(1, 12), false, "日本"},
		{"wrapped lines are one", at(3, 0), at(6, 4), false, strings.TrimSpace(wrapped) + "\nlast"},
		{"a block", at(0, 2), at(1, 5), true, "rst\nsec"},
		{"a block given the other way round", at(0, 5), at(1, 2), true, "rst\nsec"},
		{"what is not there", at(500, 0), at(600, 0), false, ""},
		{"an end before its begin", at(1, 5), at(0, 0), false, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.t = t
			if got := s.copy(tt.first, tt.end, tt.block); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	s.t = t
}

// A text that comes in many parts comes whole.
func TestLongCopy(t *testing.T) {
	s := open(t, sh(`seq 1 20000; echo ready; read x`)...)
	s.Shows("ready")
	var want strings.Builder
	for n := range 20000 {
		fmt.Fprintln(&want, n+1)
	}
	if got := s.copy(wire.Position{}, wire.Position{Line: 20000}, false); got != want.String() {
		t.Errorf("got %d bytes, want %d", len(got), want.Len())
	}
}

func none(uint64, []grid.Cell) {}
