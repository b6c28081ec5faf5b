package links

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// Target is an address or a file to open, optionally at a line. Without either, the text can only
// be copied.
type Target struct {
	URI  string // address
	Path string // file
	Line int    // 0 for none
	Text string
}

// Placed is a target with the cells that it covers.
type Placed struct {
	Target
	Pieces []Piece
}

// Piece is the columns [From, End) of a line.
type Piece struct {
	Line      uint64
	From, End int
}

// At returns the target at a column of a line; false if there is none.
func At(all []Placed, line uint64, col int) (Target, bool) {
	for _, p := range all {
		for _, piece := range p.Pieces {
			if piece.Line == line && piece.From <= col && col < piece.End {
				return p.Target, true
			}
		}
	}
	return Target{}, false
}

// Opens reports whether there is something to open.
func (t Target) Opens() bool { return t.URI != "" || t.Path != "" }

// Link is a part of a text that can be opened or copied.
type Link struct {
	First, End int
	Text       string
	// Path and Line are a position in a file; Path is empty for an address.
	Path string
	Line int
	// Word is set if it is not an address. Without a path it can then only be copied.
	Word bool
}

// Target returns what the link opens.
func (l Link) Target() Target {
	t := Target{Text: l.Text, Path: l.Path, Line: l.Line}
	if l.Path == "" && !l.Word {
		t.URI = l.Text
	}
	return t
}

// The expressions are compiled on first use, so that they do not delay the first frame.
var (
	address = expression(`(?i)\b(?:https?://|file://|mailto:)[^\s<>"'` + "`" + `│┃|]+`)
	place   = expression(`(?:[~.]{0,2}/)?[\p{L}\p{N}_@+=.-]+(?:/[\p{L}\p{N}_@+=.-]+)*:([0-9]{1,7})(?::[0-9]+)?`)
)

func expression(of string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(of) })
}

// Find returns the links in a line of text, in order and without overlaps.
func Find(text string) []Link {
	var out []Link
	for _, at := range address().FindAllStringIndex(text, -1) {
		end := at[0] + len(trimmed(text[at[0]:at[1]]))
		if l := (Link{Text: text[at[0]:end]}); Allowed(l.Text) {
			out = append(out, l.from(text, at[0], end))
		}
	}
	addresses := len(out)
	for _, at := range place().FindAllStringSubmatchIndex(text, -1) {
		path, _, _ := strings.Cut(text[at[0]:at[1]], ":")
		if !strings.ContainsAny(path, "./") || strings.Trim(path, "./0123456789") == "" {
			continue // a time, or a host and port
		}
		l := Link{Text: text[at[0]:at[1]], Path: path}
		l.Line, _ = strconv.Atoi(text[at[2]:at[3]])
		l = l.from(text, at[0], at[1])
		if !slices.ContainsFunc(out[:addresses], func(o Link) bool { return l.First < o.End && o.First < l.End }) {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b Link) int { return a.First - b.First })
	return out
}

// from sets the position of the link, converted from bytes to runes.
func (l Link) from(text string, first, end int) Link {
	l.First = utf8.RuneCountInString(text[:first])
	l.End = l.First + utf8.RuneCountInString(text[first:end])
	return l
}

// trimmed returns an address without the punctuation of the sentence around it. A closing bracket
// is kept if the address contains the opening one.
func trimmed(text string) string {
	for text != "" {
		last := text[len(text)-1]
		switch {
		case strings.IndexByte(".,;:!?'*", last) >= 0:
		case last == ')' && strings.Count(text, "(") < strings.Count(text, ")"):
		case last == ']' && strings.Count(text, "[") < strings.Count(text, "]"):
		case last == '}' && strings.Count(text, "{") < strings.Count(text, "}"):
		default:
			return text
		}
		text = text[:len(text)-1]
	}
	return text
}

// schemes are the URI schemes that may be opened.
var schemes = []string{"http", "https", "file", "mailto"}

// Allowed reports whether an address may be opened: it is complete, has one of the allowed schemes,
// and contains no blanks or control characters.
func Allowed(uri string) bool {
	if strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r == 0x7f || r == utf8.RuneError }) {
		return false
	}
	u, err := url.Parse(uri)
	if err != nil || !slices.Contains(schemes, strings.ToLower(u.Scheme)) {
		return false
	}
	return u.Host != "" || u.Path != "" || u.Opaque != ""
}
