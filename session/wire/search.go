package wire

import "unicode"

// Position is a place in the text of a session: a line, whose number is absolute
// as in the history, and a column in cells. The rows of the screen have the numbers
// that they will have once they have scrolled away: the first row follows
// [Frame.History].
type Position struct {
	Line uint64
	Col  int
}

// Before reports whether p comes before q.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// Query is what to look for in the text of a session. A line that was wrapped is
// one line.
type Query struct {
	// Text is what to find, or a regular expression (RE2's syntax) where Regexp is
	// set. Of an expression no match is empty.
	Text   string
	Regexp bool
	Case   Case
}

// Folds reports whether a query takes upper and lower case for one.
func (q Query) Folds() bool {
	switch q.Case {
	case MatchCase:
		return false
	case IgnoreCase:
		return true
	}
	escaped := false
	for _, r := range q.Text {
		if unicode.IsUpper(r) && !escaped {
			return false
		}
		escaped = q.Regexp && r == '\\' && !escaped // \S is no letter
	}
	return true
}

// Case says whether upper and lower case are told apart.
type Case uint8

const (
	SmartCase  Case = iota // only where the query has an upper-case letter
	IgnoreCase             // never
	MatchCase              // always
)

// Match is a stretch of text that was looked for: from First up to and without End,
// which is on another line where the text is wrapped.
type Match struct{ First, End Position }

// MaxMatches is how many matches a [SearchReply] has at most, and MaxQuery how long
// the text of a query is, in bytes.
const (
	MaxMatches = 4096
	MaxQuery   = 4096
)

// From the viewer to the owner.
type (
	// Search looks for a query in the history and on the screen; the answer is a
	// [SearchReply] with this Tag. One that is asked before the last was answered takes
	// its place, and that one is never answered; an empty query only ends the last.
	Search struct {
		Tag   uint64
		Query Query
		// Range are the lines to look in; one that is empty means all.
		Range Range
		// From is where to begin, and Backward in which direction; a match at From is
		// found going forward, one that ends behind From is not going backward.
		From     Position
		Backward bool
		// Max is how many matches are asked for at most, the nearest.
		Max int
	}
)

// From the owner to the viewer.
type (
	// SearchReply is what a [Search] found.
	SearchReply struct {
		Tag uint64
		// Matches are the nearest in the direction asked for, the nearest first.
		Matches []Match
		// Total is the number of all matches in the range, Before of those that begin
		// before From.
		Total, Before int
		// Range are the lines looked in.
		Range Range
		// Err says what is wrong with the query, in words for its author.
		Err string
	}
)

func (Search) message()      {}
func (SearchReply) message() {}

func (Search) fromViewer() {}

func (SearchReply) fromOwner() {}

func (w *writer) position(p Position) {
	w.number(p.Line)
	w.integer(p.Col)
}

func (r *reader) position() Position { return Position{Line: r.number(), Col: r.integer()} }

func (w *writer) search(m Search) {
	w.number(m.Tag)
	w.text(m.Query.Text)
	w.truth(m.Query.Regexp)
	w.number(uint64(m.Query.Case))
	w.rangeOf(m.Range)
	w.position(m.From)
	w.truth(m.Backward)
	w.integer(m.Max)
}

func (r *reader) search() Search {
	m := Search{Tag: r.number()}
	m.Query = Query{Text: r.text(), Regexp: r.truth(), Case: Case(r.index(1<<8 - 1))}
	m.Range = r.rangeOf()
	m.From, m.Backward, m.Max = r.position(), r.truth(), r.integer()
	return m
}

func (w *writer) searchReply(m SearchReply) {
	w.number(m.Tag)
	w.number(uint64(len(m.Matches)))
	for _, f := range m.Matches {
		w.position(f.First)
		w.position(f.End)
	}
	w.integer(m.Total)
	w.integer(m.Before)
	w.rangeOf(m.Range)
	w.text(m.Err)
}

func (r *reader) searchReply() SearchReply {
	m := SearchReply{Tag: r.number()}
	n := r.bounded(MaxMatches)
	for ; n > 0 && !r.failed; n-- {
		m.Matches = append(m.Matches, Match{First: r.position(), End: r.position()})
	}
	m.Total, m.Before = r.integer(), r.integer()
	m.Range, m.Err = r.rangeOf(), r.text()
	return m
}
