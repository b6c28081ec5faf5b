package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
	"dormer/session/state"
	"dormer/ui/config"
	"dormer/workspace/repo"
)

func removeWorktreeCommand() *cobra.Command {
	var named string
	var force bool
	c := &cobra.Command{
		Use:     "rm NAME",
		Aliases: []string{"remove"},
		Short:   "Remove a worktree; it can be restored",
		Long: `rm moves the directory of a worktree into a trash within the repository, with
everything in it, and closes its tabs. Its branch stays. Whatever runs in it
runs on. For 7 days (worktrees.keep in the configuration), dormer worktree
restore brings all of it back.

A worktree with changed files, with commits that are on no other branch and no
remote, or with a running program is removed only with --force. One that git has
locked is never removed.`,
		Example: `  dormer worktree rm fix-login
  dormer worktree rm --force spike`,
		Args:              oneWorktree,
		ValidArgsFunction: completeWorktrees,
		RunE: func(cmd *cobra.Command, args []string) error {
			return removeWorktree(cmd.Context(), named, args[0], force)
		},
	}
	repoFlag(c, &named)
	c.Flags().BoolVarP(&force, "force", "f", false, "even if it has changes, or something runs in it")
	return c
}

func restoreWorktreeCommand() *cobra.Command {
	var named string
	c := &cobra.Command{
		Use:   "restore [NAME]",
		Short: "Bring back a worktree that was removed",
		Long: `restore moves a removed worktree back to its place, with every file, ignored
ones included, and its staged changes. If its branch was deleted, it is made
again. Its tabs come back if they can still be brought back. Without a NAME it
restores the worktree that was removed last.`,
		Example: `  dormer worktree restore
  dormer worktree restore fix-login`,
		Args:              atMostOne,
		ValidArgsFunction: completeRemoved,
		RunE: func(cmd *cobra.Command, args []string) error {
			return restoreWorktree(cmd.Context(), named, strings.Join(args, ""))
		},
	}
	repoFlag(c, &named)
	return c
}

func pruneWorktreesCommand() *cobra.Command {
	var named string
	var dry, all bool
	c := &cobra.Command{
		Use:   "prune",
		Short: "Forget deleted worktrees, and empty the trash of old ones",
		Long: `prune makes git forget worktrees whose directory was deleted by hand, as git
worktree prune does. It permanently deletes worktrees that were removed more
than 7 days ago (worktrees.keep in the configuration), or with --all every
removed one. A removed worktree stays while a session runs in it or its tabs can
be brought back. dormer gc does the same for all repositories.`,
		Example: `  dormer worktree prune --dry-run
  dormer worktree prune --all`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return pruneWorktrees(cmd.Context(), named, all, dry) },
	}
	repoFlag(c, &named)
	c.Flags().BoolVarP(&dry, "dry-run", "n", false, "only print what would be done")
	c.Flags().BoolVar(&all, "all", false, "delete every removed worktree, however recent")
	return c
}

func removeWorktree(ctx context.Context, named, word string, force bool) error {
	p, r, _, err := findPlacesAndRepo(ctx, named)
	if err != nil {
		return err
	}
	w, err := r.Lookup(ctx, word)
	if err != nil {
		return err
	}
	doubts, err := r.RemovalWarnings(ctx, w)
	if err != nil {
		return err
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return err
	}
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	if reasons := slices.Concat(doubts, describeUses(inWorktree(l.Live(), all, w.Path))); len(reasons) > 0 && !force {
		return fmt.Errorf("worktree %s was not removed: %s; --force removes it anyway, and dormer worktree restore brings it back", w.Name(), strings.Join(reasons, ", "))
	}
	var inside []*catalogue.Entry // those that run or have a pane
	var ids []string
	for _, e := range inWorktree(l.Entries, all, w.Path) {
		if e.Live() || e.Tracked != nil && e.Tracked.Placed {
			inside, ids = append(inside, e), append(ids, e.ID.String())
		}
	}
	e, err := r.Remove(ctx, w, time.Now(), ids)
	if err != nil {
		return err
	}
	chosen := p.config().Worktrees
	fmt.Printf("removed worktree %s: dormer worktree restore %[1]s brings it back within %s\n", catalogue.Printable(e.Name()), state.FormatDuration(chosen.Keep))
	if err := p.emptyTrash(ctx, r, chosen); err != nil {
		fmt.Fprintln(os.Stderr, catalogue.Printable(err.Error())) // this worktree was removed nevertheless
	}
	// This is last because the command may run in one of the panes that it closes.
	return p.tellPrograms(ctx, inside, control.Request{Kind: control.CloseIn, Worktree: control.Worktree{Path: control.Bytes(w.Path)}})
}

// describeUses describes the programs that run in sessions. It leaves out shells at their prompt in a
// workspace, and the session that this command was typed in.
func describeUses(sessions []*catalogue.Entry) (describeUses []string) {
	_, typedIn := currentWorkspace()
	for _, e := range sessions {
		switch {
		case e.Key() == typedIn:
		case e.Info == nil:
			describeUses = append(describeUses, fmt.Sprintf("session %s is in it and does not answer", e.Label()))
		case e.Info.Exit != nil:
		case e.Info.Program != "":
			describeUses = append(describeUses, fmt.Sprintf("session %s runs %s in it", e.Label(), catalogue.Printable(e.Info.Program)))
		case len(e.Command()) > 0:
			describeUses = append(describeUses, fmt.Sprintf("session %s runs %s in it", e.Label(), catalogue.Printable(strings.Join(e.Command(), " "))))
		case e.Workspace() == "":
			describeUses = append(describeUses, fmt.Sprintf("session %s is in it, and in no workspace", e.Label()))
		}
	}
	return describeUses
}

