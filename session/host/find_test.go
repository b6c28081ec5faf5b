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

// answer waits for the reply with a tag.
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

// lines are the numbers of the lines on which matches begin.
func lines(r wire.SearchReply) string {
	var b strings.Builder
	for _, m := range r.Matches {
		fmt.Fprintf(&b, "%d ", m.First.Line)
	}
	return b.String()
}

// The host searches all of a session's text: history and screen.
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
		{"the first matches", wire.Search{Query: wire.Query{Text: "line"}, Max: 3}, "0 1 2 ", 300, 0},
		{"from a position", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10, Col: 1}, Max: 2}, "11 12 ", 300, 11},
		{"from a match", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10}, Max: 2}, "10 11 ", 300, 10},
		{"backward", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 10}, Backward: true, Max: 3}, "9 8 7 ", 300, 10},
		{"backward from after the last", wire.Search{Query: wire.Query{Text: "line"}, From: wire.Position{Line: 1 << 40}, Backward: true, Max: 3}, "299 298 297 ", 300, 300},
		{"upper case matches case", wire.Search{Query: wire.Query{Text: "LINE"}, Max: 3}, "", 0, 0},
		{"upper case, ignoring case", wire.Search{Query: wire.Query{Text: "LINE", Case: wire.IgnoreCase}, Max: 1}, "0 ", 300, 0},
		{"lower case, matching case", wire.Search{Query: wire.Query{Text: "line", Case: wire.MatchCase}, Max: 1}, "", 0, 0},
		{"on the screen", wire.Search{Query: wire.Query{Text: "end"}, Max: 9}, "300 ", 1, 0},
		{"an expression", wire.Search{Query: wire.Query{Text: `line \d?7\D`, Regexp: true}, Max: 20}, "6 16 26 36 46 56 66 76 86 96 ", 10, 0},
		{"within lines", wire.Search{Query: wire.Query{Text: "line"}, Range: wire.Range{First: 5, End: 8}, Max: 9}, "5 6 7 ", 3, 0},
		{"count only", wire.Search{Query: wire.Query{Text: "7."}}, "", 30, 0},
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
		t.Errorf("an invalid pattern: %+v", r)
	}
	if r := s.search(wire.Search{Query: wire.Query{Text: "Line 12."}, Max: 1}); len(r.Matches) != 1 ||
		r.Matches[0] != (wire.Match{First: wire.Position{Line: 11}, End: wire.Position{Line: 11, Col: 8}}) {
		t.Errorf("columns: %+v", r)
	}
}

// answered reports whether the search with a tag has been answered.
func (s *testViewer) answered(tag uint64) bool {
	s.Events = append(s.Events, s.TakeEvents()...)
	return slices.ContainsFunc(s.Events, func(e client.Event) bool {
		r, ok := e.(wire.SearchReply)
		return ok && r.Tag == tag
	})
}

// slowSearch takes long in [longLines], because it contains no plain text to look for first.
var slowSearch = wire.Search{Query: wire.Query{Text: `([0-9]*[0-9]*)*[0-9]?(x|y)`, Regexp: true}}

// longLines prints so much that searching it takes many turns.
const longLines = `seq -f %0150.0f 1 60000`

// A long search delays neither the child nor viewers of the history, on the host's single processor.
func TestSearchDelaysNobody(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	s := open(t, sh(longLines+`; echo ready; while read x; do echo got $x; done`)...)
	s.Shows("ready")
	// On a slow machine one search may end before the child has run; a search that blocks
	// the others would do so every time.
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
	t.Error("no input was echoed before the search had ended")
}

// A later search replaces a running one, and a search that is no longer wanted is cancelled.
func TestALaterSearchReplacesARunningOne(t *testing.T) {
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
		t.Error("a search was answered although another had replaced it")
	}
}

// A search that runs while the width changes returns the new line numbers.
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
		t.Errorf("text at the match: %q", got)
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
		{"to a line's end, without trailing blanks", at(0, 0), at(0, 80), false, "first"},
		{"selected blanks", at(1, 2), at(1, 9), false, "second "},
		{"lines", at(0, 0), at(2, 0), false, "first\n  second 日本語 x\n"},
		{"half a wide character is copied whole", at(1, 10), at(1, 12), false, "日本"},
		{"wrapped lines are joined", at(3, 0), at(6, 4), false, strings.TrimSpace(wrapped) + "\nlast"},
		{"a block", at(0, 2), at(1, 5), true, "rst\nsec"},
		{"a block with its corners swapped", at(0, 5), at(1, 2), true, "rst\nsec"},
		{"lines that do not exist", at(500, 0), at(600, 0), false, ""},
		{"an end before its start", at(1, 5), at(0, 0), false, ""},
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

// A text that arrives in many parts is complete.
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
