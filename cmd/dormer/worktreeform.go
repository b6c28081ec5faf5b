package main

import (
	"context"
	"errors"
	"strings"

	"dormer/session/catalogue"
	"dormer/ui/command"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/remote"
	"dormer/ui/worktrees"
	"dormer/workspace/repo"
)

// worktreeMaker makes and lists worktrees for the program.
type worktreeMaker struct{ places }

// Repository returns the repository of a directory, with its branches.
func (w worktreeMaker) Repository(ctx context.Context, dir string) (lists.Repository, error) {
	r, err := repo.Find(ctx, dir)
	if errors.Is(err, repo.ErrNoRepository) {
		return lists.Repository{}, errors.New("it is not in a git repository: name a directory of one")
	}
	if err != nil {
		return lists.Repository{}, err
	}
	branches, err := r.Branches(ctx)
	return lists.Repository{Main: r.Main, Branches: branches}, err
}

// Repositories lists the worktrees of the repositories of some directories.
func (w worktreeMaker) Repositories(ctx context.Context, dirs []string) (found []lists.Repository) {
	var known []repo.Worktree
	for _, dir := range dirs {
		if _, is := repo.Of(known, dir); is || dir == "" {
			continue
		}
		r, err := repo.Find(ctx, dir)
		if err != nil {
			continue // the directory is in no repository, or is gone
		}
		all, err := r.Worktrees(ctx)
		if err != nil {
			continue
		}
		known = append(known, all...)
		of := lists.Repository{Main: r.Main}
		for _, t := range all {
			if t.Main && r.Bare {
				continue
			}
			of.Worktrees = append(of.Worktrees, lists.Worktree{Path: t.Path, Branch: t.Branch, Main: t.Main, Missing: t.Missing})
		}
		found = append(found, of)
	}
	return found
}

// Make makes a worktree as dormer worktree new does.
func (w worktreeMaker) Make(ctx context.Context, what command.NewWorktree) (open remote.OpenWorktree, say string, err error) {
	r, err := repo.Find(ctx, what.Dir)
	if err != nil {
		return open, "", worktrees.FieldError{Field: prompts.WorktreeRepository, Err: err}
	}
	m, err := w.makeWorktree(ctx, r, repo.New{Branch: what.Branch, From: what.From, Dir: what.Dir})
	if err != nil {
		field := prompts.WorktreeBranch
		if errors.Is(err, repo.ErrNoCommit) && what.From != "" {
			field = prompts.WorktreeFrom
		}
		return open, "", worktrees.FieldError{Field: field, Err: err}
	}
	open, err = w.opening(r, m.Path, m.lines)
	return open, catalogue.Printable(strings.Join(m.said, "; ")), err
}

// Open returns the request to open a worktree of a repository.
func (w worktreeMaker) Open(main, path string) (remote.OpenWorktree, error) {
	return w.opening(repo.Repo{Main: main}, path, nil)
}
