package worktrees

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/lists"
)

// list is the state of the palette's list.
type list struct {
	asked, known bool
	all          []lists.Repository
}

// Listed returns the repositories that were found for the palette. known is false until the search
// is finished.
func (w *Worktrees) Listed() (all []lists.Repository, known bool) { return w.list.all, w.list.known }

// Seek starts a search for the repositories of some directories, once while sought remains true.
func (w *Worktrees) Seek(sought bool, dirs func() []string) tea.Cmd {
	switch {
	case !sought:
		w.list = list{}
		return nil
	case w.list.asked || w.Maker == nil:
		return nil
	}
	w.list.asked = true
	in, maker := dirs(), w.Maker
	return func() tea.Msg { return listed{maker.Repositories(context.Background(), in)} }
}

func (l *list) set(all []lists.Repository) {
	if l.asked {
		l.known, l.all = true, all
	}
}
