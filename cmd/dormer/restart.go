package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dormer/cmd/dormer/control"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/wire"
)

// restartTime is the time limit for a session to end and start again.
const restartTime = killTime + 15*time.Second

func restartCommand() *cobra.Command {
	var which selection
	var force bool
	c := &cobra.Command{
		Use:   "restart ID|NAME... | --tag TAG",
		Short: "Start sessions again",
		Long: `restart starts sessions that have ended, as Enter in their panes does, and those
made by dormer new --no-start. The old screen and history stay above the new
output.

A session that runs is first ended as by dormer kill, but only with --force, or
after you have answered yes.`,
		Example: `  dormer restart build
  dormer restart --tag ci --force`,
		Args:              which.check,
		ValidArgsFunction: completeAll,
		RunE: func(cmd *cobra.Command, args []string) error {
			return restart(cmd.Context(), which, args, force)
		},
	}
	c.Flags().BoolVarP(&force, "force", "f", false, "even those that run: they are ended first")
	which.addTo(c)
	return c
}

func restart(ctx context.Context, which selection, words []string, force bool) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	asks := !force && term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stderr.Fd()))
	chosen, err := which.resolve(l, words, func(e *catalogue.Entry, word string) error {
		switch {
		case e.ID.String() == os.Getenv("DORMER_SESSION_ID"):
			return fmt.Errorf("session %s is the one you are in: restart it from another terminal", e.Label())
		case e.Disposition() == session.Archived:
			return fmt.Errorf("session %s is archived: dormer unarchive %s brings it back", e.Label(), word)
		case e.Live() && e.Info == nil:
			return inSession(e, launch.Unreachable(e.Err))
		case e.Runtime() == session.Running && !force && !asks:
			return fmt.Errorf("session %s runs: dormer restart --force %s ends it and starts it again", e.Label(), word)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return each(chosen, func(e *catalogue.Entry) (string, error) {
		if asks && e.Runtime() == session.Running && !confirmed(fmt.Sprintf("session %s runs %s: end it and start it again?", e.Label(), catalogue.Printable(e.Description()))) {
			return "", nil
		}
		return "started " + e.Label() + " again", p.restart(ctx, e, force || e.Runtime() == session.Running)
	})
}

// confirmed asks a question at the terminal, and returns false for any answer but yes.
func confirmed(question string) bool {
	fmt.Fprintf(os.Stderr, "%s [y/N] ", question)
	answer, _ := bufio.NewReader(os.Stdin).ReadString('\n') // the end of input means no
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes"
}

// restart restarts a session: through its host, if it has one; otherwise through the program that
// has its workspace open, whose pane then shows it; otherwise with a new host. With force, a
// running session is ended first. Without, the error for it is [launch.ErrRuns], because it may
// have been started since it was listed.
func (p places) restart(ctx context.Context, e *catalogue.Entry, force bool) error {
	ctx, cancel := context.WithTimeout(ctx, restartTime)
	defer cancel()
	if e.Live() {
		return p.provider.Restart(ctx, e.Host, force)
	}
	if e.Tracked != nil {
		r, err := p.running(e.Workspace())
		if err != nil {
			return err
		}
		_, err = r.ask(ctx, control.Request{Kind: control.Do, Session: e.Key(), Words: []control.Bytes{"session.start"}})
		if !errors.Is(err, errNotShown) {
			return err
		}
	}
	conn, err := p.startKept(e)
	if err != nil {
		return err
	}
	return conn.Close()
}

// startKept starts a session without a host from its saved spec. Variables that were not saved
// because they hold secrets are taken from this process.
func (p places) startKept(e *catalogue.Entry) (wire.Conn, error) {
	spec, err := p.provider.Spec(e.ID)
	if err != nil {
		if e.Tracked != nil {
			return nil, fmt.Errorf("its command was not kept: dormer --workspace %s shows it, and Enter in its pane starts it", catalogue.Printable(e.Workspace()))
		}
		return nil, fmt.Errorf("its command was not kept: %w: start a new session with dormer new", err)
	}
	spec.Env = mergeEnv(spec.Env, os.Environ())
	chosen := p.config()
	if known, ok := chosen.Agents.Lookup(spec.Agent); ok {
		spec.Known = known
	}
	spec.Agents = chosen.Agents.Own()
	spec.Name, spec.Occasion = e.Name(), session.OnRequest
	return p.provider.Start(spec)
}

// mergeEnv returns an environment, with the variables that only the other one has added to it.
func mergeEnv(env, other []string) []string {
	has := map[string]bool{}
	for _, kv := range env {
		name, _, _ := strings.Cut(kv, "=")
		has[name] = true
	}
	for _, kv := range other {
		if name, _, _ := strings.Cut(kv, "="); !has[name] {
			env = append(env, kv)
		}
	}
	return env
}
