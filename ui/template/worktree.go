package template

import (
	"errors"
	"slices"

	"dormer/session"
	"dormer/workspace"
)

// Worktree is a worktree that a template is opened in.
type Worktree struct {
	Source session.Source
	// Env is for every session, as NAME=value. Lines are typed into the first shell in the
	// worktree.
	Env, Lines []string
}

// Prepare has the sessions of a plan that are in the worktree belong to it. It returns what is
// typed into the panes of the plan then.
func (w Worktree) Prepare(layout workspace.OpenLayout, typed []Typed) ([]Typed, error) {
	lines := w.Lines
	for i := range layout.Records {
		r := &layout.Records[i]
		r.Env = append(slices.Clone(w.Env), r.Env...)
		if !workspace.InDir(r.Dir, w.Source.Worktree) {
			continue
		}
		r.Source.Kind, r.Source.Repo, r.Source.Worktree = session.Worktree, w.Source.Repo, w.Source.Worktree
		if r.Source.Shell() && len(lines) > 0 {
			typed = typeFirst(typed, r.ID, lines)
			lines = nil
		}
	}
	if len(lines) > 0 {
		return nil, errors.New("the template has no shell in the worktree that could run its setup: add a pane without a command")
	}
	return typed, nil
}

// typeFirst adds lines before those that are typed into a session.
func typeFirst(typed []Typed, id session.ID, lines []string) []Typed {
	for i := range typed {
		if typed[i].Session == id {
			typed[i].Lines = slices.Concat(lines, typed[i].Lines)
			return typed
		}
	}
	return append(typed, Typed{Session: id, Lines: lines})
}
