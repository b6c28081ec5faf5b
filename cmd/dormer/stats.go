package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
)

func statsCommand() *cobra.Command {
	var which selection
	var asJSON bool
	c := &cobra.Command{
		Use:   "stats [ID|NAME...]",
		Short: "Show the CPU, memory, processes and ports of sessions",
		Long: `stats shows the CPU, memory, processes and ports of all sessions, or of the
named ones. The processes of a session are its program and all descendants of
it. CPU is processor time over one second, in percent of one processor. MEMORY
is resident memory; shared memory counts for each process. PORTS are the TCP
ports on which they listen. A dash stands for an unknown value, such as those of
a session whose host does not answer.`,
		Example: `  dormer stats
  dormer stats build
  dormer stats --tag ci
  dormer stats --json | jq '.sessions[] | select(.memory_bytes > 1e9) | .name'`,
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, words []string) error {
			if err := parseTags(which.tags); err != nil {
				return err
			}
			_, l, err := findListing(cmd.Context())
			if err != nil {
				return err
			}
			chosen, err := which.resolve(l, words, (*catalogue.Entry).NotLive)
			if err != nil {
				return err
			}
			if len(words)+len(which.tags) == 0 {
				chosen = l.Live()
			}
			if err := measure(cmd.Context(), l, true); err != nil {
				return err
			}
			if asJSON {
				return catalogue.WriteStatsJSON(os.Stdout, chosen, measureTime)
			}
			return catalogue.WriteStats(os.Stdout, chosen)
		},
	}
	which.addTo(c)
	jsonFlag(c, &asJSON)
	return c
}

// measureTime is the duration of the measurement of processor time.
const measureTime = time.Second

// measure sets the resource use of the sessions in a listing, with or without processor time.
func measure(ctx context.Context, l catalogue.Listing, processor bool) error {
	var m catalogue.Meter
	m.Measure(l.Entries)
	if !processor {
		return nil
	}
	select {
	case <-time.After(measureTime):
	case <-ctx.Done():
		return ctx.Err()
	}
	m.Measure(l.Entries)
	return nil
}
