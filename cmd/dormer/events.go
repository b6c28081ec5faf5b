package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/follow"
)

func eventsCommand() *cobra.Command {
	var asJSON bool
	var since string
	c := &cobra.Command{
		Use:   "events",
		Short: "Print what happens to sessions, as it happens",
		Long: `events prints a line for everything that happens to any session, until Ctrl-C: a
start, an end with its outcome, a bell, a notification, another title or
directory, another state of an agent, and, if the shell marks them, prompts and
commands. It follows sessions that start later, too.

--since first prints the known starts and ends since a time.`,
		Example: `  dormer events --json | jq -r 'select(.event == "ended") | .id'
  dormer events --since 1h`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			from, err := parseSince(since, time.Now())
			if err != nil {
				return err
			}
			write := writeEventLine
			if asJSON {
				write = writeEvent
			}
			return printEvents(cmd.Context(), from, write)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print each event as a JSON object on a line")
	c.Flags().StringVar(&since, "since", "", "begin at `T`: 10m ago, 15:04, or 2006-01-02T15:04:05Z")
	return c
}

// parseSince parses a time in the past; the zero time for an empty text.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(strings.TrimSuffix(text, " ago")); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	if at, err := time.ParseInLocation("15:04", text, now.Location()); err == nil {
		return time.Date(now.Year(), now.Month(), now.Day(), at.Hour(), at.Minute(), 0, 0, now.Location()), nil
	}
	return time.Time{}, usageErrorf("--since %q: write how long ago, such as 10m, or a time, such as 15:04", text)
}

func printEvents(ctx context.Context, since time.Time, write func(io.Writer, follow.Event) error) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	var known []follow.Host
	var past []follow.Event
	for _, e := range l.Entries {
		if e.Live() {
			known = append(known, followed(e))
		}
		if since.IsZero() {
			continue
		}
		for _, was := range follow.Past(e.Info, e.State, since) {
			was.Schema, was.ID, was.Name, was.Workspace = follow.Schema, e.Key(), e.Name(), e.Workspace()
			past = append(past, was)
		}
	}
	slices.SortStableFunc(past, func(x, y follow.Event) int { return x.Time.Compare(y.Time) })
	for _, e := range past {
		if err := write(os.Stdout, e); err != nil {
			return err
		}
	}
	var failed error
	err = follow.All(ctx, p.provider, p.paths.Runtime(), known, func(e follow.Event) {
		if err := write(os.Stdout, e); err != nil {
			failed = err
			stop()
		}
	}, func(err error) { fmt.Fprintf(os.Stderr, "dormer: %v\n", err) })
	if failed != nil {
		return failed
	}
	return err
}

// followed describes the host of a session, to follow it.
func followed(e *catalogue.Entry) follow.Host {
	return follow.Host{Socket: e.Host, Name: e.Name(), Workspace: e.Workspace()}
}

// writeEventLine writes an event for people.
func writeEventLine(w io.Writer, e follow.Event) error {
	who := e.ID[:8]
	if e.Name != "" {
		who = catalogue.Printable(e.Name) + " (" + who + ")"
	}
	what := strings.ReplaceAll(string(e.Event), "_", " ")
	switch {
	case e.Event == follow.Ended:
		what += ": " + outcomeOf(e)
	case e.Event == follow.AgentState:
		v := agent.Verdict{State: e.AgentState, Kind: e.AgentKind}
		what = strings.TrimSpace("agent " + v.String() + ": " + e.Text)
	case e.Subject != "":
		what += ": " + e.Subject + ": " + e.Text
	case e.Text != "":
		what += ": " + e.Text
	}
	if e.Event == follow.CommandFinished && e.ExitCode != nil {
		what += " (code " + strconv.Itoa(*e.ExitCode) + ")"
	}
	_, err := fmt.Fprintf(w, "%s  %s  %s\n", e.Time.Local().Format(time.TimeOnly), who, what)
	return err
}
