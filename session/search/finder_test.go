package search

import (
	"fmt"
	"strings"
	"testing"

	"dormer/session/wire"
)

// text gives lines to a finder, numbered from 10; a line that ends in + continues in the next.
func text(f *Finder, lines ...string) wire.SearchReply {
	for i, l := range lines {
		l, wrapped := strings.CutSuffix(l, "+")
		for x, r := range []rune(l) {
			f.Add(wire.Position{Line: uint64(10 + i), Col: x}, 1, []byte(string(r)))
		}
		if !wrapped {
			f.EndLine()
		}
	}
	return f.Reply()
}

func said(r wire.SearchReply) string {
	var b strings.Builder
	for _, m := range r.Matches {
		fmt.Fprintf(&b, "%d.%d-%d.%d ", m.First.Line, m.First.Col, m.End.Line, m.End.Col)
	}
	fmt.Fprintf(&b, "of %d, %d before", r.Total, r.Before)
	return b.String() + r.Err
}

func TestFinder(t *testing.T) {
	at := func(line uint64, col int) wire.Position { return wire.Position{Line: line, Col: col} }
	for name, tt := range map[string]struct {
		q    wire.Search
		want string
	}{
		"all":                               {wire.Search{Query: wire.Query{Text: "one"}, Max: 9}, "10.0-10.3 12.0-12.3 12.4-12.7 of 3, 0 before"},
		"upper case matters":                {wire.Search{Query: wire.Query{Text: "One"}, Max: 9}, "12.0-12.3 of 1, 0 before"},
		"from a position":                   {wire.Search{Query: wire.Query{Text: "one"}, From: at(10, 1), Max: 1}, "12.0-12.3 of 3, 1 before"},
		"backward":                          {wire.Search{Query: wire.Query{Text: "one"}, From: at(12, 7), Backward: true, Max: 2}, "12.4-12.7 12.0-12.3 of 3, 3 before"},
		"backward, not the match before it": {wire.Search{Query: wire.Query{Text: "one"}, From: at(12, 5), Backward: true, Max: 1}, "12.0-12.3 of 3, 3 before"},
		"in some lines":                     {wire.Search{Query: wire.Query{Text: "one"}, Range: wire.Range{First: 10, End: 12}, Max: 9}, "10.0-10.3 of 1, 0 before"},
		"in a wrapped line":                 {wire.Search{Query: wire.Query{Text: "twothree"}, Max: 9}, "10.4-11.5 of 1, 0 before"},
		"an expression":                     {wire.Search{Query: wire.Query{Text: "th[a-z]+$", Regexp: true}, Max: 9}, "11.0-11.5 of 1, 0 before"},
		"a point is a point":                {wire.Search{Query: wire.Query{Text: "t.o"}, Max: 9}, "of 0, 0 before"},
		"a wrong expression":                {wire.Search{Query: wire.Query{Text: "(", Regexp: true}, Max: 9}, "of 0, 0 beforemissing closing )"},
	} {
		if got := said(text(New(tt.q), "one two+", "three  ", "One one")); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// The results of two parts, joined, are those of the whole.
func TestJoin(t *testing.T) {
	lines := []string{"x x", "y", "x", "x x"}
	for line := uint64(9); line < 15; line++ {
		for _, back := range []bool{false, true} {
			for most := range 6 {
				q := wire.Search{Query: wire.Query{Text: "x"}, From: wire.Position{Line: line, Col: 1}, Backward: back, Max: most}
				whole := text(New(q), lines...)
				above, below := New(q), New(q)
				got := Join(q, text(above, lines[:2]...), text(below, "", "", lines[2], lines[3]))
				if said(got) != said(whole) {
					t.Errorf("%+v: %v, want %v", q, got, whole)
				}
			}
		}
	}
}
