package main

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// screenWidth is the width of the terminal that is printed to, 0 where it is none.
func screenWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return max(width, 0)
}

func psCommand() *cobra.Command {
	var all, asJSON bool
	c := &cobra.Command{
		Use:   "ps",
		Short: "List sessions",
		Long: `ps lists the sessions of all workspaces and those made by dormer new. Without
--all it leaves out archived sessions, and sessions that have ended and are in
no workspace.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			l, err := p.listing(cmd.Context())
			if err != nil {
				return err
			}
			if asJSON {
				return l.WriteJSON(os.Stdout, time.Now(), all)
			}
			return l.WriteTable(os.Stdout, time.Now(), all, screenWidth())
		},
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "also list archived sessions and those that ended")
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array of objects")
	return c
}
