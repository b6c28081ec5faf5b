package command

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// withSession parses the session id that a command takes.
func withSession(resolve func(Focus, session.ID) Result) func([]string) (func(Focus) Result, error) {
	return func(args []string) (func(Focus) Result, error) {
		if len(args) != 1 {
			return nil, errors.New("it needs the id of one session")
		}
		id, err := uuid.Parse(args[0])
		if err != nil {
			return nil, fmt.Errorf("%q is not the id of a session", args[0])
		}
		return func(c Focus) Result {
			if _, known := c.State.Sessions[id]; !known {
				return Cannot("that session is not in this workspace: dormer ps --all says where it is")
			}
			return resolve(c, id)
		}, nil
	}
}

// archive archives a session. It asks first if that would end a running process.
func archive(c Focus, id session.ID) Result {
	r := c.State.Sessions[id]
	switch {
	case r.Lifetime == session.Temporary:
		return c.cannotTry("it is temporary and never saved", "pane.kill", "ends it")
	case !r.Disposition.CanBecome(session.Archived):
		return c.cannotTry(r.Disposition.Note(), "session.archived", "lists what is archived")
	case c.Ended(id), !c.Confirm:
		return Archive{id}.Now(c)[0]
	}
	return Ask(AskArchive{id})
}

// cancel archives a session whose process is running.
func cancel(c Focus, id session.ID) Result {
	if c.Ended(id) {
		return c.cannotTry("nothing runs in it to cancel", "session.archive", "archives it")
	}
	return archive(c, id)
}

func archivedSessions(c Focus) Result {
	if len(c.State.ArchivedIDs()) == 0 {
		return c.cannotTry("no session is archived", "overview", "shows what is open")
	}
	return Ask(OpenArchived{})
}

func unarchive(c Focus, id session.ID) Result {
	if c.State.Sessions[id].Disposition != session.Archived {
		return c.cannotTry("it is not archived", "overview", "shows where it is")
	}
	return Act(workspace.UnarchiveSession{Session: id, At: c.Maker.Now(), View: c.View.ID, Tab: c.Maker.NewTab()})
}

func removeArchived(c Focus, id session.ID) Result {
	if _, _, open := c.State.TabOf(id); open {
		return c.cannotTry("it has a pane", "session.archive", "archives it first")
	}
	return Ask(AskRemove{id})
}

// resume starts a suspended session again.
func resume(c Focus, id session.ID) Result {
	r := c.State.Sessions[id]
	switch {
	case r.Disposition == session.Archived:
		return c.cannotTry(r.Disposition.Note(), "session.archived", "brings it back")
	case r.Disposition != session.Suspended:
		return c.cannotTry("it is not suspended", "session.start", "starts again what has ended")
	}
	return Ask(Resume{id})
}

// Requests that these commands make.
type (
	// AskArchive asks before archiving ends the process of a session. AskRemove asks before
	// an archived session is removed permanently.
	AskArchive struct{ Session session.ID }
	AskRemove  struct{ Session session.ID }
	// OpenArchived lists the archived sessions.
	OpenArchived struct{}
	// Resume starts a suspended session again, unless its agent cannot go on with its
	// conversation.
	Resume struct{ Session session.ID }
	// Archive archives a session, Unarchive brings an archived one back.
	Archive   struct{ Session session.ID }
	Unarchive struct{ Session session.ID }
)

func (AskArchive) isPrompt()    {}
func (AskArchive) isRequest()   {}
func (AskRemove) isPrompt()     {}
func (AskRemove) isRequest()    {}
func (OpenArchived) isList()    {}
func (OpenArchived) isRequest() {}
func (Resume) isRequest()       {}
func (Archive) isRequest()      {}
func (Unarchive) isRequest()    {}
