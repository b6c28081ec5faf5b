package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/catalogue"
)

func removeSessionCommand() *cobra.Command {
	var force bool
	var which choice
	c := &cobra.Command{
		Use:   "rm ID|NAME... | --tag TAG",
		Short: "Remove sessions that have ended",
		Long: `rm removes the files of sessions that have ended or were never started, such as
their last screens, and ends their remaining processes. dormer history still
lists how they ended. It refuses a session that runs (dormer kill ends it), and
without --force one that is in a workspace, whose pane then has nothing left but
its name. An archived session is also removed from its workspace.`,
		Example: `  dormer rm build
  dormer rm 3fa90c12 notes`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args)+len(which.tags) == 0 {
				return usageErrorf("rm takes the ids or names of sessions that have ended, or --tag TAG: dormer ps --all lists them")
			}
			return which.check(cmd, args)
		},
		ValidArgsFunction: completeEnded,
		RunE: func(cmd *cobra.Command, args []string) error {
			return removeSessions(cmd.Context(), which, args, force)
		},
	}
	c.Flags().BoolVarP(&force, "force", "f", false, "even those that are in a workspace")
	which.addTo(c)
	return c
}

// removeSessions removes the selected sessions. If a word matches no session, or one that may not
// be removed, it returns an error and removes none.
func removeSessions(ctx context.Context, which choice, words []string, force bool) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	chosen, err := which.from(l, words, func(e *catalogue.Entry, _ string) error { return removable(l, e, force) })
	if err != nil {
		return err
	}
	var failed []error
	for _, e := range chosen {
		remove := func() error { return p.Remove(ctx, e) }
		if e.Disposition() == session.Archived {
			remove = func() error { return p.change(ctx, e, removal) }
		}
		if err := remove(); err != nil {
			failed = append(failed, fmt.Errorf("session %s: %w", label(l, e), notEnded(err, e)))
			continue
		}
		fmt.Printf("removed %s\n", label(l, e))
	}
	return errors.Join(failed...)
}

// removable returns an error if a session may not be removed.
func removable(l catalogue.Listing, e *catalogue.Entry, force bool) error {
	switch {
	case e.Runtime() != session.Exited && e.Lifecycle() != session.Created:
		return fmt.Errorf("session %s has not ended (%s): dormer kill %s ends it", label(l, e), e.Lifecycle(), l.ShortKey(e))
	case e.Disposition() == session.Archived:
		return nil
	case e.Tracked != nil && !force:
		return fmt.Errorf("session %s is in workspace %s: close its pane there, or use dormer rm --force %s", label(l, e), catalogue.Printable(e.Workspace()), l.ShortKey(e))
	}
	return nil
}

// completeEnded offers sessions that have ended.
func completeEnded(cmd *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return completeThose(cmd, typed, func(e *catalogue.Entry) bool {
		return e.Runtime() == session.Exited || e.Lifecycle() == session.Created
	})
}
