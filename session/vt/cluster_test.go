package vt

import (
	"math/rand/v2"
	"testing"

	"dormer/session/grid"
)

// Text takes the columns that the common table gives its clusters, however it is cut into writes, and a
// row shows the whole text.
func TestTextTakesTheColumnsOfItsClusters(t *testing.T) {
	words := []string{
		"a", "日", "e\u0301", "👩\u200d👩\u200d👧", "👍🏽", "❤\ufe0f", "☎\ufe0e", "1\ufe0f\u20e3", "🇩🇪", "🏳\ufe0f\u200d🌈", "🏴\U000e0067\U000e0062\U000e007f",
		"\u1100\u1161\u11a8", "각", "\u0915\u094d\u0937", "\u0915\u093f", "\u0e33", "x\u200dy", "か\u3099", "①", "#\ufe0f\u20e3",
	}
	r := rand.New(rand.NewPCG(1, 7))
	for range 3000 {
		var s string
		for range 1 + r.IntN(8) {
			s += words[r.IntN(len(words))]
		}
		want := 0
		for rest := s; rest != ""; {
			c, w := grid.NextCluster(rest)
			want, rest = want+w, rest[len(c):]
		}
		for _, size := range []int{len(s), 1, 3} {
			term := New(2, 80, Options{})
			for at := 0; at < len(s); at += size {
				_, _ = term.Write([]byte(s[at:min(at+size, len(s))]))
			}
			if got := term.Cursor().Col; got != want {
				t.Fatalf("%+q in writes of %d bytes takes %d columns, want %d", s, size, got, want)
			}
			if got := text(term, 0); got != s {
				t.Fatalf("%+q in writes of %d bytes shows %+q", s, size, got)
			}
		}
	}
}
