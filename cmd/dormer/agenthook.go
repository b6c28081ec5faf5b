package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session/agent"
)

// hookTime is the time limit of a hook, because the agent waits for it.
const hookTime = 2 * time.Second

// maxEvent is the size limit of an event, in bytes. Events contain the output of tools.
const maxEvent = 64 << 20

// agentHookCommand returns the command for the hooks of agents. Its arguments are the form of the
// hooks and an event, which may also be on standard input. It prints nothing and always succeeds,
// because agents take a hook's output and failure for an answer.
func agentHookCommand() *cobra.Command {
	return &cobra.Command{
		Use:                "hook FORM [EVENT]",
		Short:              "Take an event of a coding agent",
		Hidden:             true,
		DisableFlagParsing: true,
		Run: func(cmd *cobra.Command, args []string) {
			ctx, cancel := context.WithTimeout(cmd.Context(), hookTime)
			defer cancel()
			done := make(chan struct{})
			go func() {
				defer close(done)
				forwardEvent(ctx, args)
			}()
			select {
			case <-done:
			case <-ctx.Done(): // standard input may never end
			}
		},
	}
}

// forwardEvent passes an event on to the host of this session. Without a session it does nothing.
func forwardEvent(ctx context.Context, args []string) {
	id, err := uuid.Parse(os.Getenv(sessionVariable))
	if err != nil || len(args) == 0 {
		return
	}
	event := []byte(args[len(args)-1])
	if len(args) == 1 {
		if event, err = io.ReadAll(io.LimitReader(os.Stdin, maxEvent)); err != nil {
			return
		}
	}
	r, ok := agent.FromHook(args[0], event)
	if !ok {
		return
	}
	if p, err := findPlaces(); err == nil {
		_ = p.provider.Sessions().Report(ctx, id, r)
	}
}
