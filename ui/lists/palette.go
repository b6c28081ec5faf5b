package lists

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/textsearch"
)

// PaletteSource lists anything by name: commands, tabs, sessions, what is closed. The first typed
// character narrows the list: ">" to commands, "$" to sessions, "~" to directories, "#" to
// worktrees. "/" searches the text of all sessions.
type PaletteSource struct {
	From
	Commands func() Commands
	// Worktrees are the worktrees of the repositories in use; known means that they were read.
	Worktrees func() (all []Repository, known bool)
	Texts     *textsearch.Search
	// Line returns the line of a match, and the bytes of it that matched.
	Line func(textsearch.Match) (text string, lit []int)
	// Answers reports whether a session may still answer the search.
	Answers func(session.ID) bool
}

// List returns the items for the typed text, and the part of the text that filters them. Sessions
// come before commands, because they are wanted more often.
func (p PaletteSource) List(typed string) ([]dialog.Item, string) {
	l, kind, rest := p.Lists(), typed[:min(len(typed), 1)], typed[min(len(typed), 1):]
	switch kind {
	case ">":
		c := p.Commands()
		return append(c.Written(rest), c.List(rest)...), rest
	case "$":
		return l.Sessions(), rest
	case "~":
		return l.DirectoriesFor(typed)
	case "#":
		all, _ := p.Worktrees()
		return l.Worktrees(all), rest
	case "/":
		return p.found(l), ""
	}
	c := p.Commands()
	return slices.Concat(l.Sessions(), c.Written(typed), l.Closed(), l.Directories(), c.List(typed)), typed
}

// found lists the matches of the search, session by session, the latest line first.
func (p PaletteSource) found(l Lists) (items []dialog.Item) {
	for _, match := range p.Texts.Matches(textsearch.Order(l.State)) {
		text, lit := p.Line(match)
		items = append(items, l.found(match.Session, match.Match, text, lit))
	}
	return items
}

// News says how far the search for the typed text is.
func (p PaletteSource) News(typed string) string {
	if text, searches := strings.CutPrefix(typed, "/"); searches {
		return p.Texts.Progress(text, p.Answers)
	}
	if _, known := p.Worktrees(); strings.HasPrefix(typed, "#") && !known {
		return "looking for repositories"
	}
	return ""
}
