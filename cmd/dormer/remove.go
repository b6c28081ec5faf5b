package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/catalogue"
)

func removeSessionCommand() *cobra.Command {
	var force bool
	var which selection
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
		ValidArgsFunction: completeMatching(hasEnded),
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
func removeSessions(ctx context.Context, which selection, words []string, force bool) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	chosen, err := which.resolve(l, words, func(e *catalogue.Entry, _ string) error { return removable(e, force) })
	if err != nil {
		return err
	}
	return each(chosen, func(e *catalogue.Entry) (string, error) {
		if e.Disposition() == session.Archived {
			return "removed " + e.Label(), notEnded(p.change(ctx, e, removal), e)
		}
		return "removed " + e.Label(), notEnded(p.Remove(ctx, e), e)
	})
}

// hasEnded reports whether a session has ended or was never started.
func hasEnded(e *catalogue.Entry) bool {
	return e.Runtime() == session.Exited || e.Lifecycle() == session.Created
}

// removable returns an error if a session may not be removed.
func removable(e *catalogue.Entry, force bool) error {
	switch {
	case !hasEnded(e):
		return fmt.Errorf("session %s has not ended (%s): dormer kill %s ends it", e.Label(), e.Lifecycle(), e.Short())
	case e.Disposition() == session.Archived:
		return nil
	case e.Tracked != nil && !force:
		return fmt.Errorf("session %s is in workspace %s: close its pane there, or use dormer rm --force %s", e.Label(), catalogue.Printable(e.Workspace()), e.Short())
	}
	return nil
}
