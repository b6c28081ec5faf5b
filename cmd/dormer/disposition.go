package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/persist"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/workspace"
)

// archiving archives sessions.
var archiving = sessionVerb{
	did: "archived", command: "session.archive", fits: archivable,
	action: func(id session.ID, s workspace.State, at time.Time) workspace.Action {
		return workspace.ArchiveSession{Session: id, At: at}
	},
}

func archiveCommand() *cobra.Command {
	return archiving.cobra(&cobra.Command{
		Use:     "archive ID|NAME... | --tag TAG",
		Aliases: []string{"cancel"},
		Short:   "End sessions and put them away",
		Long: `archive ends the processes of sessions, as dormer kill does, and puts the
sessions away with their screens and histories. Only dormer ps --archived and
Ctrl-b Alt-u list them, and they are kept until you remove them with dormer rm.
dormer never archives a session by itself. dormer unarchive brings a session
back, and so does undo for a while.`,
		Example: `  dormer archive build
  dormer archive 3fa90c12 notes`,
	})
}

func unarchiveCommand() *cobra.Command {
	v := sessionVerb{
		did: "unarchived", command: "session.unarchive", fits: unarchivable,
		action: func(id session.ID, s workspace.State, at time.Time) workspace.Action {
			return workspace.UnarchiveSession{Session: id, At: at, View: s.ActiveView, Tab: uuid.New()}
		},
	}
	return v.cobra(&cobra.Command{
		Use:   "unarchive ID|NAME... | --tag TAG",
		Short: "Bring archived sessions back",
		Long: `unarchive brings archived sessions back into their workspaces: to their
old places while undo can, and otherwise in new tabs at the end. Nothing starts:
the pane shows the last screen, and Enter in it starts the session again.`,
		Example: `  dormer unarchive build
  dormer ps --archived`,
	})
}

// resuming restarts suspended sessions.
var resuming = sessionVerb{
	did: "resumed", command: "session.resume", fits: resumable,
	before: places.startAgain,
	action: func(id session.ID, _ workspace.State, _ time.Time) workspace.Action {
		return workspace.SessionResumed{Session: id}
	},
}

func resumeCommand() *cobra.Command {
	return resuming.cobra(&cobra.Command{
		Use:   "resume ID|NAME... | --tag TAG",
		Short: "Start suspended sessions again",
		Long: `resume starts suspended sessions: those whose process ended with dormer or with
the machine. It does the same as Enter in the pane: a shell starts in its old
directory, a command runs again, and a coding agent goes on with its
conversation. They start even if no dormer shows the workspace, and are in their
panes when it is opened. An agent that cannot go on stays suspended and keeps
its conversation.`,
		Example: `  dormer resume build`,
	})
}

// archivable returns an error if a session cannot be archived. word is the user's name for it.
func archivable(e *catalogue.Entry, word string) error {
	switch {
	case e.Tracked == nil:
		return fmt.Errorf("session %q is in no workspace, and only sessions in a workspace can be archived: dormer kill %s ends it", word, word)
	case e.Disposition() == session.Archived:
		return fmt.Errorf("session %q is archived already: dormer unarchive %s brings it back", word, word)
	}
	return nil
}

// unarchivable returns an error if a session is not archived.
func unarchivable(e *catalogue.Entry, word string) error {
	if e.Disposition() != session.Archived {
		return fmt.Errorf("session %q is not archived: dormer ps --archived lists archived sessions", word)
	}
	return nil
}

// resumable returns an error if a session cannot be resumed.
func resumable(e *catalogue.Entry, word string) error {
	switch {
	case e.Disposition() == session.Archived:
		return fmt.Errorf("session %q is archived: dormer unarchive %s brings it back", word, word)
	case e.Disposition() != session.Suspended || e.Live():
		return fmt.Errorf("session %q is not suspended (%s): dormer ps says more", word, e.Lifecycle())
	case e.CannotResume() != "":
		return fmt.Errorf("session %q stays suspended: %s; Enter in its pane, in workspace %s, begins a new conversation", word, e.CannotResume(), e.Workspace())
	}
	return nil
}

