package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dormer/session/catalogue"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace/repo"
)

// newInRepo is a new worktree, and its repository.
type newInRepo struct {
	repo.Repo
	madeWorktree
}

// Prepare returns the requests to open the worktrees that a template names, and a message for the
// user. It makes the missing ones. If one cannot be made, it removes those that it has made, and
// the error says so.
func (w worktreeMaker) Prepare(ctx context.Context, branches []template.Branch) (map[template.Branch]template.Worktree, string, error) {
	found := map[template.Branch]template.Worktree{}
	var made []newInRepo
	var said []string
	for _, b := range branches {
		open, m, err := w.prepare(ctx, b)
		if m.Path != "" {
			made = append(made, m)
		}
		if err != nil {
			return nil, "", fmt.Errorf("no tab was opened: worktree %s: %w%s", b.Name, err, discardWorktrees(context.WithoutCancel(ctx), made))
		}
		found[b] = template.Worktree{Source: open.Source, Env: open.Env, Lines: open.Lines}
		said = append(said, m.said...)
	}
	return found, catalogue.Printable(strings.Join(said, "; ")), nil
}

// prepare finds or makes the worktree of a branch. It also returns a worktree that it has made,
// even with an error.
func (w worktreeMaker) prepare(ctx context.Context, b template.Branch) (open remote.OpenWorktree, m newInRepo, err error) {
	if m.Repo, err = repo.Find(ctx, b.Repository); err != nil {
		return open, m, err
	}
	all, err := m.Worktrees(ctx)
	if err != nil {
		return open, m, err
	}
	i := slices.IndexFunc(all, func(t repo.Worktree) bool { return t.Branch == b.Name })
	switch {
	case i >= 0 && all[i].Missing:
		return open, m, errors.New("its directory was deleted: dormer worktree prune forgets it")
	case i >= 0:
		open, err = w.opening(m.Repo, all[i].Path, nil)
		return open, m, err
	}
	if m.madeWorktree, err = w.makeWorktree(ctx, m.Repo, repo.New{Branch: b.Name, From: b.From, Dir: b.Repository}); err != nil {
		return open, m, err
	}
	open, err = w.opening(m.Repo, m.Path, m.lines)
	return open, m, err
}

// discardWorktrees removes the new worktrees, and returns a message about that.
func discardWorktrees(ctx context.Context, made []newInRepo) string {
	var names, failed []string
	for _, m := range slices.Backward(made) {
		if err := m.Discard(ctx, m.Made); err != nil {
			failed = append(failed, err.Error())
			continue
		}
		names = append(names, m.Branch)
	}
	say := ""
	if len(names) > 0 {
		say = "; undone: " + strings.Join(names, ", ")
	}
	return strings.Join(append([]string{say}, failed...), "; ")
}
