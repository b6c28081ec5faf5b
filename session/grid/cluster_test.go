package grid

import (
	"math/rand/v2"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// kinds are code points of each property of UAX #29, and some that look like them: letters, marks,
// joiners, selectors, emoji, flags, Hangul, Indic conjuncts. Prepended characters and format characters
// without columns (U+0600, U+2060) are left out: a terminal that already shows the character before can
// only take them for marks.
var kinds = []rune{
	'a', ' ', '1', '#', 'é', '日', '\u0301', '\u0308', '\u034f', '\u200c', '\u200d', '\ufe0e', '\ufe0f', '\u20e3',
	'👩', '👍', '❤', '☎', '©', '⌚', '🏳', '🌈', '🏽', '🏿', '🇩', '🇪', '\U000e0067', '\U000e007f',
	'\u1100', '\u1160', '\u11a8', '가', '각', '\ua960', '\ud7b0', '\ud7cb',
	'\u0915', '\u0937', '\u094d', '\u093c', '\u0903', '\u093f', '\u0995', '\u09cd', '\u09be', '\u0d15', '\u0d4d', '\u0e33', '\u0eb3', '\u1b05', '\u1b44',
	'\u00ad', '\u3099', '\uff9e', '\u05bf', '\u0e31',
}

// checkClusters compares the clusters of s with those of an implementation of UAX #29 that passes all
// its tests. A character with columns is never joined where Unicode separates it (one without columns
// must go somewhere). Characters that Unicode joins are separated only before one with columns.
func checkClusters(t *testing.T, s string) {
	t.Helper()
	unicode := map[int]bool{}
	for it, at := graphemes.FromString(s), 0; it.Next(); {
		unicode[at] = true
		at += len(it.Value())
	}
	ours := map[int]bool{}
	for at := 0; at < len(s); {
		ours[at] = true
		c, _ := NextCluster(s[at:])
		at += len(c)
	}
	for at, r := range s {
		switch {
		case unicode[at] && !ours[at] && RuneWidth(r) > 0:
			t.Errorf("%+q: %+q at %d joins the text before it", s, r, at)
		case ours[at] && !unicode[at] && RuneWidth(r) == 0:
			t.Errorf("%+q: %+q at %d has no columns and stands alone", s, r, at)
		}
	}
}

func TestClustersAgreeWithUnicode(t *testing.T) {
	for _, a := range kinds {
		for _, b := range kinds {
			for _, c := range kinds {
				checkClusters(t, string([]rune{a, b, c}))
			}
		}
	}
	r := rand.New(rand.NewPCG(29, 0))
	for range 20_000 {
		s := make([]rune, 4+r.IntN(6))
		for i := range s {
			if s[i] = kinds[r.IntN(len(kinds))]; i > 0 && s[i] == '\u200d' && s[i-1] == s[i] {
				s[i] = 'a' // two joiners join here like one, in Unicode not at all
			}
		}
		checkClusters(t, string(s))
	}
}
