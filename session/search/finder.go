package search

import (
	"bytes"
	"errors"
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"sort"

	"dormer/session/wire"
)

// Finder searches lines from the first to the last. An invalid query finds nothing;
// [Finder.Reply] says why.
type Finder struct {
	search wire.Search
	re     *regexp.Regexp
	reply  wire.SearchReply
	// text is the present line, and chars are the positions of its characters.
	text  []byte
	chars []char
}

// char is a character of a line: its first byte, its place and its width in cells.
type char struct {
	at    int
	place wire.Position
	width int
}

// New returns a finder for a search.
func New(q wire.Search) *Finder {
	f := &Finder{search: q, reply: wire.SearchReply{Tag: q.Tag, Range: q.Range}}
	f.search.Max = min(max(q.Max, 0), wire.MaxMatches)
	expression := q.Query.Text
	if !q.Query.Regexp {
		expression = regexp.QuoteMeta(expression)
	}
	if q.Query.Folds() {
		expression = "(?i)" + expression
	}
	var err error
	if f.re, err = regexp.Compile(expression); err != nil {
		f.reply.Err = err.Error()
		if e, ok := errors.AsType[*syntax.Error](err); ok {
			f.reply.Err = e.Code.String()
		}
	}
	return f
}

// Add appends a character to the present line; characters of width 0 are ignored.
func (f *Finder) Add(place wire.Position, width int, text []byte) {
	f.chars = append(f.chars, char{len(f.text), place, width})
	f.text = append(f.text, text...)
}

// EndLine searches the present line and begins the next one. A wrapped line is one line.
func (f *Finder) EndLine() {
	text := bytes.TrimRight(f.text, " ")
	if f.re != nil {
		for _, m := range f.re.FindAllIndex(text, -1) {
			if m[0] < m[1] {
				last := f.charAt(m[1] - 1)
				f.found(wire.Match{First: f.charAt(m[0]).place, End: wire.Position{Line: last.place.Line, Col: last.place.Col + last.width}})
			}
		}
	}
	f.text, f.chars = f.text[:0], f.chars[:0]
}

// charAt returns the character that contains a byte of the present line.
func (f *Finder) charAt(at int) char {
	return f.chars[sort.Search(len(f.chars), func(i int) bool { return f.chars[i].at > at })-1]
}

func (f *Finder) found(m wire.Match) {
	q, r := f.search, &f.reply
	if r.Total == math.MaxInt32 || q.Range.Len() > 0 && (m.First.Line < q.Range.First || m.First.Line >= q.Range.End) {
		return
	}
	r.Total++
	if m.First.Before(q.From) {
		r.Before++
	}
	switch {
	case q.Backward && q.From.Before(m.End), !q.Backward && m.First.Before(q.From):
	case q.Backward:
		r.Matches = append(r.Matches, m)
		r.Matches = slices.Delete(r.Matches, 0, max(len(r.Matches)-q.Max, 0))
	case len(r.Matches) < q.Max:
		r.Matches = append(r.Matches, m)
	}
}

// Reply returns the matches in all lines.
func (f *Finder) Reply() wire.SearchReply {
	r := f.reply
	r.Matches = slices.Clone(r.Matches)
	if f.search.Backward {
		slices.Reverse(r.Matches)
	}
	return r
}

// Join combines the replies for two parts of a text, above and below.
func Join(q wire.Search, above, below wire.SearchReply) wire.SearchReply {
	first, then := above.Matches, below.Matches
	if q.Backward {
		first, then = then, first
	}
	above.Matches = slices.Concat(first, then)
	above.Matches = above.Matches[:min(len(above.Matches), max(q.Max, 0))]
	above.Total += below.Total
	above.Before += below.Before
	above.Range.End = max(above.Range.End, below.Range.End)
	return above
}
