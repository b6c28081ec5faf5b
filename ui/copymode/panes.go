package copymode

import (
	"dormer/session"
	"dormer/session/wire"
)

// Panes are the panes that are in copy mode, by their sessions. The zero Panes is none.
type Panes struct {
	Open map[session.ID]*Pane
	// Last is the last search in any of them.
	Last LastSearch
}

// Place is what a pane enters copy mode with, and looks at when something is done in it: the
// session, the keys, how many rows are shown (0 for a pane that is hidden), and the place of
// the child's cursor.
type Place struct {
	Session Session
	Keys    Keys
	Rows    int
	Cursor  wire.Position
}

// Look returns the pane of a session with the text as it is now, nil where it is not in copy
// mode.
func (ps *Panes) Look(id session.ID, at Place) *Pane {
	p := ps.Open[id]
	if p != nil {
		p.Look(at)
	}
	return p
}

// Enter puts the pane of a session into copy mode where it is not, with the cursor where the
// child's is.
func (ps *Panes) Enter(id session.ID, at Place) *Pane {
	p := ps.Look(id, at)
	if p == nil {
		p = enter(at, &ps.Last)
		if ps.Open == nil {
			ps.Open = map[session.ID]*Pane{}
		}
		ps.Open[id] = p
	}
	return p
}

// Do does something in the pane of a session, which may enter copy mode for it. It reports
// whether it has: a pane that is not in copy mode does nothing.
func (ps *Panes) Do(id session.ID, at Place, v Verb) (r Result, done bool) {
	p := ps.Look(id, at)
	if p == nil {
		if !v.enters(at.Session.Text(max(at.Rows, 1))) {
			return Result{}, false
		}
		p = ps.Enter(id, at)
	}
	return v.do(p), true
}

// Leave shows the live screen of a pane again.
func (ps *Panes) Leave(id session.ID) {
	if p := ps.Open[id]; p != nil {
		p.Close()
		delete(ps.Open, id)
	}
}

// Keyed reports whether the keys of a session's pane are copy mode's.
func (ps *Panes) Keyed(id session.ID) bool {
	p := ps.Open[id]
	return p != nil && p.Keyed()
}
