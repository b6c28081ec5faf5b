package catalogue

import (
	"fmt"
	"slices"
	"strings"

	"dormer/session"
)

// Find returns the session that a word refers to: by its id, its exact name, or, if no session has
// that id or name, a unique beginning of its id. If several match, those with a host take
// precedence. The error is one sentence for a person.
func (l Listing) Find(word string) (*Entry, error) {
	live, ended := l.matching(func(e *Entry) bool { return e.matchesName(word) })
	if len(live)+len(ended) == 0 {
		live, ended = l.matching(func(e *Entry) bool { return e.hasIDPrefix(word) })
	}
	for _, found := range [][]*Entry{live, ended} {
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return nil, fmt.Errorf("%q is more than one session (%s): give more of the id", word, keys(found))
	}
	return nil, UnknownError{word}
}

// UnknownError is returned for a word that refers to no session.
type UnknownError struct{ Word string }

func (e UnknownError) Error() string {
	return fmt.Sprintf("there is no session %q: dormer ps --all lists them", e.Word)
}

// matching returns the sessions for which is holds, with and without a host.
func (l Listing) matching(is func(*Entry) bool) (live, ended []*Entry) {
	for _, e := range l.Entries {
		switch {
		case !is(e):
		case e.Live():
			live = append(live, e)
		default:
			ended = append(ended, e)
		}
	}
	return live, ended
}

// Live returns the sessions that have a host.
func (l Listing) Live() []*Entry {
	live, _ := l.matching(func(*Entry) bool { return true })
	return live
}

// NotLive returns an error for a session without a host, with what the user can do; nil if it has
// one. word is the user's word for the session.
func (e *Entry) NotLive(word string) error {
	switch {
	case e.Live():
		return nil
	case e.Lifecycle() == session.Created:
		return fmt.Errorf("session %q is not started yet: dormer restart %[1]s starts it, dormer rm %[1]s removes it", word)
	case e.inProgram():
		return fmt.Errorf("session %q lives in the dormer that shows workspace %s: only that can show or end it", word, e.Workspace())
	case e.Refusal(word) != nil:
		return e.Refusal(word)
	case e.resumable() && e.ended():
		return fmt.Errorf("session %q has ended (%s): Enter in its pane, in workspace %s, starts it again", word, e.Lifecycle(), e.Workspace())
	case e.resumable():
		return fmt.Errorf("session %q lost its host: workspace %s shows it and can start it again", word, e.Workspace())
	}
	return fmt.Errorf("session %q has ended (%s): dormer ps --all says more", word, e.Lifecycle())
}

// Tags returns the tags of all sessions, sorted.
func (l Listing) Tags() (tags []string) {
	for _, e := range l.Entries {
		tags = append(tags, e.Tags()...)
	}
	slices.Sort(tags)
	return slices.Compact(tags)
}

// matchesName reports whether a word is the session's name or id.
func (e *Entry) matchesName(word string) bool {
	return word != "" && (word == e.Name() || strings.ToLower(word) == e.Key())
}

// hasIDPrefix reports whether the session's id begins with a word.
func (e *Entry) hasIDPrefix(word string) bool {
	return word != "" && strings.HasPrefix(e.Key(), strings.ToLower(word))
}

// maxNamed is the number of sessions that an error names.
const maxNamed = 4

func keys(found []*Entry) string {
	var names []string
	for _, e := range found[:min(len(found), maxNamed)] {
		names = append(names, e.Key())
	}
	if more := len(found) - maxNamed; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// shortKey is the least length of a short key.
const shortKey = 8

// shorten sets the short keys of entries.
func shorten(entries []*Entry) {
	var sorted []string
	for _, e := range entries {
		sorted = append(sorted, e.Key())
	}
	slices.Sort(sorted)
	sorted = slices.Compact(sorted)
	for _, e := range entries {
		// The keys with the longest common beginnings are its neighbours.
		at, _ := slices.BinarySearch(sorted, e.Key())
		e.short = uniquePrefix(e.Key(), sorted[max(at-1, 0):min(at+2, len(sorted))])
	}
}

// uniquePrefix returns the unique beginning of an id among others.
func uniquePrefix(key string, among []string) string {
	n := shortKey
	for _, other := range among {
		if other != key {
			n = max(n, commonPrefixLen(key, other)+1)
		}
	}
	return key[:min(n, len(key))]
}

// commonPrefixLen returns the length of the common beginning of two texts.
func commonPrefixLen(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
