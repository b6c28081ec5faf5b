package lists

import (
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/safetext"
)

// Grant allows a caller to act on a session, or on every session if that is the zero id, until a
// time, or permanently if that is zero.
type Grant struct {
	Caller  string
	Session session.ID
	Until   time.Time
}

// Grants returns the finder for the permissions that the user has granted to agents, to revoke them.
func Grants(from From, all []Grant) *dialog.Finder {
	f := dialog.NewFinder("Grants: what agents may act on", source{from, func(l Lists) []dialog.Item { return l.grants(all) }})
	f.Does = "takes it back"
	f.Empty = "no agent may act on sessions that it did not open: `dormer grant add AGENT SESSION` grants more"
	return f
}

func (l Lists) grants(all []Grant) (items []dialog.Item) {
	for _, g := range all {
		it := dialog.Item{
			ID: "grant " + g.Caller + " " + g.Session.String(), Text: l.Caller(g.Caller), Detail: "may act on " + l.Granted(g.Session),
			Session: g.Session, Choose: command.Ask(command.RevokeGrant{Caller: g.Caller, Session: g.Session}),
		}
		if !g.Until.IsZero() {
			it.Right = l.Left(g.Until)
		}
		items = append(items, it)
	}
	return items
}

// Caller returns the name of a caller: the title of its session, or the name of a program outside
// of dormer.
func (l Lists) Caller(caller string) string {
	if id, err := uuid.Parse(caller); err == nil {
		return l.sessionTitle(id)
	}
	return safetext.Line(caller)
}

// Granted returns the name of a session, or "every session" for the zero id.
func (l Lists) Granted(id session.ID) string {
	if id == uuid.Nil {
		return "every session"
	}
	return l.sessionTitle(id)
}

// sessionTitle returns the title of a session, or the start of its id if it is in another workspace.
func (l Lists) sessionTitle(id session.ID) string {
	if r, known := l.State.Sessions[id]; known {
		return r.DisplayTitle()
	}
	return "session " + id.String()[:8]
}
