package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/socket"
)

// killTime is how long kill waits for a session's end: its processes have the
// grace time, and the host some to see to it.
const killTime = grace + 5*time.Second

func killCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use:   "kill ID|NAME... | --all",
		Short: "End sessions and their processes",
		Long: `kill ends the processes of sessions and returns when they are gone. It sends
SIGHUP, as closing a terminal does, SIGTERM to what still runs a second later,
and SIGKILL after 5 s in all. This cannot be undone. Of a session made by dormer
new, nothing is kept.`,
		Args: func(_ *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return usageErrorf("kill takes the ids or names of sessions, or --all for every one: dormer ps lists them")
			}
			return nil
		},
		Example: `  dormer kill build
  dormer kill 3fa90c12 notes`,
		ValidArgsFunction: completeSessions,
		RunE:              func(cmd *cobra.Command, args []string) error { return kill(cmd.Context(), args, all) },
	}
	c.Flags().BoolVar(&all, "all", false, "end every session of every workspace")
	return c
}

func kill(ctx context.Context, words []string, all bool) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	chosen, err := choose(l, words, all)
	if err != nil {
		return err
	}
	failed := make([]error, len(chosen))
	slots := make(chan struct{}, endedAtOnce)
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
	for i, e := range chosen {
		if failed[i] == nil {
			fmt.Printf("ended %s\n", label(l, e))
			continue
		}
		failed[i] = fmt.Errorf("session %s: %w", label(l, e), notEnded(failed[i], e))
	}
	return errors.Join(failed...)
}

// endedAtOnce is how many sessions are ended at the same time: of hundreds of hosts that
// are all asked at once, on a machine that has other things to do, many would not answer
// in their time, and be left.
const endedAtOnce = 16

// choose finds the sessions that words mean, each once, or all that have a host. An
// unknown word is an error before anything is ended.
func choose(l catalogue.Listing, words []string, all bool) ([]*catalogue.Entry, error) {
	var chosen []*catalogue.Entry
	for i := range l.Entries {
		if e := &l.Entries[i]; all && e.Live() {
			chosen = append(chosen, e)
		}
	}
	for _, word := range words {
		e, err := l.FindLive(word)
		if err != nil {
			return nil, withNearest(l, err)
		}
		if !slices.Contains(chosen, e) {
			chosen = append(chosen, e)
		}
	}
	return chosen, nil
}

// notEnded is why a session was not ended, with what can be done.
func notEnded(err error, e *catalogue.Entry) error {
	switch {
	case errors.Is(err, socket.ErrSilent) && e.State != nil:
		return fmt.Errorf("its host does not answer: look at process %d, which was its host", e.State.UpdatedBy)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("it was asked to end and has not within %s: dormer ps shows whether it is still there", killTime)
	}
	return err
}
