package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
)

func gcCommand() *cobra.Command {
	var dryRun, now bool
	c := &cobra.Command{
		Use:   "gc",
		Short: "End sessions that no workspace knows any more",
		Long: `gc ends orphans: sessions that were opened in a workspace and are in none now,
that nobody is attached to, and that have shown nothing new for 24 hours.
Sessions made by dormer new are not orphans.

It also removes sockets whose process is gone, the files of sessions that ended
more than a week ago, and empty directories of sessions that never started. If
the document of any workspace cannot be read, it ends nothing.`,
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
	sessions, unread := tracked(p.paths)
	if len(unread) > 0 {
		return fmt.Errorf("nothing was ended, because not all workspaces could be read: %w", errors.Join(unread...))
	}
	l, err := p.List(ctx, sessions)
	if err != nil {
		return err
	}
	left := l.Leftovers(time.Now(), wait)
	for _, e := range left.Waiting {
		fmt.Printf("orphan %s stays for now: it was in use within the last day (dormer attach shows it)\n", label(l, &e))
	}
	programs, err := control.Stale(ctx, p.paths.Runtime())
	if err != nil {
		return err
	}
	g := collector{ctx: ctx, dryRun: dryRun}
	for _, e := range left.Orphans {
		g.each("end orphan "+label(l, &e)+" of workspace "+catalogue.Printable(e.Workspace()), func() error { return p.EndOrphan(ctx, e) })
	}
	for _, e := range left.Ended {
		g.each("forget session "+label(l, &e)+", which has ended", func() error { return p.Forget(e.ID) })
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
	if g.done == 0 && len(g.failed) == 0 {
		fmt.Println("nothing to do")
	}
	return errors.Join(g.failed...)
}

// collector does what is to be done and says so, or only says it.
type collector struct {
	ctx    context.Context
	dryRun bool
	done   int
	failed []error
}

func (g *collector) each(what string, do func() error) {
	if g.dryRun {
		g.done++
		fmt.Println("would " + what)
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
	fmt.Println(what)
}
