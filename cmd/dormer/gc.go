package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
	"dormer/workspace/repo"
)

func gcCommand() *cobra.Command {
	var dryRun, now bool
	c := &cobra.Command{
		Use:   "gc",
		Short: "End sessions that are in no workspace any more",
		Long: `gc ends orphans that have been idle: sessions that were opened in a workspace
and are in none now, with no viewer and no new output for 24 hours. Sessions
made by dormer new are not orphans.

It also removes sockets whose process is gone, the files of sessions that ended
more than a week ago, sessions without a pane that were suspended more than a
week ago or met a fatal error more than a day ago, and empty directories of
sessions that never started. Archived sessions stay until dormer rm. If the
document of any workspace cannot be read, it ends nothing.

It permanently deletes worktrees that were removed more than 7 days ago
(worktrees.keep in the configuration), in all repositories in which dormer has
opened a worktree.

A dormer that shows a workspace does the same by itself, once an hour.`,
		Example: `  dormer gc --dry-run
  dormer gc --now`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			wait := catalogue.OrphanGrace
			if now {
				wait = 0
			}
			return collect(cmd.Context(), wait, dryRun)
		},
	}
	c.Flags().BoolVar(&dryRun, "dry-run", false, "print what would be done, and do nothing")
	c.Flags().BoolVar(&now, "now", false, "end orphans without waiting for 24 quiet hours")
	return c
}

func collect(ctx context.Context, wait time.Duration, dryRun bool) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	g := collector{ctx: ctx, dryRun: dryRun, say: func(what string) { fmt.Println(what) }}
	if err := p.collect(&g, time.Now(), wait); err != nil {
		return err
	}
	if g.done == 0 && len(g.failed) == 0 {
		fmt.Println("nothing to do")
	}
	return errors.Join(g.failed...)
}

// collectPeriodically collects at each of some times, for a program that shows a workspace. It ignores
// errors, which dormer gc reports.
func (p places) collectPeriodically(ctx context.Context, times <-chan time.Time) {
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-times:
			_ = p.collect(&collector{ctx: ctx, say: func(string) {}}, now, catalogue.OrphanGrace)
		}
	}
}

// collectEvery is how often a program that shows a workspace collects.
const collectEvery = time.Hour

// collect ends and removes what is no longer needed at a time. Orphans must have been idle for at
// least wait.
func (p places) collect(g *collector, now time.Time, wait time.Duration) error {
	sessions, unread := tracked(p.paths)
	if len(unread) > 0 {
		return fmt.Errorf("nothing was ended, because not all workspaces could be read: %w", errors.Join(unread...))
	}
	l, err := p.List(g.ctx, sessions)
	if err != nil {
		return err
	}
	left := l.Leftovers(now, wait)
	for _, e := range left.Waiting {
		g.say(fmt.Sprintf("orphan %s stays for now: it was in use within the last day (dormer attach shows it)", e.Label()))
	}
	programs, err := control.Stale(g.ctx, p.paths.Runtime())
	if err != nil {
		return err
	}
	for _, e := range left.Orphans {
		g.each("end orphan "+e.Label()+" of workspace "+catalogue.Printable(e.Workspace()), func() error { return p.EndOrphan(g.ctx, e) })
	}
	for _, e := range left.Expired {
		g.each(fmt.Sprintf("remove session %s of workspace %s, %s since %s", e.Label(), catalogue.Printable(e.Workspace()), dispositionWord(e.Disposition()), e.Tracked.LastActive.Local().Format(time.DateOnly)),
			func() error { return p.change(g.ctx, e, removal) })
	}
	for _, e := range left.Ended {
		g.each("forget session "+e.Label()+", which has ended", func() error { return p.Forget(e.ID) })
	}
	for _, u := range left.Unused {
		g.each("remove the empty directory of session "+u.ID.String()[:8]+", which never started", func() error { return p.RemoveUnused(u.ID) })
	}
	for _, host := range left.Sockets {
		g.each("remove the socket of "+host+", which is gone", func() error { return p.RemoveSocket(host) })
	}
	for _, name := range programs {
		g.each("remove the socket of a dormer that is gone", func() error { return p.RemoveSocket(name) })
	}
	p.collectWorktrees(g, l, now)
	return nil
}

// trashTime is the time limit for emptying the trash of one repository. The rest is deleted the
// next time.
const trashTime = time.Minute

// collectWorktrees permanently deletes removed worktrees that are older than the configured limit.
// It runs last because a repository may be on a drive that does not answer.
func (p places) collectWorktrees(g *collector, l catalogue.Listing, now time.Time) {
	dirs, err := repo.WithPorts(portsDir(p.paths))
	if err != nil {
		g.failed = append(g.failed, err)
	}
	for _, e := range l.Entries {
		dirs = append(dirs, e.Source().Repo)
	}
	slices.Sort(dirs)
	before, done := now.Add(-p.config().Worktrees.Keep), map[string]bool{}
	for _, dir := range slices.Compact(dirs) {
		if dir == "" {
			continue
		}
		ctx, cancel := context.WithTimeout(g.ctx, trashTime)
		r, err := repo.Find(ctx, dir)
		if err == nil && !done[r.Common] {
			done[r.Common] = true
			g.emptyTrash(ctx, r, before, inUse(l))
		}
		cancel()
	}
}

// emptyTrash permanently deletes worktrees of a repository that were removed before a time.
func (g *collector) emptyTrash(ctx context.Context, r repo.Repo, before time.Time, keep func(repo.Removed) bool) {
	due, err := r.EmptyTrash(ctx, before, keep, true)
	if err != nil {
		g.failed = append(g.failed, err)
	}
	if len(due) == 0 {
		return
	}
	var names []string
	for _, e := range due {
		names = append(names, e.Name())
	}
	g.each(catalogue.Printable("permanently delete worktrees removed from "+r.Main+": "+strings.Join(names, ", ")), func() error {
		_, err := r.EmptyTrash(ctx, before, keep, false)
		return err
	})
}

// collector carries out actions and reports them; in a dry run it only reports them.
type collector struct {
	ctx    context.Context
	dryRun bool
	say    func(string)
	done   int
	failed []error
}

func (g *collector) each(what string, do func() error) {
	if g.dryRun {
		g.done++
		g.say("would " + what)
		return
	}
	if err := g.ctx.Err(); err != nil {
		g.failed = append(g.failed, err)
		return
	}
	if err := do(); err != nil {
		g.failed = append(g.failed, fmt.Errorf("%s: %w", what, err))
		return
	}
	g.done++
	g.say(what)
}
