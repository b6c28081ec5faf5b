package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
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

// takes checks that there are n arguments. what says in the error which these are.
func takes(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usageErrorf("%s takes %s", cmd.Name(), what)
		}
		return nil
	}
}

// takesSome is takes for any number of arguments but none.
func takesSome(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return takes(1, what)(cmd, args)
		}
		return nil
	}
}

// oneSession checks the arguments of commands that take the id or name of one session.
var oneSession = takes(1, "the id or name of one session: dormer ps lists them")

// group adds subcommands to a command that does nothing without one.
func group(c *cobra.Command, commands ...*cobra.Command) *cobra.Command {
	c.AddCommand(commands...)
	c.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return noArgument(cmd, args[0])
		}
		var names []string
		for _, sub := range commands {
			if !sub.Hidden {
				names = append(names, sub.Name())
			}
		}
		last := len(names) - 1
		return usageErrorf("%s needs a command: %s or %s", cmd.Name(), strings.Join(names[:last], ", "), names[last])
	}
	c.RunE = printHelp
	return c
}

// printHelp runs commands that only have subcommands. Without it cobra would not check the
// arguments.
func printHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// jsonFlag adds the flag that makes a command print JSON.
func jsonFlag(c *cobra.Command, to *bool) {
	c.Flags().BoolVar(to, "json", false, "print JSON, as the manual describes")
}

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
