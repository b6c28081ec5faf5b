package copymode

import (
	"iter"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// Panes are the panes that are in copy mode, by their sessions. Without Places there are none.
type Panes struct {
	Places Places
	Open   map[session.ID]*Pane
	// Last is the last search in any of them.
	Last LastSearch
}

// Places tells what panes there are, and what they show now.
type Places interface {
	// Place is what the pane of a session enters copy mode with; false where there is
	// nothing to read.
	Place(session.ID) (Place, bool)
}

// Place is what a pane enters copy mode with, and looks at when something is done in it: the
// session, the keys, and how many rows are shown (0 for a pane that is hidden).
type Place struct {
	Session Session
	Keys    Keys
	Rows    int
}

// Look returns the pane of a session with the text as it is now, nil where it is not in copy
// mode.
func (ps *Panes) Look(id session.ID) *Pane {
	p := ps.Open[id]
	if p == nil {
		return nil // the first picture does not wait for the keys
	}
	at, there := ps.Places.Place(id)
	if !there {
		return nil
	}
	p.Look(at)
	return p
}

// Do does something in the pane of a session, which may enter copy mode for it, with the cursor
// where the child's is. It reports whether anything came of it: a pane that is not in copy mode
// does nothing.
func (ps *Panes) Do(id session.ID, v Verb) (r Result, done bool) {
	p := ps.Look(id)
	if p == nil {
		at, there := ps.Places.Place(id)
		switch {
		case !there:
			return say(NothingYet), true
		case !v.enters(at.Session.Text(max(at.Rows, 1))):
			return Result{}, false
		}
		p = enter(at, &ps.Last)
		if ps.Open == nil {
			ps.Open = map[session.ID]*Pane{}
		}
		ps.Open[id] = p
	}
	return v.do(p), true
}

// Key gives a key to the pane of a session, and reports whether that has taken it.
func (ps *Panes) Key(id session.ID, k keys.Key) (r Result, taken bool) {
	if p := ps.Look(id); p != nil {
		return p.Key(k)
	}
	return Result{}, false
}

// Leave shows the live screen of a pane again, and reports whether it was in copy mode.
func (ps *Panes) Leave(id session.ID) bool {
	p := ps.Open[id]
	if p == nil {
		return false
	}
	ps.Look(id)
	p.Close()
	delete(ps.Open, id)
	return true
}

// Keyed reports whether the keys of a session's pane are copy mode's.
func (ps *Panes) Keyed(id session.ID) bool {
	p := ps.Open[id]
	return p != nil && p.Keyed()
}

// Lines are the lines of the text of a session that its pane shows.
func (ps *Panes) Lines(id session.ID) wire.Range {
	if p := ps.Look(id); p != nil {
		return p.Lines()
	}
	at, there := ps.Places.Place(id)
	if !there {
		return wire.Range{}
	}
	rows := max(at.Rows, 1)
	top := Bottom(at.Session.Text(rows))
	return wire.Range{First: top, End: top + uint64(rows)}
}

// News looks at what has come for the pane of a session: lines, or a screen of another width. It
// reports whether anything has; then [Panes.Waiting] is next.
func (ps *Panes) News(id session.ID) bool {
	p := ps.Look(id)
	return p != nil && (p.Redraw() || p.Awaits())
}

// Answer gives an answer of a session's host to its pane, and reports whether that had asked for
// it; then [Panes.Waiting] is next.
func (ps *Panes) Answer(id session.ID, e wire.Message) (r Result, asked bool) {
	if p := ps.Look(id); p != nil {
		return p.Answer(e)
	}
	return Result{}, false
}

// Waiting takes the keys that waited for lines or an answer, and gives what comes of each, until
// one of them ends copy mode.
func (ps *Panes) Waiting(id session.ID) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		p := ps.Look(id)
		if p == nil {
			return
		}
		for _, k := range p.TakeWaiting() {
			if ps.Look(id) != p {
				return
			}
			if r, _ := p.Key(k); !yield(r) {
				return
			}
		}
	}
}

// Hold tells the hosts which places are read, so that they can tell where they are when the
// width changes.
func (ps *Panes) Hold() {
	for id, p := range ps.Open {
		if at, there := ps.Places.Place(id); there {
			p.Hold(at.Session)
		}
	}
}

// Held takes where the places of a session's pane are in lines of another width, and reports
// whether it is in copy mode.
func (ps *Panes) Held(id session.ID, h wire.Held) bool {
	p := ps.Open[id]
	if p == nil {
		return false
	}
	p.Held(h)
	ps.Look(id) // takes them where the screen has that width by now
	return true
}
