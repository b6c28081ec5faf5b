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

// hookTime bounds a hook: the agent waits for it.
const hookTime = 2 * time.Second

// maxEvent is the longest event that is read, in bytes. Events hold what tools have printed.
const maxEvent = 64 << 20

// agentHookCommand is what the hooks of agents call, with the form of the hooks and an event as the
// last argument or on standard input. It prints nothing and succeeds whatever happens, because
// agents take what a hook prints, and that it fails, for an answer.
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
				passEvent(ctx, args)
			}()
			select {
			case <-done:
			case <-ctx.Done(): // standard input may never end
			}
		},
	}
}

// passEvent passes what an event says on to the host of this session. Where there is none, nobody
// wants to know.
func passEvent(ctx context.Context, args []string) {
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
