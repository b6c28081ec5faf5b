package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"dormer/persist"
	"dormer/session/catalogue"
)

func workspacesCommand() *cobra.Command {
	var f numberFlags
	restore := &cobra.Command{
		Use:               "restore N | --list",
		ValidArgsFunction: cobra.NoFileCompletions,
		Short:             "Go back to an earlier document of a workspace",
		Long: `restore --list lists the earlier documents of a workspace, newest first, with
the time and the contents of each. restore N makes number N of that list the
current document. The replaced document becomes an earlier one, so this can be
undone; the documents replaced by the last five restores are kept, however often
the workspace is saved. restore works only while no dormer shows the workspace.
All sessions run on; those that are not in the document are offered as
recovered.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.list == (len(args) > 0) {
				return usageErrorf("restore takes the number of an earlier document: dormer workspace restore --list lists them")
			}
			return atMostOne(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if f.list {
				return listEarlier(f.workspace)
			}
			return restoreDocument(f.workspace, args[0])
		},
	}
	workspaceFlag(restore, &f.workspace, defaultWorkspace, "use the workspace `NAME`")
	restore.Flags().BoolVar(&f.list, "list", false, "list the earlier documents")
	group := &cobra.Command{
		Use:   "workspace",
		Short: "List, restore, rename, remove, export and import workspaces",
		Long: `workspace lists the workspaces, their contents, and which of them are open.
dormer -w NAME opens one, or makes it.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return listWorkspaces() },
	}
	list := &cobra.Command{
		Use:   "list",
		Short: "List the workspaces",
		Long:  "list does the same as workspace without a command: it lists the workspaces,\ntheir contents, and which of them are open.",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return listWorkspaces() },
	}
	group.AddCommand(list, restore, removeCommand(), renameCommand(), exportCommand(), importCommand())
	return group
}

// workspaceDir returns the directory of an existing workspace.
func workspaceDir(name string) (string, error) {
	p, err := findPlaces()
	if err != nil {
		return "", err
	}
	dir, err := p.paths.Workspace(name)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); err != nil {
		return "", fmt.Errorf("there is no workspace %q: dormer --workspace %s makes it", name, name)
	}
	return dir, nil
}

// listWorkspaces prints the contents of each workspace, and the program that shows it. It also
// lists workspaces that cannot be read.
func listWorkspaces() error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	names, err := p.paths.Names()
	if err != nil {
		return err
	}
	if len(names) == 0 {
		fmt.Println("there is no workspace yet: dormer makes one")
		return nil
	}
	lines := [][]string{{"WORKSPACE", "TABS", "SESSIONS", "OPEN"}}
	for _, name := range names {
		dir, err := p.paths.Workspace(name)
		if err != nil {
			continue // Names returns none of these
		}
		lines = append(lines, append([]string{name}, contents(dir)...))
	}
	return catalogue.WriteColumns(os.Stdout, lines)
}

// contents returns the numbers of tabs and sessions of a workspace, and the program that shows it.
func contents(dir string) []string {
	state, err := peek(dir)
	if err != nil {
		return []string{"-", "-", "it cannot be read: dormer doctor says why"}
	}
	tabs := 0
	for _, v := range state.Views {
		tabs += len(v.Tabs)
	}
	sessions := 0
	for _, r := range state.Sessions {
		if r.Disposition.Counted() {
			sessions++
		}
	}
	return []string{strconv.Itoa(tabs), strconv.Itoa(sessions), cmp.Or(persist.HolderOf(dir).String(), "-")}
}

func listEarlier(name string) error {
	dir, err := workspaceDir(name)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "N\tSAVED\tTABS\tSESSIONS\tDOCUMENT")
	for i, d := range persist.Earlier(dir) {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\n", i+1, d.SavedAt.Local().Format(time.DateTime), describeDocument(d), d.Path)
	}
	return w.Flush()
}

// restoreDocument makes an earlier document the current one.
func restoreDocument(name, number string) error {
	dir, err := workspaceDir(name)
	if err != nil {
		return err
	}
	store, err := persist.Open(dir, persist.Options{})
	if err != nil {
		return err
	}
	documents := persist.Earlier(dir)
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(documents) {
		return errors.Join(fmt.Errorf("there is no earlier document %q of workspace %q: dormer workspace restore --list lists them", number, name), store.Close())
	}
	chosen := documents[n-1]
	if err := store.RestoreEarlier(chosen); err != nil {
		return errors.Join(err, store.Close())
	}
	fmt.Printf("workspace %s is restored as it was saved %s (tabs: %d, sessions: %d)\n", name, chosen.SavedAt.Local().Format(time.DateTime), chosen.Tabs, chosen.Sessions)
	fmt.Println("the document that it replaced is kept: dormer workspace restore --list")
	return store.Close()
}

// describeDocument returns the numbers of tabs and sessions in a document, or dashes if it cannot be read.
func describeDocument(d persist.Document) string {
	if d.Err != nil {
		return "-\t-"
	}
	return fmt.Sprintf("%d\t%d", d.Tabs, d.Sessions)
}
