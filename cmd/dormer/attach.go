package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/bind"
	"dormer/ui/screen"
	"dormer/ui/solo"
)

func attachCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "attach ID|NAME",
		Short: "Show one session on the whole terminal",
		Long: `attach shows one session on the whole terminal, without a workspace around it.
The prefix (Ctrl-b, unless the configuration has another) and then d leaves; the
session runs on. The prefix typed twice is sent to the session. When the
session's program exits, attach exits with the same status.`,
		Args:              oneSession,
		ValidArgsFunction: completeSessions,
		RunE: func(cmd *cobra.Command, args []string) error {
			p, err := findPlaces()
			if err != nil {
				return err
			}
			term, err := openTerminal()
			if err != nil {
				return err
			}
			return attach(cmd.Context(), p, term, args[0])
		},
	}
}

func openTerminal() (*screen.Terminal, error) {
	return screen.Open(screen.Options{In: os.Stdin, Out: os.Stdout, Env: os.Getenv})
}

// attach shows the session that a word means.
func attach(ctx context.Context, p places, term *screen.Terminal, word string) error {
	l, e, err := p.find(ctx, word)
	if err != nil {
		return err
	}
	seen := viewedSession{name: label(l, e), id: e.ID, workspace: e.Workspace(), command: e.Command()}
	switch {
	case os.Getenv("DORMER_SESSION_ID") == e.Key():
		return fmt.Errorf("session %s is the one you are in: attach to it from another terminal", seen.name)
	case e.Info == nil:
		return fmt.Errorf("attach to session %s: %w", seen.name, unreachable(e.Err))
	}
	if at := e.Info.Ends(time.Now()); !at.IsZero() {
		seen.notice = fmt.Sprintf("this session is closed and ends in %s: bring it back in workspace %s to keep it",
			state.FormatDuration(time.Until(at)), catalogue.Printable(e.Workspace()))
	}
	conn, err := p.provider.Attach(e.Info.Source, e.ID)
	if err != nil {
		return fmt.Errorf("attach to session %s: %w", seen.name, unreachable(err))
	}
	return p.watch(ctx, seen, term, conn)
}

// viewedSession is a session that is looked at.
type viewedSession struct {
	name      string
	id        session.ID
	workspace string
	command   []string
	notice    string
}

// watch shows a session until there is a reason to stop, and says which.
func (p places) watch(ctx context.Context, s viewedSession, term *screen.Terminal, conn wire.Conn) error {
	limitRuntime()
	chosen, _ := settings{path: p.paths.Config()}.read() // what is wrong in it is for the workspace to say
	out, err := solo.Show(ctx, solo.Options{
		Terminal: term, In: os.Stdin, Conn: conn, Title: s.name, Notice: s.notice, Prefix: bind.Prefix(chosen.Keys),
	})
	switch {
	case err != nil:
		return fmt.Errorf("attach to session %s: %w", s.name, err)
	case out.Lost != "":
		return fmt.Errorf("session %s: %s: dormer ps shows whether it is still there", s.name, out.Lost)
	case out.Exited == nil:
		fmt.Printf("[left session %s: %s attach %s returns to it]\n", s.name, programName(), s.id.String()[:8])
		return nil
	}
	return p.farewell(ctx, s, *out.Exited)
}

// farewell says how a session's program ended, and ends as it did. A shell that was
// left by its user, and that is in no workspace, leaves nothing to come back to;
// what other programs said last stays.
func (p places) farewell(ctx context.Context, s viewedSession, ended wire.Exited) error {
	exit := ended.Exit
	over := exit.Clean() && len(s.command) == 0 && s.workspace == ""
	kept := "; dormer capture " + s.id.String()[:8] + " shows its last screen"
	if over {
		kept = ""
	}
	fmt.Printf("[session %s: %s%s]\n", s.name, ending(ended), kept)
	if over {
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

// unreachable is why a host cannot be attached to, with what can be done.
func unreachable(err error) error {
	if errors.Is(err, socket.ErrVersion) {
		return fmt.Errorf("%w; dormer capture and dormer kill work with it as they are", err)
	}
	return fmt.Errorf("%w: dormer ps shows what is known of it", err)
}

// ending says how a program ended and how long it ran.
func ending(ended wire.Exited) string {
	exit := ended.Exit
	how := fmt.Sprintf("exited with code %d", exit.Code)
	switch {
	case exit.Err != "":
		return "did not start: " + exit.Err
	case ended.Stopped:
		how = "stopped on request"
	case exit.Signal != "":
		how = "ended by " + exit.Signal
	}
	if ran := exit.Ended.Sub(exit.Started); ran >= time.Second {
		how += " after " + state.FormatDuration(ran)
	}
	return how
}
