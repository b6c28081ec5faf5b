package template

import (
	"slices"
	"strings"

	"dormer/session"
	"dormer/workspace"
)

// Worktree is a worktree that a template is opened in.
type Worktree struct {
	Source session.Source
	// Env is set for the worktree's sessions, as NAME=value; with Everywhere, for all sessions of
	// the template that belong to no other worktree. Lines prepare the worktree: they are typed
	// into a shell, or run before a command.
	Env, Lines []string
	Everywhere bool
}

// awaitSetup begins the line that waits until the setup of a session has finished.
const awaitSetup = "dormer await-setup "

// Prepare assigns the sessions of a plan that are in the worktree to it. The first of its agents
// prepares the worktree, or else the first command. The other agents and commands wait for that, and
// so does what is typed into shells. If there are only shells, the first prepares it. Prepare returns
// the lines to type into the panes of the plan.
func (w Worktree) Prepare(layout workspace.OpenLayout, typed []Typed) []Typed {
	var first *workspace.Record
	var inside []*workspace.Record
	for i := range layout.Records {
		r := &layout.Records[i]
		other := r.Source.Kind == session.Worktree && r.Source.Worktree != w.Source.Worktree
		in := workspace.InDir(r.Dir, w.Source.Worktree) && !other
		if in || w.Everywhere && !other {
			r.Env = append(slices.Clone(w.Env), r.Env...)
		}
		if !in {
			continue
		}
		r.Source.Kind, r.Source.Repo, r.Source.Worktree = session.Worktree, w.Source.Repo, w.Source.Worktree
		inside = append(inside, r)
		if first == nil || rank(r) < rank(first) {
			first = r
		}
	}
	switch {
	case first == nil || len(w.Lines) == 0:
		return typed
	case first.Source.Shell():
		return prependLines(typed, first.ID, w.Lines)
	}
	wait := awaitSetup + first.ID.String()
	for _, r := range inside {
		switch {
		case !r.Source.Shell():
			r.Setup = wait
		case slices.ContainsFunc(typed, func(t Typed) bool { return t.Session == r.ID }):
			typed = prependLines(typed, r.ID, []string{wait})
		}
	}
	first.Setup = strings.Join(w.Lines, "\n")
	return typed
}

// rank orders sessions by how well they can prepare a worktree: agents, commands, shells.
func rank(r *workspace.Record) int {
	switch {
	case r.Agent != session.NoAgent:
		return 0
	case r.Source.Shell():
		return 2
	}
	return 1
}

// prependLines inserts lines before those to type into a session.
func prependLines(typed []Typed, id session.ID, lines []string) []Typed {
	for i := range typed {
		if typed[i].Session == id {
			typed[i].Lines = slices.Concat(lines, typed[i].Lines)
			return typed
		}
	}
	return append(typed, Typed{Session: id, Lines: lines})
}
