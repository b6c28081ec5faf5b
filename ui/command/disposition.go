package command

import (
	"errors"
	"fmt"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/workspace"
)

// aboutSession is a command about a session that its argument names by its id.
func aboutSession(resolve func(Focus, session.ID) Result) func([]string) (func(Focus) Result, error) {
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

// archive puts a session away. It asks first where its process would end.
func archive(c Focus, id session.ID) Result {
	r := c.State.Sessions[id]
	switch {
	case r.Lifetime == session.Temporary:
		return c.cannotBut("it is temporary and never saved", "pane.kill", "ends it")
	case !r.Disposition.CanBecome(session.Archived):
		return c.cannotBut(r.Disposition.Note(), "session.archived", "lists what is archived")
	case c.Ended(id), !c.Confirm:
		return Archive{id}.Now(c)[0]
	}
	return Ask(AskArchive{id})
}

// cancel archives what runs.
func cancel(c Focus, id session.ID) Result {
	if c.Ended(id) {
		return c.cannotBut("nothing runs in it that could be cancelled", "session.archive", "archives it")
	}
	return archive(c, id)
}

func archivedSessions(c Focus) Result {
	if len(c.State.ArchivedIDs()) == 0 {
		return c.cannotBut("no session is archived", "overview", "shows what is open")
	}
	return Ask(OpenArchived{})
}

func unarchive(c Focus, id session.ID) Result {
	if c.State.Sessions[id].Disposition != session.Archived {
		return c.cannotBut("it is not archived", "overview", "shows where it is")
	}
	return Act(workspace.UnarchiveSession{Session: id, At: c.Maker.Now(), View: c.View.ID, Tab: c.Maker.NewTab()})
}

func removeArchived(c Focus, id session.ID) Result {
	if _, _, open := c.State.TabOf(id); open {
		return c.cannotBut("it has a pane", "session.archive", "archives it first")
	}
	return Ask(AskRemove{id})
}

// resume makes a suspended session active: it is started again.
func resume(c Focus, id session.ID) Result {
	r := c.State.Sessions[id]
	switch {
	case r.Disposition == session.Archived:
		return c.cannotBut(r.Disposition.Note(), "session.archived", "brings it back")
	case r.Disposition != session.Suspended:
		return c.cannotBut("it is not suspended", "session.start", "starts again what has ended")
	}
	return Ask(Resume{id})
}

// Requests that these commands make.
type (
	// AskArchive asks before the process of a session ends that is archived, AskRemove
	// before an archived session goes for good.
	AskArchive struct{ Session session.ID }
	AskRemove  struct{ Session session.ID }
	// OpenArchived lists the archived sessions.
	OpenArchived struct{}
	// Resume starts a suspended session again, unless its agent cannot go on with its
	// conversation.
	Resume struct{ Session session.ID }
	// Archive puts a session away, Unarchive brings an archived one back.
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
