package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/state"
)

func removeCommand() *cobra.Command {
	var force bool
	c := &cobra.Command{
		Use:     "remove NAME",
		Aliases: []string{"rm"},
		Short:   "Remove a workspace that is not open",
		Long: `remove removes a workspace: its documents, and its copied texts. No dormer may
show the workspace, and none of its sessions may run. With --force, they run on
as orphans: dormer ps marks them, dormer attach shows one, session.adopt opens
them in another workspace, and they are ended after 24 hours without output. The
documents are only moved aside, and remove prints the command that moves them
back.`,
		Example: `  dormer workspace remove blog
  dormer workspace remove --force blog`,
		Args:              takes(1, "the name of one workspace: dormer workspace lists them"),
		ValidArgsFunction: onlyFirst(completeWorkspaces),
		RunE:              func(cmd *cobra.Command, args []string) error { return removeWorkspace(cmd.Context(), args[0], force) },
	}
	c.Flags().BoolVarP(&force, "force", "f", false, "even while its sessions run: they run on, orphaned")
	return c
}

func renameCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rename OLD NEW",
		Short: "Give a workspace that is not open another name",
		Long: `rename gives a workspace another name. No dormer may show the workspace, and
none of its sessions may run, because they know the old name.`,
		Args:              takes(2, "the name of a workspace and its new name: dormer workspace lists them"),
		ValidArgsFunction: onlyFirst(completeWorkspaces),
		RunE: func(cmd *cobra.Command, args []string) error {
			return renameWorkspace(cmd.Context(), args[0], args[1])
		},
	}
}

func removeWorkspace(ctx context.Context, name string, force bool) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	to := p.paths.Removed(name, time.Now())
	from, orphans, err := p.moveWorkspace(ctx, name, to, force)
	if err != nil {
		return err
	}
	// The copied texts are not worth keeping with a removed workspace.
	err = persist.JSONFileIn(to, copiedName).Remove()
	fmt.Printf("removed workspace %s; its documents are kept: mv '%s' '%s' brings it back\n", name, to, from)
	for _, e := range orphans {
		err = errors.Join(err, p.orphan(e, name))
		fmt.Printf("session %s runs on, orphaned: dormer attach %[1]s shows it, dormer kill %[1]s ends it\n", e.Key()[:8])
	}
	return err
}

// orphan records that a session has lost its workspace. A session that is no longer active stays
// unchanged.
func (p places) orphan(e *catalogue.Entry, workspace string) error {
	m, err := state.Open(p.provider.Dir(e.ID), e.ID, state.Options{})
	if err != nil {
		return err
	}
	err = m.Transition(session.Orphaned, state.Change{Reason: fmt.Sprintf("workspace %s was removed", workspace)})
	if errors.Is(err, state.ErrTransition) {
		return nil
	}
	return err
}

func renameWorkspace(ctx context.Context, name, other string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	to, err := p.paths.Workspace(other)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return fmt.Errorf("workspace %q already exists: dormer workspace lists them", other)
	}
	if _, _, err := p.moveWorkspace(ctx, name, to, false); err != nil {
		return err
	}
	fmt.Printf("workspace %s is now called %s: dormer -w %s opens it\n", name, other, other)
	return nil
}

// moveWorkspace moves the directory of a workspace that no program uses, and returns its old path.
// With force its sessions may run; the running ones are returned.
func (p places) moveWorkspace(ctx context.Context, name, to string, force bool) (from string, running []*catalogue.Entry, err error) {
	if from, err = workspaceDir(name); err != nil {
		return "", nil, err
	}
	store, err := persist.Open(from, persist.Options{})
	if err != nil {
		return "", nil, err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	l, err := p.listing(ctx)
	if err != nil {
		return "", nil, err
	}
	var labels, keys []string
	for _, e := range l.Entries {
		if e.Workspace() == name && e.Live() && e.Runtime() != session.Exited {
			running = append(running, e)
			labels, keys = append(labels, e.Label()), append(keys, e.Short())
		}
	}
	if len(keys) > 0 && !force {
		return "", nil, fmt.Errorf("sessions of workspace %q run: %s: dormer kill %s ends them", name, strings.Join(labels, ", "), strings.Join(keys, " "))
	}
	return from, running, store.Move(to)
}
