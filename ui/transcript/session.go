package transcript

import (
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Session is a session as copy mode sees it.
type Session struct{ *client.Session }

var _ copymode.Session = Session{}

// Text is the text of the session, shown in a number of rows.
func (s Session) Text(rows int) copymode.Page { return Of(s.Session, rows) }

// Search looks in the text as it is read.
func (s Session) Search(q wire.Search) uint64 { return s.SearchStill(q) }

// Shows reports whether the text between two places is what the child shows there now.
func (s Session) Shows(first, end wire.Position) (there bool) {
	s.View(func(r *client.Replica) { there = r.Holds(first, end) })
	return there
}

// Cursor is the place of the child's cursor.
func (s Session) Cursor() (at wire.Position) {
	s.View(func(r *client.Replica) {
		cursor := r.Cursor()
		at = wire.Position{Line: r.History().End + uint64(cursor.Row), Col: cursor.Col}
	})
	return at
}
