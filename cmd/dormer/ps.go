package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dormer/session/catalogue"
)

// screenWidth returns the width of the terminal on standard output; 0 if it is no terminal.
func screenWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return max(width, 0)
}

func psCommand() *cobra.Command {
	var f catalogue.Filter
	var asJSON, watch bool
	c := &cobra.Command{
		Use:   "ps",
		Short: "List sessions",
		Long: `ps lists the sessions of all workspaces and those made by dormer new. Without
--all it leaves out archived sessions, and sessions that have ended and are in
no workspace; dormer history lists how all of them ended.

STATUS is the state of the program: running, completed (it exited with 0),
failed (with another code, a signal, or a reason), stopped (on request),
orphaned (its workspace was removed), suspended (it was running when its host or
the machine ended, and its workspace can start it again), or archived (put away:
dormer unarchive brings it back). IN STATUS is the time since the last change of
STATUS, TOTAL TIME how long the session has lasted.

With --wide it adds the CPU, memory, processes and ports of each session, as
dormer stats does; that takes a second. With --port it lists the sessions that
listen on a TCP port.

With --watch the list stays on the screen and up to date, until you press q or
Ctrl-C; with --json it is printed again whenever it has changed.`,
		Example: `  dormer ps
  dormer ps --all
  dormer ps --archived
  dormer ps --tag ci --watch
  dormer ps --port 8080
  dormer ps --json | jq '.sessions[] | select(.doing == "working") | .name'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("port") && (f.Port < 1 || f.Port > maxPort) {
				return usageErrorf("--port %d: a TCP port is a number from 1 to %d", f.Port, maxPort)
			}
			if err := parseTags(f.Tags); err != nil {
				return err
			}
			p, err := findPlaces()
			if err != nil {
				return err
			}
			look := func(ctx context.Context) (catalogue.Listing, error) {
				l, err := p.listing(ctx)
				if err == nil && (f.Usage || f.Port != 0) {
					err = measure(ctx, l, f.Usage)
				}
				return l, err
			}
			s := sessionList{p, look, func(l catalogue.Listing, w io.Writer, width int) error {
				if asJSON {
					return l.WriteJSON(w, time.Now(), f)
				}
				return l.WriteTable(w, time.Now(), f, width)
			}}
			switch {
			case watch && asJSON:
				return s.print(cmd.Context(), os.Stdout)
			case watch:
				return s.show(cmd.Context())
			}
			l, err := s.look(cmd.Context())
			if err != nil {
				return err
			}
			if f.Port != 0 && !slices.ContainsFunc(l.Entries, func(e *catalogue.Entry) bool { return e.Listens(f.Port) }) {
				return fmt.Errorf("no session listens on port %d: dormer stats lists the ports of all", f.Port)
			}
			return s.write(l, os.Stdout, screenWidth())
		},
	}
	c.Flags().BoolVarP(&f.All, "all", "a", false, "also list archived sessions and those that ended")
	c.Flags().BoolVar(&f.Archived, "archived", false, "also list archived sessions")
	c.Flags().BoolVarP(&f.Usage, "wide", "w", false, "also list CPU, memory, processes and ports")
	c.Flags().IntVar(&f.Port, "port", 0, "only sessions that listen on TCP port `N`")
	c.Flags().BoolVar(&watch, "watch", false, "keep the list on the screen, and up to date")
	jsonFlag(c, &asJSON)
	c.Flags().StringArrayVar(&f.Tags, "tag", nil, "only sessions with the tag `TAG`")
	completeFlag(c, "tag", completeTags)
	return c
}

const maxPort = 1<<16 - 1
