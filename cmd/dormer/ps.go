package main

import (
	"context"
	"os"
	"time"

	"golang.org/x/term"

	"dormer/cmd/dormer/commandline"
)

// screenWidth is the width of the terminal that is printed to, 0 where it is none.
func screenWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return max(width, 0)
}

func psCommand() *commandline.Command {
	var all, asJSON bool
	c := &commandline.Command{
		Use:   "ps",
		Short: "List sessions",
		Long: "ps lists the sessions of all workspaces and those that dormer new made.\n" +
			"Those that were put away, and those that ended and that no workspace knows, are left out without --all.",
		Check: noArgs,
		Run: func(ctx context.Context, _ commandline.Line) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			l, err := p.listing(ctx)
			if err != nil {
				return err
			}
			if asJSON {
				return l.WriteJSON(os.Stdout, time.Now(), all)
			}
			return l.WriteTable(os.Stdout, time.Now(), all, screenWidth())
		},
	}
	c.Flags.Bool(&all, "all", "a", "also those that were put away or are over")
	c.Flags.Bool(&asJSON, "json", "", "an array of objects, for programs")
	return c
}
