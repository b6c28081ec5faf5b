package worktrees

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/lists"
)

// list is what the palette lists.
type list struct {
	asked, known bool
	all          []lists.Repository
}

// Listed are the repositories that were found for the palette; known says that they were looked
// for.
func (w *Worktrees) Listed() (all []lists.Repository, known bool) { return w.list.all, w.list.known }

// Seek looks for the repositories of some directories, once as long as they are sought.
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

func (l *list) took(all []lists.Repository) {
	if l.asked {
		l.known, l.all = true, all
	}
}
