package dialog

import (
	"testing"

	"dormer/ui/command"
	"dormer/ui/keys"
	"dormer/ui/links"
)

// Each link has its own letters. None is a prefix of another's, and the first links have one
// letter.
func TestLinkLetters(t *testing.T) {
	for _, n := range []int{1, 26, 27, 51, 52, maxLinks} {
		c := &LinkLetters{Links: make([]links.Placed, n)}
		known := map[string]bool{}
		for i := range n {
			all := c.label(i)
			if known[all] || len(all) > 2 || len(all) == 2 && known[all[:1]] {
				t.Errorf("of %d, number %d has %q", n, i, all)
			}
			known[all] = true
		}
		if first := c.label(0); n < maxLinks && first != "a" {
			t.Errorf("of %d, the first has %q", n, first)
		}
	}
}

// A word that cannot be opened is copied with Shift too.
func TestWordsAreOnlyCopied(t *testing.T) {
	c := &LinkLetters{Links: []links.Placed{{Target: links.Target{Text: "80%"}}}}
	if r := c.Key(keys.Key{Code: 'a', Text: "A", Mod: keys.Shift}); r.Asks != command.Ask(command.CopyText{Text: "80%"}) {
		t.Errorf("got %+v", r)
	}
}
