package transcript

import (
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/copymode"
)

// Session implements [copymode.Session].
type Session struct{ *client.Session }

var _ copymode.Session = Session{}

// Text returns the text of the session, for a number of visible rows.
func (s Session) Text(rows int) copymode.Page { return Of(s.Session, rows) }

// Search searches the text as it is displayed, including the part frozen by Still.
func (s Session) Search(q wire.Search) uint64 { return s.SearchFrozen(q) }

// Shows reports whether the text between two positions is the same as in the child's current text.
func (s Session) Shows(first, end wire.Position) (there bool) {
	s.View(func(r *client.Replica) { there = r.Holds(first, end) })
	return there
}

// Cursor returns the position of the child's cursor.
func (s Session) Cursor() (at wire.Position) {
	s.View(func(r *client.Replica) {
		cursor := r.Cursor()
		at = wire.Position{Line: r.History().End + uint64(cursor.Row), Col: cursor.Col}
	})
	return at
}
