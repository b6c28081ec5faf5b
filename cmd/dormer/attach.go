package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/bind"
	"dormer/ui/screen"
	"dormer/ui/solo"
)

func attachCommand() *cobra.Command {
	var f attachFlags
	c := &cobra.Command{
		Use:   "attach [flags] ID|NAME [-- COMMAND [ARG...]]",
		Short: "Show one session on the whole terminal",
		Long: `attach shows one session on the whole terminal, without a workspace around it.
The prefix (Ctrl-b, unless the configuration has another) and then d leaves; the
session runs on. The prefix typed twice is sent to the session. When the
session's program exits, attach exits with the same status.

A session made by dormer new --no-start starts when you press Enter. With
--create, a missing session is made: with that name, in the current directory,
for COMMAND or a login shell. One that has ended is started again.`,
		Example: `  dormer attach build
  dormer attach --read-only build
  dormer attach --create notes -- vim notes.md`,
		Args: func(cmd *cobra.Command, args []string) error {
			before := beforeDashes(cmd, args)
			if len(args) > len(before) && !f.create {
				return usageErrorf("attach starts a command only with --create, as in dormer attach --create NAME -- %s", args[len(before)])
			}
			if f.create && f.readOnly {
				return usageErrorf("--create and --read-only exclude each other: use one of them")
			}
			return oneSession(cmd, before)
		},
		ValidArgsFunction: completeMatching(func(e *catalogue.Entry) bool { return e.Live() || e.Lifecycle() == session.Created }),
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			term, err := openTerminal()
			if err != nil {
				return err
			}
			f.command = args[1:]
			return attach(cmd.Context(), p, term, args[0], f)
		},
	}
	c.Flags().BoolVarP(&f.readOnly, "read-only", "r", false, "read-only: ignore what is typed")
	c.Flags().BoolVar(&f.create, "create", false, "make the session if none has that name")
	return c
}

// attachFlags are the flags of attach.
type attachFlags struct {
	readOnly bool
	create   bool
	command  []string
}

func openTerminal() (*screen.Terminal, error) {
	return screen.Open(screen.Options{In: os.Stdin, Out: os.Stdout, Env: os.Getenv})
}

// attach shows the session named by word.
func attach(ctx context.Context, p places, term *screen.Terminal, word string, f attachFlags) error {
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	e, err := l.Find(word)
	if _, unknown := errors.AsType[catalogue.UnknownError](err); unknown && f.create {
		return startSession(ctx, newFlags{startFlags: startFlags{name: word}}, f.command)
	}
	if err != nil {
		return withNearest(l, err)
	}
	seen := viewedSession{name: e.Label(), id: e.ID, workspace: e.Workspace(), command: e.Command(), readOnly: f.readOnly}
	if conn, err := p.startForAttach(ctx, e, seen.name, f); conn != nil || err != nil {
		if err != nil {
			return fmt.Errorf("session %s: %w", seen.name, err)
		}
		return p.watch(ctx, seen, term, conn)
	}
	if err := e.NotLive(word); err != nil {
		return err
	}
	switch {
	case os.Getenv("DORMER_SESSION_ID") == e.Key():
		return fmt.Errorf("session %s is the one you are in: attach to it from another terminal", seen.name)
	case e.Info == nil:
		return fmt.Errorf("attach to session %s: %w", seen.name, launch.Unreachable(e.Err))
	}
	if at := e.Info.Ends(time.Now()); !at.IsZero() {
		seen.notice = fmt.Sprintf("this session is closed and ends in %s: bring it back in workspace %s to keep it",
			state.FormatDuration(time.Until(at)), catalogue.Printable(e.Workspace()))
	}
	conn, err := p.provider.Attach(e.Info.Source, e.ID)
	if err != nil {
		return fmt.Errorf("attach to session %s: %w", seen.name, launch.Unreachable(err))
	}
	return p.watch(ctx, seen, term, conn)
}

// startForAttach starts the session to show if it does not run: one that was never started, when
// the user presses Enter, or with --create one that has ended. The connection is nil for all
// others, and for a session that its host or a program restarted.
func (p places) startForAttach(ctx context.Context, e *catalogue.Entry, name string, f attachFlags) (wire.Conn, error) {
	switch {
	case e.Lifecycle() == session.Created && e.Tracked == nil:
		if !f.create {
			fmt.Fprintf(os.Stderr, "session %s is not started yet: Enter starts it, Ctrl-C leaves it as it is ", name)
			if _, err := bufio.NewReader(os.Stdin).ReadString('\n'); err != nil {
				return nil, errors.New("it was not started")
			}
		}
	case !f.create || e.Runtime() != session.Exited:
		return nil, nil
	case e.Disposition() == session.Archived:
		return nil, errors.New("it is archived: dormer unarchive brings it back")
	case e.Live() || e.Tracked != nil:
		if err := p.restart(ctx, e, false); err != nil && !errors.Is(err, launch.ErrRuns) {
			return nil, err
		}
		return p.provider.Attach(e.Source(), e.ID)
	}
	return p.startKept(e)
}

// viewedSession is a session that is shown.
type viewedSession struct {
	name      string
	id        session.ID
	workspace string
	command   []string
	notice    string
	readOnly  bool
	temporary bool // it ends with this process
}

// watch shows a session until the user leaves it or it ends, and prints the reason.
func (p places) watch(ctx context.Context, s viewedSession, term *screen.Terminal, conn wire.Conn) error {
	limitRuntime()
	chosen := p.config()
	out, err := solo.Show(ctx, solo.Options{
		Terminal: term, In: os.Stdin, Conn: conn, Title: s.name, Notice: s.notice, Prefix: bind.Prefix(chosen.Keys), ReadOnly: s.readOnly,
	})
	switch {
	case err != nil:
		return fmt.Errorf("attach to session %s: %w", s.name, err)
	case out.Lost != "":
		return fmt.Errorf("session %s: %s: dormer ps shows whether it is still there", s.name, out.Lost)
	case out.Exited == nil && s.temporary:
		fmt.Printf("[left session %s, which is ending]\n", s.name)
		return nil
	case out.Exited == nil:
		fmt.Printf("[left session %s: %s attach %s returns to it]\n", s.name, programName(), s.id.String()[:8])
		return nil
	}
	return p.farewell(ctx, s, *out.Exited)
}

// farewell prints how a session's program ended, and returns its exit status. It removes a shell
// that ended cleanly and is in no workspace; other sessions keep their last screen.
func (p places) farewell(ctx context.Context, s viewedSession, ended wire.Exited) error {
	exit := ended.Exit
	over := s.temporary || exit.Clean() && len(s.command) == 0 && s.workspace == ""
	kept := "; dormer capture " + s.id.String()[:8] + " shows its last screen"
	if over {
		kept = ""
	}
	fmt.Printf("[session %s: %s%s]\n", s.name, launch.DescribeExit(ended), kept)
	if over && !s.temporary {
		host, err := p.provider.Find(s.id)
		if err == nil {
			err = p.provider.End(ctx, host, true)
		}
		if err != nil && !errors.Is(err, socket.ErrGone) {
			return fmt.Errorf("end session %s: %w", s.name, err)
		}
	}
	if code := state.ShellCode(exit); code != 0 {
		return exitStatus(code)
	}
	return nil
}
