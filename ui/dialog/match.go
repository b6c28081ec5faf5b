package dialog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// Match is an item that matches the typed text, with the positions of the matching bytes.
type Match struct {
	Item int
	at   []int
	// level is the lowest level of the typed words, score the sum of their scores.
	level level
	score int
	// asked is set if the item may be selected; see [Item.ByWord].
	asked bool
}

// level is the quality of a match. A match of a higher level always ranks first.
type level int

const (
	noMatch   level = iota
	scattered       // the letters occur in the text in this order
	inWord          // part of a word, or in the remark
	hidden          // a word of Other, or its beginning
	shown           // a word of the text, or its beginning
	exact           // the whole text, or one of the phrases
)

// leastHidden is the minimum length of a typed word that matches the beginning of a word of
// [Item.Other].
const leastHidden = 2

// wordMatch is the match of one typed word.
type wordMatch struct {
	level level
	at    []int
	// whole is set if it matches a whole word, first if it matches at the start of the text.
	whole, first bool
	score        int // of scattered letters
}

// matchAll returns the items that match every typed word, in their order.
func matchAll(items []Item, typed string) []Match {
	words := strings.Fields(strings.ToLower(typed))
	all := strings.Join(words, " ")
	var out []Match
	for i := range items {
		if m, ok := items[i].match(words, all); ok {
			m.Item = i
			out = append(out, m)
		}
	}
	return out
}

// match matches the item against the typed words; ok is false if one of them does not match.
func (it *Item) match(words []string, all string) (m Match, ok bool) {
	m.level, m.asked = shown, !it.ByWord
	for _, w := range words {
		f := it.matchWord(w)
		if f.level == noMatch || it.ByWord && f.level < hidden {
			return Match{}, false
		}
		m.level = min(m.level, f.level)
		m.at = append(m.at, f.at...)
		m.asked = m.asked || f.whole && f.first
		m.score += f.score
		if f.whole {
			m.score += 2
		}
		if f.first {
			m.score++
		}
	}
	if it.Sure || strings.EqualFold(it.title(), all) || slices.Contains(it.Other.Phrases, all) {
		m.level, m.asked = exact, true
	}
	slices.Sort(m.at)
	return m, true
}

// title returns the text without a command's remark in parentheses.
func (it *Item) title() string {
	if !it.Command {
		return it.Text
	}
	title, _, _ := strings.Cut(it.Text, " (")
	return title
}

func (it *Item) matchWord(w string) wordMatch {
	title := it.title()
	f := wordIn(title, w)
	if f.level == shown {
		return f
	}
	if h := it.hiddenWord(w); h.level > f.level {
		f = h
	}
	if f.level == noMatch && len(title) < len(it.Text) {
		if r := wordIn(it.Text, w); r.level > noMatch {
			f = wordMatch{level: inWord, at: r.at}
		}
	}
	switch {
	case f.level > noMatch:
		return f
	case it.Sure:
		return wordMatch{level: shown}
	case it.Command:
		return initials(title, w)
	}
	for _, m := range fuzzy.Find(w, []string{title}) {
		return wordMatch{level: scattered, at: m.MatchedIndexes, score: m.Score}
	}
	return wordMatch{}
}

// hiddenWord looks for a word in Other.
func (it *Item) hiddenWord(w string) (f wordMatch) {
	for _, h := range it.Other.Words {
		if h == w {
			return wordMatch{level: hidden, whole: true}
		}
		if len(w) >= leastHidden && strings.HasPrefix(h, w) {
			f = wordMatch{level: hidden}
		}
	}
	return f
}

// wordIn looks for a word in a text: preferably as a whole word, else as the beginning of one,
// else as a part.
func wordIn(text, w string) (best wordMatch) {
	if lower := strings.ToLower(text); len(lower) == len(text) { // else the positions would differ
		text = lower
	}
	for from := 0; ; {
		i := strings.Index(text[from:], w)
		if i < 0 {
			return best
		}
		at := from + i
		from = at + 1
		f := wordMatch{level: inWord, first: at == 0}
		if boundary(text, at) {
			f.level, f.whole = shown, boundary(text, at+len(w))
		}
		if f.level > best.level || f.level == best.level && f.whole && !best.whole {
			for b := range len(w) {
				f.at = append(f.at, at+b)
			}
			best = f
		}
		if best.whole {
			return best
		}
	}
}

// boundary reports whether a word begins or ends at a place in a text.
func boundary(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return !isWord(before) || !isWord(after)
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// initials looks for letters that begin words of a text or follow the previous letter: "sr" and
// "spr" in "split right".
func initials(text, w string) wordMatch {
	text = strings.ToLower(text)
	var at []int
	var look func(from int, w string) bool
	look = func(from int, w string) bool {
		if w == "" {
			return true
		}
		for i := from; i < len(text); i++ {
			follows := len(at) > 0 && i == at[len(at)-1]+1
			if text[i] != w[0] || !follows && !boundary(text, i) {
				continue
			}
			at = append(at, i)
			if look(i+1, w[1:]) {
				return true
			}
			at = at[:len(at)-1]
		}
		return false
	}
	if !look(0, w) {
		return wordMatch{}
	}
	return wordMatch{level: scattered, at: at}
}