// reportState sends a request to the programs that show the workspaces of some sessions. It skips
// workspaces that no program shows.
func (p places) tellPrograms(ctx context.Context, sessions []*catalogue.Entry, q control.Request) error {
	var failed error
	var told []string
	for _, e := range sessions {
		in := e.Workspace()
		if in == "" || slices.Contains(told, in) {
			continue
		}
		told = append(told, in)
		r, err := p.running(in)
		if err == nil && r.open {
			var a control.Answer
			if a, err = r.ask(ctx, q); err == nil && a.Text != "" {
				fmt.Println(catalogue.Printable(a.Text))
			}
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

func restoreWorktree(ctx context.Context, named, word string) error {
	p, r, _, err := findPlacesAndRepo(ctx, named)
	if err != nil {
		return err
	}
	back, err := r.Restore(ctx, word)
	if err != nil {
		return err
	}
	on := ""
	switch {
	case back.Moved:
		on = fmt.Sprintf(", with no branch checked out, because %s has other commits now", back.Branch)
	case back.NewBranch:
		on = fmt.Sprintf(" on branch %s, which was made again", back.Branch)
	case back.Branch != "":
		on = " on branch " + back.Branch
	}
	fmt.Println(catalogue.Printable("restored " + back.Path + on))
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	var inside []*catalogue.Entry
	for _, e := range l.Entries {
		if slices.Contains(back.Sessions, e.ID.String()) {
			inside = append(inside, e)
		}
	}
	return p.tellPrograms(ctx, inside, control.Request{Kind: control.BringBack, Sessions: back.Sessions})
}

// inUse returns a function that reports whether to keep a removed worktree, because a session runs
// in it or its tabs can be brought back.
func inUse(l catalogue.Listing) func(repo.Removed) bool {
	return func(removed repo.Removed) bool {
		for _, e := range l.Entries {
			opened := slices.Contains(removed.Sessions, e.ID.String())
			switch {
			case opened && (e.Live() || e.Tracked != nil && e.Tracked.Placed),
				e.Live() && e.Info != nil && strings.HasPrefix(e.Info.Dir, removed.Tree):
				return true
			}
		}
		return false
	}
}

// emptyTrash deletes removed worktrees that are older than the configured limit, and the remains of
// incomplete deletions.
func (p places) emptyTrash(ctx context.Context, r repo.Repo, chosen config.Worktrees) error {
	before := time.Now().Add(-chosen.Keep)
	removed, err := r.Trash()
	if err != nil {
		return err
	}
	half, err := r.HalfDeleted()
	if err != nil || len(half) == 0 && !slices.ContainsFunc(removed, func(e repo.Removed) bool { return e.At.Before(before) }) {
		return err
	}
	l, err := p.listing(ctx)
	if err == nil {
		_, err = r.EmptyTrash(ctx, before, inUse(l), false)
	}
	return err
}

func pruneWorktrees(ctx context.Context, named string, all, dry bool) error {
	p, r, _, err := findPlacesAndRepo(ctx, named)
	if err != nil {
		return err
	}
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	before := time.Now()
	if !all {
		before = before.Add(-p.config().Worktrees.Keep)
	}
	used, stays := inUse(l), 0
	emptied, err := r.EmptyTrash(ctx, before, func(e repo.Removed) bool {
		if !used(e) {
			return false
		}
		stays++
		fmt.Fprintln(os.Stderr, catalogue.Printable(fmt.Sprintf("removed worktree %s (%s) stays: a session runs in it, or can be brought back to it", e.Name(), e.Path)))
		return true
	}, dry)
	forgotten, pruneErr := r.Prune(ctx, dry)
	for _, e := range emptied {
		tellPruned("removed worktree", e.Name(), e.Path, "deleted permanently", dry)
	}
	for _, w := range forgotten {
		tellPruned("worktree", w.Name(), w.Path, "forgotten", dry)
	}
	if len(emptied)+len(forgotten)+stays == 0 && err == nil && pruneErr == nil {
		fmt.Fprintln(os.Stderr, "there is nothing to prune")
	}
	return errors.Join(err, pruneErr)
}

func tellPruned(what, name, path, did string, dry bool) {
	if dry {
		did = "would be " + did
	}
	fmt.Println(catalogue.Printable(fmt.Sprintf("%s %s (%s): %s", what, name, path, did)))
}

// completeRemoved offers the worktrees that can be restored.
var completeRemoved = onlyFirst(offering(func(cmd *cobra.Command) (names []cobra.Completion, err error) {
	named, _ := cmd.Flags().GetString("repo")
	r, _, err := findRepo(cmd.Context(), named)
	if err != nil {
		return nil, err
	}
	all, err := r.Trash()
	for _, e := range all {
		names = append(names, cobra.CompletionWithDesc(e.Name(), e.Path))
	}
	return names, err
}))
