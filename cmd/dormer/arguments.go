package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
)

// exitStatus is the error of a command that has already printed its messages, and exits with a
// specific status.
type exitStatus int

func (s exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// beforeDashes returns the arguments before "--", or all of them if there is none.
func beforeDashes(cmd *cobra.Command, args []string) []string {
	if n := cmd.ArgsLenAtDash(); n >= 0 {
		return args[:n]
	}
	return args
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return noArgument(cmd, args[0])
	}
	return nil
}

// atMostOne checks the arguments of commands that take at most one.
func atMostOne(cmd *cobra.Command, args []string) error {
	if len(args) > 1 {
		return usageError{err: fmt.Errorf("%s takes one argument, and not %q besides", cmd.Name(), args[1])}
	}
	return nil
}

// oneSession checks the arguments of commands that take the id or name of one session.
func oneSession(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usageErrorf("%s takes the id or name of one session: dormer ps lists them", cmd.Name())
	}
	return nil
}

// printHelp runs commands that only have subcommands. Without it cobra would not check the
// arguments.
func printHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// workspaceFlag adds the flag that names a workspace.
func workspaceFlag(c *cobra.Command, to *string, preset, usage string) {
	c.Flags().StringVarP(to, "workspace", "w", preset, usage)
	completeFlag(c, "workspace", completeWorkspaces)
}

// numberFlags are the flags of commands that take a number from a list that they print.
type numberFlags struct {
	workspace string
	list      bool
}

// label returns the name of a session for people.
func label(l catalogue.Listing, e *catalogue.Entry) string {
	key := l.ShortKey(e)
	if name := catalogue.Printable(e.Name()); name != "" {
		return fmt.Sprintf("%s (%s)", name, key)
	}
	return key
}