// sessionVerb is a command that changes sessions in the document of their workspace.
type sessionVerb struct {
	// did is the word for its success, command the command of the program that does it.
	did, command string
	fits         func(e *catalogue.Entry, word string) error
	// action does it in the document of a workspace that no program shows. before is called before
	// that, and may be nil.
	action func(session.ID, workspace.State, time.Time) workspace.Action
	before func(places, *catalogue.Entry) error
}

// cobra adds flags, completion and the action to the verb's command.
func (v sessionVerb) cobra(c *cobra.Command) *cobra.Command {
	var which selection
	which.addTo(c)
	c.Args = which.check
	c.ValidArgsFunction = completeMatching(func(e *catalogue.Entry) bool { return v.fits(e, "") == nil })
	c.RunE = func(cmd *cobra.Command, args []string) error { return v.run(cmd.Context(), which, args) }
	return c
}

// run applies the verb to all chosen sessions, or to none if one of them does not allow it.
func (v sessionVerb) run(ctx context.Context, which selection, words []string) error {
	p, l, err := findListing(ctx)
	if err != nil {
		return err
	}
	chosen, err := which.resolve(l, words, v.fits)
	if err != nil {
		return err
	}
	return each(chosen, func(e *catalogue.Entry) (string, error) { return v.did + " " + e.Label(), p.change(ctx, e, v) })
}

// change applies a verb to a session: through the program that shows the session's workspace,
// otherwise in the workspace's document.
func (p places) change(ctx context.Context, e *catalogue.Entry, v sessionVerb) error {
	r, err := p.running(e.Workspace())
	if err != nil {
		return err
	}
	_, err = r.ask(ctx, control.Request{Kind: control.Do, Words: []control.Bytes{control.Bytes(v.command), control.Bytes(e.ID.String())}})
	if !errors.Is(err, errNotShown) {
		return err
	}
	if v.before != nil {
		if err := v.before(p, e); err != nil {
			return err
		}
	}
	effects, err := p.changeDocument(r.dir, func(s workspace.State) (workspace.Action, error) { return v.action(e.ID, s, time.Now()), nil })
	if err != nil {
		return err
	}
	for _, effect := range effects {
		if stop, is := effect.(workspace.Stop); is {
			err = errors.Join(err, p.provider.Sessions().End(stop.Session, false))
		} else if end, is := effect.(workspace.End); is {
			err = errors.Join(err, p.provider.Sessions().End(end.Session, true))
		}
	}
	return err
}

// changeDocument changes the document of a workspace that no program shows, and returns the effects
// of the change.
func (p places) changeDocument(dir string, act func(workspace.State) (workspace.Action, error)) ([]workspace.Effect, error) {
	sessions := p.provider.Sessions()
	store, err := persist.Open(dir, persist.Options{Alive: p.provider.Alive, Until: sessions.UndoDeadline})
	if err != nil {
		return nil, err
	}
	effects, report, err := changeStored(store, act)
	if err := errors.Join(err, store.Close()); err != nil {
		return nil, err
	}
	if said := report.Sentence(); said != "" {
		fmt.Fprintf(os.Stderr, "dormer: %s\n", said)
	}
	sessions.EndExpired(report.Expired) // they expired while no program ran
	return effects, nil
}

func changeStored(store *persist.Store, act func(workspace.State) (workspace.Action, error)) ([]workspace.Effect, persist.LoadReport, error) {
	before, report, err := store.Load()
	if err != nil {
		return nil, report, err
	}
	action, err := act(before)
	if err != nil {
		return nil, report, err
	}
	after, effects, err := workspace.Apply(before, action)
	if err != nil {
		return nil, report, err
	}
	return effects, report, store.Save(after)
}

// startAgain restarts a session that no program shows, as it was last started.
func (p places) startAgain(e *catalogue.Entry) error {
	conn, err := p.startKept(e)
	if err != nil {
		return err
	}
	return conn.Close()
}

// removal removes a session that has no pane.
var removal = sessionVerb{
	command: "session.remove",
	action: func(id session.ID, _ workspace.State, _ time.Time) workspace.Action {
		return workspace.RemoveSession{Session: id}
	},
}

// dispositionWord describes a disposition for people.
func dispositionWord(d session.Disposition) string {
	if d == session.Broken {
		return "which met a fatal error"
	}
	return "which is " + string(d)
}
