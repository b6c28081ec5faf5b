package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
	"dormer/ui"
	"dormer/ui/config"
)

// doFlags are those of the command that has a running program do something.
type doFlags struct {
	workspace string
	target    string
	print     bool
}

func doCommand() *cobra.Command {
	var f doFlags
	c := &cobra.Command{
		Use:   "do [flags] COMMAND [ARG...]",
		Short: "Have the running dormer carry out a command",
		Long: "do has the dormer that shows a workspace carry out any command that a key can be bound to, with its arguments:\n" +
			"dormer keys lists them. In a pane it is about that pane and its workspace, as if it had the focus, and what is\n" +
			"opened begins in the current directory; elsewhere it is about the active pane.\n" +
			"What cannot be done just now is said, and the exit status is 1.",
		Example: "  dormer do pane.split-right\n" +
			"  dormer do tab.new --name logs -- tail -f log\n" +
			"  make; dormer do tab.rename \"make: $?\"\n" +
			"  dormer do --target build pane.zoom",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return instead("do takes a command: dormer keys lists them")
			}
			return nil
		},
		ValidArgsFunction: completeCommands,
		RunE:              func(c *cobra.Command, args []string) error { return doInProgram(c.Context(), f, args) },
	}
	c.Flags().StringVarP(&f.workspace, "workspace", "w", "", "in the workspace `NAME` (default: the one that this is typed in)")
	c.Flags().StringVarP(&f.target, "target", "t", "", "about the session `ID|NAME`")
	c.Flags().BoolVarP(&f.print, "print", "P", false, "print the id of the session that it opens")
	c.Flags().SetInterspersed(false) // what follows the command is its own
	return c
}

func doInProgram(ctx context.Context, f doFlags, words []string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	q := control.Request{Kind: control.Do}
	for _, w := range words {
		q.Words = append(q.Words, control.Bytes(w))
	}
	workspace := chosenWorkspace(f.workspace)
	q = from(workspace, q)
	if f.target != "" {
		_, e, err := p.find(ctx, f.target)
		if err != nil {
			return err
		}
		if workspace, err = workspaceOf(e, f.workspace); err != nil {
			return err
		}
		q.Session = e.Key()
	}
	r, err := p.running(workspace)
	if err != nil {
		return err
	}
	a, err := r.ask(ctx, q)
	if err != nil {
		return err
	}
	if a.Text != "" {
		fmt.Println(catalogue.Printable(a.Text))
	}
	if f.print && a.Session != "" {
		fmt.Println(a.Session)
	}
	return nil
}

// workspaceOf is the workspace that a session is in, which must be the named one where
// one is named.
func workspaceOf(e *catalogue.Entry, named string) (string, error) {
	in := e.Workspace()
	switch {
	case in == "":
		return "", fmt.Errorf("session %s is in no workspace: dormer attach shows it", e.Key()[:8])
	case named != "" && named != in:
		return "", fmt.Errorf("session %s is in workspace %s: leave out --workspace", e.Key()[:8], catalogue.Printable(in))
	}
	return in, nil
}

// completeCommands completes the name of a command, in a shell that asks.
func completeCommands(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var words []cobra.Completion
	for _, c := range ui.Commands(config.Default()) {
		if strings.HasPrefix(c.Name, typed) {
			words = append(words, cobra.CompletionWithDesc(c.Name, c.Title))
		}
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}
