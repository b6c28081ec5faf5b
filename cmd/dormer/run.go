package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dormer/session"
	"dormer/session/launch"
	"dormer/session/state"
	"dormer/session/wire"
)

func runCommand() *cobra.Command {
	var f startFlags
	c := &cobra.Command{
		Use:   "run [flags] -- COMMAND [ARG...]",
		Short: "Run a command in a session, and print its output",
		Long: `run starts COMMAND in a session of its own, prints its output, and exits with
its status. The session is kept: dormer ps lists it, dormer capture shows it.
While it runs it can be attached to and typed into like any other; run itself
reads no input.

Ctrl-C interrupts the command; Ctrl-C again ends the session. If the terminal is
closed, or run is killed, the command runs on.

The command always has a terminal. To a pipe or file, run passes on all of its
output; to a terminal, only text, colours and line ends, so that its other
control sequences do not act there. For full-screen programs use dormer new.`,
		Example: `  dormer run --name tests -- make test
  dormer run -e CI=1 --size 200x50 -- npm test | tee log`,
		Args: func(cmd *cobra.Command, args []string) error {
			if before := beforeDashes(cmd, args); len(before) > 0 {
				return usageErrorf("unknown argument %q: the command goes after --, as in dormer run -- %s", before[0], before[0])
			}
			if len(args) == 0 {
				return usageErrorf("run needs a command after --, as in dormer run -- make")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runInSession(cmd.Context(), f, args) },
	}
	f.add(c)
	return c
}

func runInSession(ctx context.Context, f startFlags, command []string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	chosen := p.config()
	spec, err := f.spec(command, chosen)
	if err != nil {
		return err
	}
	if err := p.checkName(ctx, f.name); err != nil {
		return err
	}
	cols, rows, err := term.GetSize(int(os.Stdout.Fd()))
	toTerminal := err == nil
	if toTerminal && f.size == "" {
		spec.Size = session.Size{Rows: rows, Cols: cols}
	}
	spec.HoldOutput = true
	// Signals from here on are for the command.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	// A failed write reports that nobody reads. SIGPIPE is caught rather than ignored because the
	// command would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	conn, err := p.provider.Start(spec)
	if err != nil {
		return err
	}
	r := &printedRun{conn: conn, out: outputTo(os.Stdout, true)}
	go r.forwardSignals(signals)
	ended, err := r.print()
	if err != nil {
		return fmt.Errorf("session %s: %w", spec.ID.String()[:8], err)
	}
	if toTerminal {
		fmt.Fprintf(os.Stderr, "[session %s: %s; dormer capture %[1]s shows its screen]\n", spec.ID.String()[:8], launch.DescribeExit(ended))
	}
	if code := state.ShellCode(ended.Exit); code != 0 {
		return exitStatus(code)
	}
	return nil
}

// printedRun is a command whose output is printed.
type printedRun struct {
	conn  wire.Conn
	sends sync.Mutex
	out   finisher
}

// forwardSignals passes signals on to the command: the first SIGINT as Ctrl-C in its terminal would, others
// end the session. It runs until this process ends.
func (r *printedRun) forwardSignals(signals <-chan os.Signal) {
	interrupted := false
	for sig := range signals {
		var m wire.Message = wire.End{}
		if sig == syscall.SIGINT && !interrupted {
			interrupted, m = true, wire.Signal{Number: int(syscall.SIGINT)}
		}
		_ = r.send(m) // the receiver reports a host that is gone
	}
}

// send sends a message. Any goroutine may call it.
func (r *printedRun) send(m wire.Message) error {
	r.sends.Lock()
	defer r.sends.Unlock()
	return r.conn.Send(m)
}

// print prints the output of the command until that has ended. If nobody reads the output any more,
// the command gets SIGPIPE, as in a pipe.
func (r *printedRun) print() (ended wire.Exited, err error) {
	defer func() { _ = r.conn.Close() }() // the session goes on
	err = r.send(wire.Watch{Output: true, Hold: true})
	for received, unread := uint64(0), false; err == nil; {
		var m wire.Message
		m, err = r.conn.Receive()
		switch m := m.(type) {
		case wire.Output:
			if _, failed := r.out.Write(m.Data); failed != nil && !unread {
				unread = true
				err = r.send(wire.Signal{Number: int(syscall.SIGPIPE)})
			}
			received += uint64(len(m.Data))
			err = errors.Join(err, r.send(wire.Ack{Seq: received}))
		case wire.Exited:
			if unread {
				return m, nil
			}
			return m, r.out.Flush()
		}
	}
	return ended, launch.ErrHostGone
}
