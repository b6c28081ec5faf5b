package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/catalogue"
	"dormer/session/state"
)

func historyCommand() *cobra.Command {
	var asJSON bool
	var since string
	c := &cobra.Command{
		Use:   "history",
		Short: "List how sessions ended",
		Long: `history lists the sessions that ended in the last 30 days, latest first: how and
when they ended, and how long their programs ran. It includes removed sessions.`,
		Example: `  dormer history
  dormer history --since 2d
  dormer history --json | jq '.outcomes[] | select(.state == "failed")'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			span := state.HistoryTime
			if since != "" {
				var err error
				if span, err = catalogue.Span(since); err != nil {
					return usageErrorf("--since %w", err)
				}
			}
			p, l, err := findListing(cmd.Context())
			if err != nil {
				return err
			}
			all, err := p.History(l, time.Now().Add(-min(span, state.HistoryTime)))
			if err != nil {
				return err
			}
			if asJSON {
				return catalogue.WriteHistoryJSON(os.Stdout, all)
			}
			return catalogue.WriteHistory(os.Stdout, all, time.Local)
		},
	}
	c.Flags().StringVar(&since, "since", "", "only sessions that ended within `TIME`: 90m, 24h, 7d")
	completeFlag(c, "since", completeWords("1h", "24h", "7d", "30d"))
	jsonFlag(c, &asJSON)
	return c
}
