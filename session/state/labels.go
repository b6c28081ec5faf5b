package state

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dormer/session"
)

// The user's name, description and tags of a session are in its document: every program reads it,
// even if no workspace knows the session, and the file lock lets several write it.

// Limits of names, descriptions and tags.
const (
	maxName = 256 // runes
	maxTag  = 64  // runes
	maxTags = 32
)

// CleanName returns a user's name or description in the form in which it is stored: one line,
// without control characters.
func CleanName(text string) string { return firstRunes(cleanText(text), maxName) }

// ReadTag parses a user's tag: a word. A leading # is removed.
func ReadTag(text string) (string, error) {
	tag := strings.TrimPrefix(cleanText(text), "#")
	switch {
	case tag == "":
		return "", fmt.Errorf("tag %q: give a word", text)
	case strings.ContainsAny(tag, " ,"):
		return "", fmt.Errorf("tag %q: a tag is one word, without blanks and commas", tag)
	case firstRunes(tag, maxTag) != tag:
		return "", fmt.Errorf("tag %.20q...: a tag has at most %d characters", tag, maxTag)
	}
	return tag, nil
}

// AddTag adds a tag to tags. It returns an error if there are too many.
func AddTag(tags []string, tag string) ([]string, error) {
	switch {
	case slices.Contains(tags, tag):
		return tags, nil
	case len(tags) >= maxTags:
		return tags, fmt.Errorf("it has %d tags, which is the most: remove one with dormer untag", maxTags)
	}
	return append(slices.Clone(tags), tag), nil
}

// cleanTags returns the valid tags of a document.
func cleanTags(tags []string) (clean []string) {
	for _, t := range tags {
		if t, err := ReadTag(t); err == nil {
			clean, _ = AddTag(clean, t)
		}
	}
	return clean
}

func firstRunes(s string, n int) string {
	if runes := []rune(s); len(runes) > n {
		return strings.TrimSpace(string(runes[:n]))
	}
	return s
}

// Relabel calls f to change the name, the description and the tags of the session; other changes
// are ignored. If f returns an error, nothing changes.
func (m *Manager) Relabel(f func(*About) error) error {
	return m.wrap(m.change(func(r Record) (Record, error) {
		about := r.About
		if err := f(&about); err != nil {
			return r, err
		}
		r.Name, r.Description, r.Tags = CleanName(about.Name), cleanText(about.Description), cleanTags(about.Tags)
		return r, nil
	}))
}

// Inherit returns a with the user's labels of the session from an earlier run. The name of a
// workspace's session is the workspace's.
func (a About) Inherit(earlier About) About {
	a.Description, a.Tags = earlier.Description, earlier.Tags
	if a.WorkspaceID == "" {
		a.Name = earlier.Name
	}
	return a
}

// Relabel is [Manager.Relabel] for the session in a directory.
func Relabel(dir string, id session.ID, f func(*About) error) error {
	m, err := Open(dir, id, Options{})
	if err != nil {
		return err
	}
	return errors.Join(m.Relabel(f), m.Close())
}
