// Command dormer is a full-screen terminal workspace: tabs and split panes of
// live terminals that never lose anything by accident.
//
// The command line wires the packages together and has no logic of its own: one
// file for each group of commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

// version is the version of dormer.
const version = "0.1.0"

// Exit statuses: 0 for success, 1 for an error, 2 for an invalid command line, 124 if a wait timed
// out, as for timeout(1).
const (
	statusFailed   = 1
	statusUsage    = 2
	statusTimedOut = 124
)

// timedOut is the error of a command that waited too long. It says what did not happen in time.
type timedOut string

func (t timedOut) Error() string { return string(t) }

// usageError is an invalid command line. Unless it is complete, which means that it says what to do,
// main adds where the command's help is.
type usageError struct {
	err      error
	complete bool
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usageErrorf returns a usageError whose text says what to do.
func usageErrorf(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), true}
}

func main() { os.Exit(execute()) }

// execute runs the command line and returns the exit status. It prints an error as one sentence on
// standard error.
func execute() int {
	cmd, err := rootCommand().ExecuteContextC(context.Background())
	var usage usageError
	var status exitStatus
	var late timedOut
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		if !usage.complete {
			err = fmt.Errorf("%w: see %s --help", err, cmd.CommandPath())
		}
		fmt.Fprintf(os.Stderr, "dormer: %s\n", withProgramName(err.Error(), programName()))
		return statusUsage
	}
	fmt.Fprintf(os.Stderr, "dormer: %s\n", withProgramName(err.Error(), programName()))
	if errors.As(err, &late) {
		return statusTimedOut
	}
	return statusFailed
}

func rootCommand() *cobra.Command {
	root := workspaceCommand()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.SetFlagErrorFunc(flagError)
	root.PersistentPreRun = prepareCompletion

	const setup = "Setup and help:"
	help := helpCommand()
	root.SetHelpCommand(help)
	addGroup(root, "Workspaces:", openTemplateCommand(), templateCommand(), workspacesCommand(), worktreeCommand(), undoCommand(), doCommand())
	addGroup(root, "Sessions:", newCommand(), runCommand(), psCommand(), statsCommand(), attachCommand(), captureCommand(), sendCommand(), waitCommand(), eventsCommand(), agentCommand(), chatCommand(), mcpCommand(), grantCommand(), statusCommand(),
		restartCommand(), renameSessionCommand(), describeCommand(), tagCommand(), untagCommand(), killCommand(), archiveCommand(), unarchiveCommand(), resumeCommand(), removeSessionCommand(), historyCommand(), gcCommand())
	addGroup(root, "Relay:", serveCommand(), tokenCommand())
	addGroup(root, setup, configCommand(), keysCommand(), doctorCommand(), skillCommand(), help, manCommand())
	root.AddCommand(runSetupCommand(), awaitSetupCommand())
	addCompletion(root, setup)
	return root
}

// addGroup adds commands under a heading of the help.
func addGroup(root *cobra.Command, heading string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: heading, Title: heading})
	for _, c := range commands {
		c.GroupID = heading
	}
	root.AddCommand(commands...)
}
