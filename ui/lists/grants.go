package lists

import (
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/safetext"
)

// Grant says that a caller may act on a session, or on every one where that is the zero id, until a
// time, or for good where that is zero.
type Grant struct {
	Caller  string
	Session session.ID
	Until   time.Time
}

// Grants shows what agents may act on because the user has granted it.
func Grants(from From, all []Grant) *dialog.Finder {
	f := dialog.NewFinder("Grants: what agents may act on", source{from, func(l Lists) []dialog.Item { return l.grants(all) }})
	f.Does = "takes it back"
	f.Empty = "no agent may act on more than it has opened: `dormer grant add AGENT SESSION` grants more"
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

// Caller is the name of who was granted something: that of its session, or one outside of dormer.
func (l Lists) Caller(caller string) string {
	if id, err := uuid.Parse(caller); err == nil {
		return l.called(id)
	}
	return safetext.Line(caller)
}

// Granted is what is granted: a session, or every one for the zero id.
func (l Lists) Granted(id session.ID) string {
	if id == uuid.Nil {
		return "every session"
	}
	return l.called(id)
}

// called is the title of a session; the beginning of its id where it is in another workspace.
func (l Lists) called(id session.ID) string {
	if r, known := l.State.Sessions[id]; known {
		return r.DisplayTitle()
	}
	return "session " + id.String()[:8]
}
