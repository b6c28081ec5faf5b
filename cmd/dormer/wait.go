package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/follow"
	"dormer/session/launch"
	"dormer/session/printed"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/config/located"
)

// waitFlags say what is waited for.
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

	pattern *regexp.Regexp // of output
}

// awaited are the flags of which wait takes one.
var awaited = []string{"exit", "idle", "output", "prompt", "bell", "state"}

func waitCommand() *cobra.Command {
	var f waitFlags
	c := &cobra.Command{
		Use:   "wait [flags] ID|NAME",
		Short: "Wait until something happens in a session",
		Long: `wait returns when what it waits for has happened: its program has exited, it has
printed nothing for a while, a line that it prints matches a regular expression,
its shell waits at its prompt, it rings, or it is in a state.

--output looks at what is printed from now on; with --from-start also at what
was printed before. It prints the line. A line is matched when it has ended, and
before that when the program pauses in it. --exit prints how the program ended.

If the program ends first, or the state cannot come any more, the exit status is
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
	flags.BoolVar(&f.fromStart, "from-start", false, "with --output: look at earlier lines, too")
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

// check refuses what cannot be meant, and reads the regular expression.
func (f *waitFlags) check(given func(string) bool) (err error) {
	n := 0
	for _, name := range awaited {
		if given(name) {
			n++
		}
	}
	switch {
	case n != 1:
		return usageErrorf("wait takes one of --%s", strings.Join(awaited, ", --"))
	case given("idle") && f.idle <= 0:
		return usageErrorf("--idle %s: say how long, such as 2s", f.idle)
	case given("timeout") && f.timeout <= 0:
		return usageErrorf("--timeout %s: say how long, such as 30s", f.timeout)
	case f.fromStart && !given("output"):
		return usageErrorf("--from-start says which output --output looks at: give --output")
	case given("output"):
		if f.pattern, err = regexp.Compile(f.output); err != nil {
			return usageErrorf("--output: %w: see https://pkg.go.dev/regexp/syntax", err)
		}
	case given("state") && !session.Lifecycle(f.state).Valid():
		if near, ok := located.Nearest(f.state, stateNames()); ok {
			return usageErrorf("there is no state %q: did you mean %s?", f.state, near)
		}
		return usageErrorf("there is no state %q: there are %s", f.state, strings.Join(stateNames(), ", "))
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
	p, l, e, err := findMeant(ctx, word)
	if err != nil {
		return err
	}
	var what follow.Event
	switch {
	case f.exit || f.state != "":
		what, err = f.untilState(ctx, p, e.ID)
	case !e.Live():
		_, err = l.FindLive(word)
		return err
	default:
		what, err = f.untilTold(ctx, p, e)
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return timedOut(fmt.Sprintf("session %s: it has not happened within %s", label(l, e), f.timeout))
	case err != nil:
		return fmt.Errorf("session %s: %w", label(l, e), err)
	}
	return f.print(os.Stdout, l, e, what)
}

// print prints what happened.
func (f *waitFlags) print(w io.Writer, l catalogue.Listing, e *catalogue.Entry, what follow.Event) error {
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

// outcomeOf says how a session ended.
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

// untilState waits for a state.
func (f *waitFlags) untilState(ctx context.Context, p places, id session.ID) (follow.Event, error) {
	want := session.Lifecycle(f.state)
	began := false // it was seen while it had not ended
	e, err := follow.Until(ctx, p.provider, id, func(s session.Lifecycle) bool {
		over := s.Terminal() && (began || want.Terminal())
		began = began || !s.Terminal()
		return f.exit && s.Terminal() || s == want || over
	})
	switch {
	case err != nil:
		return e, err
	case !f.exit && e.State != want:
		return e, fmt.Errorf("it has ended (%s) and is not %s", e.State, want)
	case !e.State.Terminal():
		e.Event = follow.Started
	}
	return e, nil
}

// untilTold waits for what the host of a session tells of.
func (f *waitFlags) untilTold(ctx context.Context, p places, e *catalogue.Entry) (follow.Event, error) {
	w, err := p.watchHost(ctx, e, wire.Watch{Output: f.pattern != nil})
	if err != nil {
		return follow.Event{}, err
	}
	told := make(chan wire.Message)
	go receiveAll(ctx, w, told)
	switch {
	case f.pattern != nil:
		return f.untilOutput(ctx, p, e, w, told)
	case w.Exited != nil:
		return follow.Event{}, fmt.Errorf("its program %s", ending(*w.Exited))
	case f.idle > 0:
		return f.untilIdle(ctx, p, e, w, told)
	case f.prompt && w.Status.Prompt:
		return follow.Event{Event: follow.Prompt, Time: time.Now()}, nil
	}
	for m := range told {
		switch m := m.(type) {
		case wire.Exited:
			return follow.Event{}, fmt.Errorf("its program %s", ending(m))
		case wire.Bell:
			if f.bell {
				return follow.Event{Event: follow.Bell, Time: time.Now()}, nil
			}
		case wire.Status:
			if f.prompt && m.Prompt {
				return follow.Event{Event: follow.Prompt, Time: time.Now()}, nil
			}
		}
	}
	return follow.Event{}, errHostWent
}

var errHostWent = errors.New("its host is gone: dormer ps shows what is known of it")

// receiveAll passes on what a host tells, until the connection ends.
func receiveAll(ctx context.Context, w *launch.Watched, told chan<- wire.Message) {
	defer close(told)
	for {
		m, err := w.Receive()
		if err != nil {
			return
		}
		select {
		case told <- m:
		case <-ctx.Done():
			return
		}
	}
}

// untilIdle waits until a session has printed nothing for a while. It looks again only
// when that could be so.
func (f *waitFlags) untilIdle(ctx context.Context, p places, e *catalogue.Entry, w *launch.Watched, told <-chan wire.Message) (follow.Event, error) {
	info := w.Info
	for {
		last := slices.MaxFunc([]time.Time{info.Started, info.LastOutput}, time.Time.Compare)
		left := time.Until(last.Add(f.idle))
		if left <= 0 {
			return follow.Event{Event: idleEvent, Time: time.Now()}, nil
		}
		if err := pause(left, told); err != nil {
			return follow.Event{}, err
		}
		var err error
		if info, err = p.provider.Info(ctx, e.Host); err != nil {
			return follow.Event{}, unreachable(err)
		}
	}
}

// Kinds of events that only wait tells of.
const (
	idleEvent   follow.Kind = "idle"
	outputEvent follow.Kind = "output"
)

// pause waits for a time, or for the end of the program, which is an error.
func pause(d time.Duration, told <-chan wire.Message) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case m, ok := <-told:
			if !ok {
				return errHostWent
			}
			if ended, is := m.(wire.Exited); is {
				return fmt.Errorf("its program %s", ending(ended))
			}
		}
	}
}

// untilOutput waits until a line matches.
func (f *waitFlags) untilOutput(ctx context.Context, p places, e *catalogue.Entry, w *launch.Watched, told <-chan wire.Message) (follow.Event, error) {
	var found *string
	try := func(line string) {
		if found == nil && f.pattern.MatchString(line) {
			found = &line
		}
	}
	// kept looks through the lines that the host has, from one on.
	kept := func(from uint64) error {
		lines := printed.NewLines(try)
		err := p.provider.Text(ctx, e.Host, wire.Position{Line: from}, nil, lines)
		try(lines.Rest())
		return err
	}
	if f.fromStart {
		if err := kept(0); err != nil {
			return follow.Event{}, unreachable(err)
		}
	}
	lines := printed.NewLines(try)
	received, over := uint64(0), w.Exited
	for found == nil && over == nil {
		m, ok := <-told
		if !ok {
			return follow.Event{}, errHostWent
		}
		switch m := m.(type) {
		case wire.Output:
			if m.Skipped > 0 {
				if err := kept(w.Status.Line); err != nil {
					return follow.Event{}, unreachable(err)
				}
			}
			_, _ = lines.Write(m.Data) // it never fails
			try(lines.Rest())
			received += uint64(len(m.Data))
			_ = w.Send(wire.Ack{Seq: received}) // a host that is gone is told of by the receiver
		case wire.Exited:
			over = &m
		}
	}
	if found == nil {
		return follow.Event{}, fmt.Errorf("no line matched, and its program %s", ending(*over))
	}
	return follow.Event{Event: outputEvent, Time: time.Now(), Text: *found}, nil
}
