package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/socket"
)

// killTime is the longest that kill waits for a session's end: the grace time of its processes, and
// some time for the host.
const killTime = grace + 5*time.Second

func killCommand() *cobra.Command {
	var all bool
	var signal string
	var which selection
	c := &cobra.Command{
		Use:   "kill ID|NAME... | --tag TAG | --all",
		Short: "End sessions and their processes",
		Long: `kill ends the processes of sessions and returns when they are gone. It sends
SIGHUP, as closing a terminal does, SIGTERM to the remaining ones after one
second, and SIGKILL after 5 s in all. This cannot be undone. Nothing is kept of
a session made by dormer new.

With --signal it only sends that signal, to the foreground program of each
session, and prints the name of that program. The SIG of a name can be left out.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if all == (len(args)+len(which.tags) > 0) {
				return usageErrorf("kill takes the ids or names of sessions, or --tag TAG, or --all for every one: dormer ps lists them")
			}
			if all {
				return nil
			}
			return which.check(cmd, args)
		},
		Example: `  dormer kill build
  dormer kill 3fa90c12 notes
  dormer kill --tag ci
  dormer kill --signal HUP server`,
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("signal") {
				return kill(cmd.Context(), which, args, all, 0)
			}
			sig, err := parseSignal(signal) // rejects an empty one too: no end was requested
			if err != nil {
				return err
			}
			return kill(cmd.Context(), which, args, all, sig)
		},
	}
	c.Flags().StringVarP(&signal, "signal", "s", "", "only send the signal `S`, to the foreground program")
	completeFlag(c, "signal", completeSignals)
	c.Flags().BoolVar(&all, "all", false, "end every session of every workspace")
	which.addTo(c)
	return c
}

// kill ends sessions or, if sig is not zero, sends them that signal.
func kill(ctx context.Context, which selection, words []string, all bool, sig syscall.Signal) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	chosen, err := which.resolve(l, words, (*catalogue.Entry).NotLive)
	if err != nil {
		return err
	}
	if all {
		chosen = l.Live()
	}
	if sig != 0 {
		return each(chosen, func(e *catalogue.Entry) (string, error) { return p.signal(ctx, e, sig) })
	}
	failed := make([]error, len(chosen))
	slots := make(chan struct{}, maxParallelEnds)
	var ending sync.WaitGroup
	for i, e := range chosen {
		slots <- struct{}{}
		ending.Go(func() {
			defer func() { <-slots }()
			ctx, cancel := context.WithTimeout(ctx, killTime)
			defer cancel()
			failed[i] = p.provider.End(ctx, e.Host, e.Workspace() == "")
		})
	}
	ending.Wait()
	return each(chosen, func(e *catalogue.Entry) (string, error) {
		return "ended " + e.Label(), notEnded(failed[slices.Index(chosen, e)], e)
	})
}

// maxParallelEnds is the number of sessions that are ended at the same time. If hundreds of hosts were
// asked at once, on a busy machine, many would not answer in time, and would be left running.
const maxParallelEnds = 16

// notEnded explains why a session was not ended, and what can be done.
func notEnded(err error, e *catalogue.Entry) error {
	switch {
	case errors.Is(err, socket.ErrSilent) && e.State != nil:
		return fmt.Errorf("its host, process %d, does not answer: look at that process", e.State.UpdatedBy)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("it did not end within %s: dormer ps shows whether it still runs", killTime)
	}
	return err
}
