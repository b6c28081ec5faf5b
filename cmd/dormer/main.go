// Command dormer is a full-screen terminal workspace: tabs and split panes of
// live terminals, of which nothing is lost by accident.
//
// The command line wires the packages together and has no logic of its own: one
// file for each group of commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"dormer/cmd/dormer/commandline"
)

// version is what dormer calls itself.
const version = "0.1.0"

// Exit statuses: 0 for success, 1 where something went wrong, 2 where the command
// line makes no sense.
const (
	statusFailed = 1
	statusUsage  = 2
)

// usageError is a command line that makes no sense. Where it does not say itself what
// would make some, the command's help does.
type usageError struct {
	err  error
	says bool
}

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// instead is a usageError that says what would make sense.
func instead(format string, args ...any) error { return usageError{fmt.Errorf(format, args...), true} }

func main() { os.Exit(execute(os.Args[1:])) }

// execute runs the command line and returns the exit status. What goes wrong is
// one sentence on standard error.
func execute(args []string) int {
	c, err := rootCommand().Execute(context.Background(), args, os.Stdout)
	var mistake commandline.Mistake
	if errors.As(err, &mistake) {
		err = mistaken(c, mistake)
	}
	var usage usageError
	var status exitStatus
	switch {
	case err == nil:
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.As(err, &usage):
		if !usage.says {
			err = fmt.Errorf("%w: see %s --help", err, c.Path())
		}
		fmt.Fprintf(os.Stderr, "dormer: %v\n", err)
		return statusUsage
	}
	fmt.Fprintf(os.Stderr, "dormer: %v\n", err)
	return statusFailed
}

func rootCommand() *commandline.Command {
	root := workspaceCommand()
	root.Version = version
	root.Add(newCommand(), psCommand(), attachCommand(), killCommand(), captureCommand(), gcCommand(), doctorCommand(), workspacesCommand(), configCommand(), keysCommand(),
		openTemplateCommand(), templateCommand(), undoCommand(), doCommand(), helpCommand(), commandline.ScriptsCommand("dormer", os.Stdout))
	root.Add(commandline.CompletionCommands(os.Stdout)...)
	return root
}
