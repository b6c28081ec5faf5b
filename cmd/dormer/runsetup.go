package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/host"
)

// runSetupCommand returns the command that a host starts in a session with a setup: see
// [host.SetupCommand].
func runSetupCommand() *cobra.Command {
	return &cobra.Command{
		Use:                host.SetupCommand + " FILE SETUP COMMAND [ARG...]",
		Short:              "Run the setup of a worktree, and then a program in its place",
		Hidden:             true,
		DisableFlagParsing: true,
		Args:               cobra.MinimumNArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			return paneSetup{file: args[0], line: args[1], command: args[2:]}.run(cmd.Context())
		},
	}
}

// paneSetup is a setup that runs in a pane, and the program that follows it.
type paneSetup struct {
	file, line string
	command    []string
}

// run runs the setup until it succeeds or the user continues without it, and then replaces this
// process with the program. It returns only if there is no program to run.
func (s paneSetup) run(ctx context.Context) error {
	// Ctrl-C is for the setup.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP)
	terminal, err := term.GetState(0)
	if err != nil {
		return errors.New("run-setup is started by dormer itself, in a pane")
	}
	name := catalogue.Printable(filepath.Base(s.command[0]))
	for skip := false; ; {
		failed := error(nil)
		if !skip {
			reportState(agent.Working, "the setup runs")
			fmt.Printf("setup: %s\n", catalogue.Printable(s.line))
			setup := exec.CommandContext(ctx, "/bin/sh", "-c", s.line)
			setup.Stdin, setup.Stdout, setup.Stderr = os.Stdin, os.Stdout, os.Stderr
			failed = setupError(setup.Run())
			_ = term.Restore(0, terminal) // undo changes by the setup
			fmt.Print(plainTerminal)
		}
		if failed == nil {
			failed = s.start()
		}
		switch askKey("\rsq", func() {
			fmt.Printf("\r\n%s, and %s was not started.\r\nEnter: run the setup again   s: start %[2]s without it   q: leave it\r\n", catalogue.Printable(failed.Error()), name)
			reportState(agent.Blocked, failed.Error())
		}) {
		case 's':
			skip = true
		case '\r':
			skip = false
		default:
			reportState(agent.Clear, "")
			return exitStatus(statusFailed)
		}
	}
}

// setupError describes an error of the setup.
func setupError(err error) error {
	if err == nil {
		return nil
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.Sys().(syscall.WaitStatus).Signal() == syscall.SIGINT {
		return errors.New("the setup was stopped")
	}
	return fmt.Errorf("the setup failed (%w)", err)
}

// start replaces this process with the program. It returns an error if that is not possible.
func (s paneSetup) start() error {
	path, err := exec.LookPath(s.command[0])
	if err != nil {
		return fmt.Errorf("the setup has finished, but there is no program %q on the PATH", s.command[0])
	}
	if s.file != "" {
		if err := os.Remove(s.file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("the end of the setup cannot be recorded: %w", err)
		}
	}
	reportState(agent.Clear, "")
	return syscall.Exec(path, s.command, os.Environ())
}

// plainTerminal makes the cursor visible and resets other modes that a program may have left
// (DECSTR).
const plainTerminal = "\x1b[!p\x1b[?25h"

// reportState reports the state of the pane by OSC 7501.
func reportState(s agent.State, message string) {
	fmt.Printf("\x1b]7501;state=%s:app=setup:kind=question:msg=%s\x1b\\", s, base64.StdEncoding.EncodeToString([]byte(message)))
}

// askKey asks, and waits for one of some keys. It returns 0 for Ctrl-C, Ctrl-D and the end of the
// terminal. Earlier input is dropped, since it was for the setup or for the program.
func askKey(keys string, ask func()) byte {
	terminal, err := term.MakeRaw(0)
	if err != nil {
		return 0
	}
	defer func() { _ = term.Restore(0, terminal) }()
	typed := make([]byte, 1)
	if unix.SetNonblock(0, true) == nil {
		for n := 1; n > 0; {
			n, _ = unix.Read(0, typed) // EAGAIN at the end
		}
		_ = unix.SetNonblock(0, false)
	}
	ask()
	for {
		switch n, err := unix.Read(0, typed); {
		case errors.Is(err, unix.EINTR):
		case err != nil || n == 0, typed[0] == 3, typed[0] == 4:
			return 0
		case strings.IndexByte(keys, typed[0]) >= 0:
			return typed[0]
		}
	}
}
