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
)

func removeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME",
		Short: "Remove a workspace that is not open",
		Long: `remove removes a workspace: its documents, and what was copied in it. No dormer
may show the workspace, and none of its sessions may run. The documents are only
moved aside, and remove prints the command that moves them back.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usageErrorf("remove takes the name of one workspace: dormer workspace lists them")
			}
			return nil
		},
		ValidArgsFunction: firstIsWorkspace,
		RunE:              func(cmd *cobra.Command, args []string) error { return removeWorkspace(cmd.Context(), args[0]) },
	}
}

func renameCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rename OLD NEW",
		Short: "Give a workspace that is not open another name",
		Long: `rename gives a workspace another name. No dormer may show the workspace, and
none of its sessions may run, because they were told the old name.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageErrorf("rename takes the name of a workspace and its new name: dormer workspace lists them")
			}
			return nil
		},
		ValidArgsFunction: firstIsWorkspace,
		RunE: func(cmd *cobra.Command, args []string) error {
			return renameWorkspace(cmd.Context(), args[0], args[1])
		},
	}
}

// firstIsWorkspace completes the first argument.
func firstIsWorkspace(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeWorkspaces(cmd, args, typed)
}

func removeWorkspace(ctx context.Context, name string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	to := p.paths.Removed(name, time.Now())
	from, err := p.moveWorkspace(ctx, name, to)
	if err != nil {
		return err
	}
	// What was copied is nothing to keep of what is not wanted any more.
	err = persist.JSONFileIn(to, copiedName).Remove()
	fmt.Printf("removed workspace %s; its documents are kept: mv '%s' '%s' brings it back\n", name, to, from)
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
		return fmt.Errorf("there is a workspace %q already: dormer workspace lists them", other)
	}
	if _, err := p.moveWorkspace(ctx, name, to); err != nil {
		return err
	}
	fmt.Printf("workspace %s is now called %s: dormer -w %s opens it\n", name, other, other)
	return nil
}

// moveWorkspace moves the directory of a workspace that nobody uses, and returns where it
// was.
func (p places) moveWorkspace(ctx context.Context, name, to string) (from string, err error) {
	if from, err = workspaceDir(name); err != nil {
		return "", err
	}
	store, err := persist.Open(from, persist.Options{})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	l, err := p.listing(ctx)
	if err != nil {
		return "", err
	}
	var labels, keys []string
	for i := range l.Entries {
		if e := &l.Entries[i]; e.Workspace() == name && e.Live() && e.Runtime() != session.Exited {
			labels, keys = append(labels, label(l, e)), append(keys, l.ShortKey(e))
		}
	}
	if len(keys) > 0 {
		return "", fmt.Errorf("sessions of workspace %q run: %s: dormer kill %s ends them", name, strings.Join(labels, ", "), strings.Join(keys, " "))
	}
	return from, store.Move(to)
}
