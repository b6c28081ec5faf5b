package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session/agent"
	"dormer/session/socket"
	"dormer/ui/config/located"
)

// sessionVariable names the session that a program runs in.
const sessionVariable = "DORMER_SESSION_ID"

// reportTime is the time limit for a host to accept a report.
const reportTime = 2 * time.Second

func statusCommand() *cobra.Command {
	var message, kind string
	c := &cobra.Command{
		Use:   "status STATE",
		Short: "Report the state of the program in this session",
		Long: `status reports the state of a script or an agent, so that its session is shown
as working, as waiting for you, or as done. STATE is working, blocked, done,
idle or error; clear removes the last report. --kind tells what a blocked
program waits for (permission, question, auth, dialog), or the cause of an error
(rate-limit, overload, auth, billing, crash).

A report is valid until the next one. Working, blocked and idle also end with
the program: when the shell shows its prompt, or the session's process exits.

In a session of dormer, the report goes to its host. Elsewhere, such as on
another machine over ssh, status writes the control sequence OSC 7501 to the
terminal, for the dormer around it and other terminals that know the sequence.`,
		Example: `  dormer status working --message 'copying the tables'
  dormer status blocked --kind question --message 'delete the old ones?'
  dormer status clear`,
		Args: func(_ *cobra.Command, args []string) error {
			_, err := parseReport(args, message, kind)
			return err
		},
		ValidArgsFunction: completeWords(reportStates()...),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, _ := parseReport(args, message, kind) // already checked
			return report(cmd.Context(), r)
		},
	}
	c.Flags().StringVarP(&message, "message", "m", "", "add `TEXT`, in one line")
	c.Flags().StringVar(&kind, "kind", "", "what it is blocked on, or the cause of its error: `KIND`")
	completeFlag(c, "kind", completeWords(slices.Compact(slices.Sorted(slices.Values(append(kindNames(agent.Blocked), kindNames(agent.Failed)...))))...))
	return c
}

// reportStates returns the states that can be reported.
func reportStates() (names []string) {
	for _, s := range agent.States {
		if s != agent.Unknown {
			names = append(names, string(s))
		}
	}
	return append(names, string(agent.Clear))
}

// kindNames returns the names of the kinds of a state.
func kindNames(s agent.State) (names []string) {
	for _, k := range agent.Kinds(s) {
		names = append(names, string(k))
	}
	return names
}

// parseReport parses the arguments and flags of status.
func parseReport(args []string, message, kind string) (agent.Report, error) {
	r := agent.Report{Source: agent.Status, Kind: agent.Kind(kind), Message: agent.Line(message)}
	if len(args) != 1 {
		return r, usageErrorf("status takes one state: %s", strings.Join(reportStates(), ", "))
	}
	r.State = agent.State(args[0])
	if err := oneOf("state", args[0], reportStates()); err != nil {
		return r, err
	}
	if kind == "" {
		return r, nil
	}
	kinds := kindNames(r.State)
	if kinds == nil {
		return r, usageErrorf("--kind is for blocked and error: leave it out, or use blocked or error")
	}
	return r, oneOf("kind", kind, kinds)
}

// oneOf returns an error if a word is not one of some names.
func oneOf(what, word string, names []string) error {
	if slices.Contains(names, word) {
		return nil
	}
	if near, ok := located.Nearest(word, names); ok {
		return usageErrorf("there is no %s %q: did you mean %s?", what, word, near)
	}
	return usageErrorf("there is no %s %q: use %s", what, word, strings.Join(names, ", "))
}

// report sends a report to the host of this session, or to the terminal without a session.
func report(ctx context.Context, r agent.Report) error {
	ctx, cancel := context.WithTimeout(ctx, reportTime)
	defer cancel()
	id, err := uuid.Parse(os.Getenv(sessionVariable))
	if err == nil {
		p, err := findPlaces()
		if err != nil {
			return err
		}
		if err := p.provider.Sessions().Report(ctx, id, r); !errors.Is(err, socket.ErrGone) {
			return err
		}
	}
	return reportToTerminal(r)
}

// reportToTerminal writes a report to the terminal as a control sequence.
func reportToTerminal(r agent.Report) error {
	tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("there is no session and no terminal here: run it in a session of dormer, where %s is set", sessionVariable)
	}
	record := agent.Record{State: r.State, Kind: r.Kind, Message: r.Message}
	_, err = tty.WriteString(record.Sequence())
	return errors.Join(err, tty.Close())
}
