package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/cmd/dormer/checkup"
	"dormer/cmd/dormer/control"
	"dormer/persist"
	"dormer/session/host"
)

func doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "doctor",
		Short: "Look for problems, and suggest remedies",
		Long: `doctor looks at dormer's directories, workspaces, sessions and hosts, and at the
terminal. It changes nothing. The exit status is 1 if it finds problems.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return examine(cmd.Context()) },
	}
}

// reached returns a function that checks whether the program that has a workspace open answers.
func (p places) reached(ctx context.Context) checkup.Reached {
	return func(name string) error {
		r, err := p.running(name)
		if err != nil {
			return err
		}
		return r.greet(ctx)
	}
}

// removed returns the hosts of these places whose files were removed while they ran.
func (p places) removed() []host.Process {
	return host.Removed(func(getenv func(string) string) bool {
		theirs, err := persist.FindPaths(getenv)
		return err == nil && theirs.State() == p.paths.State()
	})
}

func examine(ctx context.Context) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	sections := []checkup.Section{
		checkup.Program(version, os.Getenv),
		checkup.Directories(p.paths.State(), p.paths.Runtime()),
		checkup.Workspaces(p.paths, peek, p.reached(ctx)),
		checkup.Programs(control.Stale(ctx, p.paths.Runtime())),
	}
	l, err := p.listing(ctx)
	sections = append(sections, checkup.Sessions(l, err, p.removed(), version, time.Now()), checkup.Terminal(ctx, os.Getenv))
	problems, err := checkup.Write(os.Stdout, sections)
	if err == nil && problems > 0 {
		return exitStatus(statusFailed)
	}
	return err
}
