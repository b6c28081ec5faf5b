package links

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Expressions for words that are often copied, but are not links.
var (
	path   = expression(`~?[\p{L}\p{N}_@+=.-]*(?:/[\p{L}\p{N}_@+=.-]+)+/?`)
	hash   = expression(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{7,64}`)
	amount = expression(`[0-9]+(?:[.,][0-9]+)*(?:%|[kKMGTP]?i?B/s|[kKMGTP](?:i?B)?|B|ns|µs|us|ms|s|m|min|h|d|px|em|°C|[kMG]?Hz| (?:[kKMGTP]i?B(?:/s)?|ns|µs|us|ms|min|°C|[kMG]?Hz))`)
	quoted = expression(`"[^"]+"|'[^']+'|` + "`[^`]+`" + `|“[^”]+”|‘[^’]+’|«[^»]+»`)
)

// longestQuote is the maximum length of quoted text, in bytes. Longer text is more likely to be
// between two quotations.
const longestQuote = 200

// Words returns the links in a line of text and other words that are often copied: paths, hashes,
// numbers with units, and quoted text without its quotes. They are in order. Where several would
// overlap, it prefers links, and then longer words.
func Words(text string) []Link {
	out := Find(text)
	found := len(out)
	var words []Link
	add := func(first, end int, l Link) {
		if l.Text = text[first:end]; standsAlone(text, first, end) {
			l.Word = true
			words = append(words, l.from(text, first, end))
		}
	}
	for _, at := range path().FindAllStringIndex(text, -1) {
		end := at[0] + len(strings.TrimRight(text[at[0]:at[1]], ".,"))
		if p := text[at[0]:end]; strings.ContainsFunc(p, unicode.IsLetter) {
			add(at[0], end, Link{Path: p})
		}
	}
	for _, at := range hash().FindAllStringIndex(text, -1) {
		if h := text[at[0]:at[1]]; strings.ContainsAny(h, "0123456789") && strings.ContainsAny(h, "abcdef") {
			add(at[0], at[1], Link{})
		}
	}
	for _, at := range amount().FindAllStringIndex(text, -1) {
		add(at[0], at[1], Link{})
	}
	for _, at := range quoted().FindAllStringIndex(text, -1) {
		_, open := utf8.DecodeRuneInString(text[at[0]:])
		_, shut := utf8.DecodeLastRuneInString(text[:at[1]])
		if first, end := at[0]+open, at[1]-shut; end-first <= longestQuote && strings.TrimSpace(text[first:end]) == text[first:end] && standsAlone(text, at[0], at[1]) {
			add(first, end, Link{})
		}
	}
	slices.SortStableFunc(words, func(a, b Link) int { return cmp.Compare(b.End-b.First, a.End-a.First) })
	for _, w := range words {
		if !slices.ContainsFunc(out, func(o Link) bool { return w.First < o.End && o.First < w.End }) {
			out = append(out, w)
		}
	}
	if len(out) > found {
		slices.SortFunc(out, func(a, b Link) int { return a.First - b.First })
	}
	return out
}

// standsAlone reports whether no letter or digit touches a part of a text.
func standsAlone(text string, first, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:first])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !joins(before) && !joins(after)
}

func joins(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
