package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/follow"
	"dormer/session/state"
	"dormer/session/wire"
)

// waitFlags are the flags of wait.
type waitFlags struct {
	exit      bool
	idle      time.Duration
	output    string
	fromStart bool
	prompt    bool
	bell      bool
	state     string
	timeout   time.Duration
	asJSON    bool

	pattern *regexp.Regexp // the compiled value of output
}

// waitEvents are the flags for conditions, of which wait takes exactly one.
var waitEvents = []string{"exit", "idle", "output", "prompt", "bell", "state"}

func waitCommand() *cobra.Command {
	var f waitFlags
	c := &cobra.Command{
		Use:   "wait [flags] ID|NAME",
		Short: "Wait until something happens in a session",
		Long: `wait returns when one of these has happened: the program of the session has
exited, it has printed nothing for a while, a line of its output matches a
regular expression, its shell waits at its prompt, it rings the bell, or it is
in a state.

--output checks the output from now on, and with --from-start also the earlier
output, and prints the line that matches. A line is checked when it is complete,
or when the program pauses in it. --exit prints how the program ended.

If the program ends first, or can no longer reach the state, the exit status is
1. After --timeout it is 124.`,
		Example: `  dormer wait server --output 'listening on' --from-start --timeout 30s
  dormer wait build --exit --timeout 10m
  dormer send build --text 'make' --enter && dormer wait build --prompt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd.Flags().Changed); err != nil {
				return err
			}
			return oneSession(cmd, args)
		},
		ValidArgsFunction: completeSessions,
		RunE:              func(cmd *cobra.Command, args []string) error { return f.run(cmd.Context(), args[0]) },
	}
	flags := c.Flags()
	flags.BoolVar(&f.exit, "exit", false, "wait until its program has exited")
	flags.DurationVar(&f.idle, "idle", 0, "wait until it has printed nothing for `D`, such as 2s")
	flags.StringVar(&f.output, "output", "", "wait until it prints a line that matches `REGEX`")
	flags.BoolVar(&f.fromStart, "from-start", false, "with --output: check earlier lines, too")
	flags.BoolVar(&f.prompt, "prompt", false, "wait until its shell waits at its prompt")
	flags.BoolVar(&f.bell, "bell", false, "wait until it rings the bell")
	flags.StringVar(&f.state, "state", "", "wait until its state is `S`, such as running")
	flags.DurationVarP(&f.timeout, "timeout", "t", 0, "give up after `D`, such as 30s (default: never)")
	flags.BoolVar(&f.asJSON, "json", false, "print what happened as a JSON object")
	completeFlag(c, "state", completeWords(stateNames()...))
	return c
}

func stateNames() (names []string) {
	for _, s := range session.Lifecycles() {
		names = append(names, string(s))
	}
	return names
}

// check rejects invalid combinations of flags, and compiles the regular expression.
func (f *waitFlags) check(given func(string) bool) (err error) {
	n := 0
	for _, name := range waitEvents {
		if given(name) {
			n++
		}
	}
	switch {
	case n != 1:
		return usageErrorf("wait takes one of --%s", strings.Join(waitEvents, ", --"))
	case given("idle") && f.idle <= 0:
		return usageErrorf("--idle %s: give a duration such as 2s", f.idle)
	case given("timeout") && f.timeout <= 0:
		return usageErrorf("--timeout %s: give a duration such as 30s", f.timeout)
	case f.fromStart && !given("output"):
		return usageErrorf("--from-start needs --output")
	case given("output"):
		if f.pattern, err = regexp.Compile(f.output); err != nil {
			return usageErrorf("--output: %w: see https://pkg.go.dev/regexp/syntax", err)
		}
	case given("state") && !session.Lifecycle(f.state).Valid():
		return oneOf("state", f.state, stateNames())
	}
	return nil
}

func (f *waitFlags) run(ctx context.Context, word string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if f.timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, f.timeout)
		defer cancel()
	}
	p, e, err := findSession(ctx, word)
	if err != nil {
		return err
	}
	var what follow.Event
	switch {
	case f.exit || f.state != "":
		what, err = follow.UntilState(ctx, p.provider, e.ID, session.Lifecycle(f.state))
	case !e.Live():
		return e.NotLive(word)
	default:
		what, err = f.await(ctx, p, e)
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return timedOut(fmt.Sprintf("session %s: it has not happened within %s", e.Label(), f.timeout))
	case err != nil:
		return inSession(e, err)
	}
	return f.print(os.Stdout, e, what)
}

// print prints the event.
func (f *waitFlags) print(w io.Writer, e *catalogue.Entry, what follow.Event) error {
	what.Schema, what.ID, what.Name, what.Workspace = follow.Schema, e.Key(), e.Name(), e.Workspace()
	switch {
	case f.asJSON:
		return writeEvent(w, what)
	case f.exit:
		_, err := fmt.Fprintln(w, outcomeOf(what))
		return err
	case f.pattern != nil:
		_, err := fmt.Fprintln(w, what.Text)
		return err
	}
	return nil
}

// writeEvent writes an event as one line of JSON.
func writeEvent(w io.Writer, e follow.Event) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s\n", line)
	return err
}

// outcomeOf describes how a session ended.
func outcomeOf(e follow.Event) string {
	how := string(e.State)
	switch {
	case e.State == session.Stopped:
		how = "stopped on request"
	case e.Signal != "":
		how = "ended by " + e.Signal
	case e.ExitCode != nil:
		how = fmt.Sprintf("exited with code %d", *e.ExitCode)
	case e.Reason != "":
		how = e.Reason
	}
	if e.Seconds != nil && *e.Seconds >= 1 {
		how += " after " + state.FormatDuration(time.Duration(*e.Seconds*float64(time.Second)))
	}
	return how
}

// await waits for an event that a session's host reports.
func (f *waitFlags) await(ctx context.Context, p places, e *catalogue.Entry) (follow.Event, error) {
	w, err := p.watchHost(ctx, e, wire.Watch{Output: f.pattern != nil})
	if err != nil {
		return follow.Event{}, err
	}
	var what follow.Event
	switch {
	case f.pattern != nil:
		what.Event = outputEvent
		what.Text, err = await.Output(ctx, p.provider, e.Host, w, f.pattern, f.fromStart)
	case f.idle > 0:
		what.Event = idleEvent
		err = await.Idle(ctx, p.provider, e.Host, w, f.idle)
	case f.prompt:
		what.Event = follow.Prompt
		err = await.Prompt(w)
	default:
		what.Event = follow.Bell
		err = await.Bell(w)
	}
	what.Time = time.Now()
	return what, err
}

// The kinds of events that only wait reports.
const (
	idleEvent   follow.Kind = "idle"
	outputEvent follow.Kind = "output"
)
