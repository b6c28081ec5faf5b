package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session/host"
	"dormer/session/socket"
	"dormer/session/state"
)

const (
	// setupLook is the interval of checks whether a setup has finished.
	setupLook = 500 * time.Millisecond
	// setupStart is the time limit for the start of a session whose setup is awaited.
	setupStart = 30 * time.Second
)

// awaitSetupCommand is the setup of a session that shares its worktree with one that prepares it.
func awaitSetupCommand() *cobra.Command {
	return &cobra.Command{
		Use:    "await-setup ID",
		Short:  "Wait until the setup of a session has finished",
		Hidden: true,
		Args:   cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := uuid.Parse(args[0])
			if err != nil {
				return err
			}
			p, err := findPlaces()
			if err != nil {
				return err
			}
			ended := func() bool {
				name, err := p.provider.Find(id)
				if err != nil {
					return errors.Is(err, socket.ErrGone)
				}
				info, err := p.provider.Info(cmd.Context(), name)
				return errors.Is(err, socket.ErrGone) || err == nil && info.Exit != nil
			}
			return awaitSetup(cmd.Context(), filepath.Join(p.paths.Sessions(), id.String()), setupStart, ended)
		},
	}
}

// awaitSetup waits until the setup of the session that has its files in a directory has finished,
// and returns an error if the session ends before that. The files are there once it has started.
func awaitSetup(ctx context.Context, dir string, limit time.Duration, ended func() bool) error {
	tick := time.NewTicker(setupLook)
	defer tick.Stop()
	told := false
	for began := time.Now(); ; {
		_, err := host.ReadSpec(dir)
		over := err == nil && ended() // before the setup is read, which may finish just now
		lines, _ := state.ReadSetup(dir)
		switch {
		case err == nil && lines == "":
			return nil
		case over:
			return errors.New("the session that sets up this worktree ended before the setup finished: start it again in its pane, and then wait again here")
		case err != nil && told:
			return fmt.Errorf("the session that sets up this worktree has gone: %w", err)
		case err != nil && time.Since(began) > limit:
			return fmt.Errorf("the session that sets up this worktree has not started: %w", err)
		case err == nil && !told:
			told = true
			fmt.Println("The setup of this worktree runs in another pane.")
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
