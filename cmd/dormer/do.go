package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session/catalogue"
	"dormer/ui/command"
)

// doFlags are the flags of do.
type doFlags struct {
	workspace string
	target    string
	print     bool
}

func doCommand() *cobra.Command {
	var f doFlags
	c := &cobra.Command{
		Use:   "do [flags] COMMAND [ARG...]",
		Short: "Run a command of dormer in the running one",
		Long: `do runs a command of dormer in the dormer that shows a workspace: any command
that a key can be bound to, with its arguments. dormer keys lists them. Their
names and flags in tmux and zellij work too.

Typed in a pane, do acts on that pane and its workspace, as if the pane had the
focus, and new panes start in the current directory. Elsewhere it acts on the
active pane. do returns when all that it opened has started. If the command
fails, or a program cannot be started, do prints the reason and exits with
status 1.`,
		Example: `  dormer do pane.split-right
  dormer do split-window -h
  dormer do tab.new --name logs -- tail -f log
  make; dormer do tab.rename "make: $?"
  dormer do --target build pane.zoom`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageErrorf("do needs a command: dormer keys lists them")
			}
			return nil
		},
		ValidArgsFunction: completeCommands,
		RunE:              func(cmd *cobra.Command, args []string) error { return doInProgram(cmd.Context(), f, args) },
	}
	c.Flags().SetInterspersed(false) // arguments after the command belong to it
	workspaceFlag(c, &f.workspace, "", "use the workspace `NAME` (default: this pane's)")
	c.Flags().StringVarP(&f.target, "target", "t", "", "act on the session `ID|NAME`")
	completeFlag(c, "target", completeSessions)
	c.Flags().BoolVarP(&f.print, "print", "P", false, "print the id of the session that it opens")
	return c
}

func doInProgram(ctx context.Context, f doFlags, words []string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	workspace := chosenWorkspace(f.workspace)
	q := withOrigin(workspace, control.Request{Kind: control.Do, Words: bytesOf(words)})
	if f.target != "" {
		e, err := p.findShown(ctx, f.target)
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

// findShown returns the session named by word, if it has a host or is in a workspace: a session
// that has ended may have a pane.
func (p places) findShown(ctx context.Context, word string) (*catalogue.Entry, error) {
	l, err := p.listing(ctx)
	if err != nil {
		return nil, err
	}
	e, err := l.Find(word)
	if err == nil && e.Tracked == nil {
		err = e.NotLive(word)
	}
	return e, withNearest(l, err)
}

// workspaceOf returns the workspace of a session, which must be the named one, if any.
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

// completeCommands offers the commands of the full-screen program. Their arguments may
// be files.
func completeCommands(_ *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	var names []cobra.Completion
	for _, c := range command.NewTable(nil).All() {
		names = append(names, cobra.CompletionWithDesc(c.Name, c.Title))
	}
	return offer(names, typed), cobra.ShellCompDirectiveNoFileComp
}
