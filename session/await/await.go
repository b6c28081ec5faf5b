package await

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"dormer/session/agent"
	"dormer/session/launch"
	"dormer/session/printed"
	"dormer/session/wire"
)

// exited returns an error for a program that has ended.
func exited(e wire.Exited) error { return fmt.Errorf("its program %s", launch.DescribeExit(e)) }

// until waits for a message that done accepts. The end of the program is an error.
func until(w *launch.Watched, done func(wire.Message) bool) error {
	if w.Exited != nil {
		return exited(*w.Exited)
	}
	for {
		m, err := w.Receive()
		if err != nil {
			return launch.ErrHostGone
		}
		if ended, is := m.(wire.Exited); is {
			return exited(ended)
		}
		if done(m) {
			return nil
		}
	}
}

// True calls a function again and again until it returns true, for what no message tells. The error
// is that of the context.
func True(ctx context.Context, is func() bool) error {
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !is() {
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Prompt waits until the shell waits at its prompt.
func Prompt(w *launch.Watched) error {
	if w.Exited == nil && w.Status.Prompt {
		return nil
	}
	return until(w, func(m wire.Message) bool {
		s, is := m.(wire.Status)
		return is && s.Prompt
	})
}

// Bell waits until the program rings.
func Bell(w *launch.Watched) error {
	return until(w, func(m wire.Message) bool { _, is := m.(wire.Bell); return is })
}

// Agent waits until the agent is in one of some states, and returns its verdict.
func Agent(w *launch.Watched, states []string) (agent.Verdict, error) {
	now := w.Info.AgentState
	wanted := func() bool { return slices.Contains(states, string(now.State)) }
	if wanted() {
		return now, nil
	}
	err := until(w, func(m wire.Message) bool {
		if s, is := m.(wire.AgentState); is {
			now = s.Verdict
		}
		return wanted()
	})
	return now, err
}

// receiveAll passes on a host's messages, until the connection ends.
func receiveAll(ctx context.Context, w *launch.Watched) <-chan wire.Message {
	told := make(chan wire.Message)
	go func() {
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
	}()
	return told
}

// Idle waits until the session of a host, by its name, has printed nothing for a while.
func Idle(ctx context.Context, p *launch.Provider, name string, w *launch.Watched, longer time.Duration) error {
	if w.Exited != nil {
		return exited(*w.Exited)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	told := receiveAll(ctx, w)
	for info := w.Info; ; {
		last := slices.MaxFunc([]time.Time{info.Started, info.LastOutput}, time.Time.Compare)
		left := time.Until(last.Add(longer))
		if left <= 0 {
			return nil
		}
		if err := pause(left, told); err != nil {
			return err
		}
		var err error
		if info, err = p.Info(ctx, name); err != nil {
			return launch.Unreachable(err)
		}
	}
}

// pause waits for a time. The end of the program is an error.
func pause(d time.Duration, told <-chan wire.Message) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-timer.C:
			return nil
		case m, ok := <-told:
			if !ok {
				return launch.ErrHostGone
			}
			if ended, is := m.(wire.Exited); is {
				return exited(ended)
			}
		}
	}
}

// Output waits until the session of a host, by its name, prints a line that matches, and returns
// the line; with fromStart earlier lines count too. The connection must report output. A line is
// compared when it has ended, and before that when the program pauses in it.
func Output(ctx context.Context, p *launch.Provider, name string, w *launch.Watched, pattern *regexp.Regexp, fromStart bool) (string, error) {
	var found *string
	try := func(line string) {
		if found == nil && pattern.MatchString(line) {
			found = &line
		}
	}
	// kept searches the lines that the host has, from one on.
	kept := func(from uint64) error {
		lines := printed.NewLines(try)
		if err := p.Text(ctx, name, wire.Position{Line: from}, nil, lines); err != nil {
			return launch.Unreachable(err)
		}
		try(lines.Rest())
		return nil
	}
	if fromStart {
		if err := kept(0); err != nil {
			return "", err
		}
	}
	lines := printed.NewLines(try)
	received, over := uint64(0), w.Exited
	for found == nil && over == nil {
		m, err := w.Receive()
		if err != nil {
			return "", launch.ErrHostGone
		}
		switch m := m.(type) {
		case wire.Output:
			if m.Skipped > 0 {
				if err := kept(w.Status.Line); err != nil {
					return "", err
				}
			}
			_, _ = lines.Write(m.Data) // it never fails
			try(lines.Rest())
			received += uint64(len(m.Data))
			_ = w.Send(wire.Ack{Seq: received}) // the receiver notices a host that has ended
		case wire.Exited:
			over = &m
		}
	}
	if found == nil {
		return "", fmt.Errorf("no line matched, and %w", exited(*over))
	}
	return *found, nil
}
