package wire

import "unicode"

// Position is a place in the text of a session: a line by its absolute number, and a column in
// cells. Rows of the screen have the numbers that they will have in the history: the first row
// follows [Frame.History].
type Position struct {
	Line uint64
	Col  int
}

// Before reports whether p is before q.
func (p Position) Before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// Query is a search query. A wrapped line counts as one line.
type Query struct {
	// Text is the text to find, or a regular expression (RE2's syntax) if Regexp is set. Empty
	// matches do not count.
	Text   string
	Regexp bool
	Case   Case
}

// Folds reports whether the query ignores case.
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
		escaped = q.Regexp && r == '\\' && !escaped // \S is not a letter
	}
	return true
}

// Case is the treatment of upper and lower case.
type Case uint8

const (
	SmartCase  Case = iota // case matters only if the query has an upper-case letter
	IgnoreCase             // case never matters
	MatchCase              // case always matters
)

// Match is a match of a query: from First up to but not including End, which is on another line if
// the text is wrapped.
type Match struct{ First, End Position }

// MaxMatches limits the matches of a [SearchReply], MaxQuery the text of a query, in bytes.
const (
	MaxMatches = 4096
	MaxQuery   = 4096
)

// From the viewer to the owner.
type (
	// Search searches the history and the screen. The answer is a [SearchReply] with this Tag. A
	// new Search replaces an unanswered one, which then gets no answer; a Search with an empty
	// query does only that.
	Search struct {
		Tag   uint64
		Query Query
		// Range is the range of lines to search; an empty one means all.
		Range Range
		// From is the start, and Backward the direction. Going forward a match may begin at From;
		// going backward it must end at or before From.
		From     Position
		Backward bool
		// Max limits the matches in the answer to the nearest ones.
		Max int
	}
)

// From the owner to the viewer.
type (
	// SearchReply is the answer to a [Search].
	SearchReply struct {
		Tag uint64
		// Matches are the matches in the requested direction, the nearest first.
		Matches []Match
		// Total is the number of matches in the range, Before the number of those that
		// begin before From.
		Total, Before int
		// Range is the range of lines searched.
		Range Range
		// Err describes an error in the query, in a sentence for the user.
		Err string
	}
)

func (Search) tag() tag      { return tagSearch }
func (SearchReply) tag() tag { return tagSearchReply }

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
