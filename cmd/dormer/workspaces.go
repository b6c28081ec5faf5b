package main

import (
	"errors"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dormer/persist"
)

// restoreFlags are those of the command about earlier documents.
type restoreFlags struct {
	workspace string
	list      bool
}

func workspacesCommand() *cobra.Command {
	var f restoreFlags
	restore := &cobra.Command{
		Use:   "restore --list",
		Short: "List the earlier documents of a workspace",
		Long: "restore --list lists the earlier documents of a workspace, the newest first: when each was saved and what it holds.\n" +
			"To go back to one, leave the workspace and copy it over workspace.json beside it; the sessions are not touched by that.",
		Args: func(c *cobra.Command, args []string) error {
			if !f.list {
				return usageError{errors.New("restore needs --list: it lists the earlier documents and says how to go back to one")}
			}
			return noArgs(c, args)
		},
		RunE: func(*cobra.Command, []string) error { return listEarlier(f.workspace) },
	}
	restore.Flags().StringVarP(&f.workspace, "workspace", "w", "default", "the workspace")
	restore.Flags().BoolVar(&f.list, "list", false, "list them")
	group := &cobra.Command{
		Use:   "workspace",
		Short: "Look after workspaces' documents",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError{errors.New("workspace needs a command: dormer workspace restore --list")}
			}
			return noArgs(c, args)
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	group.AddCommand(restore)
	return group
}

func listEarlier(name string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	dir, err := p.paths.Workspace(name)
	if err != nil {
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		return fmt.Errorf("there is no workspace %q: dormer --workspace %s makes it", name, name)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "SAVED\tTABS\tSESSIONS\tDOCUMENT")
	for _, d := range persist.Earlier(dir) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", d.SavedAt.Local().Format(time.DateTime), holds(d), d.Path)
	}
	return w.Flush()
}

// holds says how much a document holds, or that it cannot be read.
func holds(d persist.Document) string {
	if d.Err != nil {
		return "-\t-"
	}
	return fmt.Sprintf("%d\t%d", d.Tabs, d.Sessions)
}
