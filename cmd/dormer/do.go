package main

import (
	"context"
	"fmt"
	"strings"

	"dormer/cmd/dormer/commandline"
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

func doCommand() *commandline.Command {
	var f doFlags
	c := &commandline.Command{
		Use:   "do [flags] COMMAND [ARG...]",
		Order: commandline.FlagsFirst,
		Short: "Have the running dormer carry out a command",
		Long: "do has the dormer that shows a workspace carry out any command that a key can be bound to, with its arguments:\n" +
			"dormer keys lists them. In a pane it is about that pane and its workspace, as if it had the focus, and what is\n" +
			"opened begins in the current directory; elsewhere it is about the active pane.\n" +
			"What cannot be done just now is said, and the exit status is 1.",
		Example: "  dormer do pane.split-right\n" +
			"  dormer do tab.new --name logs -- tail -f log\n" +
			"  make; dormer do tab.rename \"make: $?\"\n" +
			"  dormer do --target build pane.zoom",
		Check: func(l commandline.Line) error {
			if len(l.Args) == 0 {
				return instead("do takes a command: dormer keys lists them")
			}
			return nil
		},
		Complete: completeCommands,
		Run:      func(ctx context.Context, l commandline.Line) error { return doInProgram(ctx, f, l.Args) },
	}
	c.Flags.String(&f.workspace, "workspace", "w", "in the workspace `NAME` (default: the one that this is typed in)")
	c.Flags.Complete("workspace", completeWorkspaces)
	c.Flags.String(&f.target, "target", "t", "about the session `ID|NAME`")
	c.Flags.Complete("target", completeSessions)
	c.Flags.Bool(&f.print, "print", "P", "print the id of the session that it opens")
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
func completeCommands(_ context.Context, l commandline.Line, typed string) (words []commandline.Offer, files bool) {
	if len(l.Args) > 0 {
		return nil, true
	}
	for _, c := range ui.Commands(config.Default()) {
		if strings.HasPrefix(c.Name, typed) {
			words = append(words, commandline.Offer{Word: c.Name, About: c.Title})
		}
	}
	return words, false
}
