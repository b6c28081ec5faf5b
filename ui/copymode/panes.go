package copymode

import (
	"iter"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/keys"
)

// Panes holds the panes in copy mode, by session. Without Places there are none.
type Panes struct {
	Places Places
	Open   map[session.ID]*Pane
	// Last is the last search in any of them.
	Last LastSearch
}

// Places finds the panes.
type Places interface {
	// Place returns the place of a session's pane; false if there is nothing to read.
	Place(session.ID) (Place, bool)
}

// Place is the current context of a pane: its session, the keys, and the number of visible rows
// (0 for a hidden pane).
type Place struct {
	Session Session
	Keys    Keys
	Rows    int
}

// Update updates the pane of a session and returns it, or nil if it is not in copy mode.
func (ps *Panes) Update(id session.ID) *Pane {
	p := ps.Open[id]
	if p == nil {
		return nil // before Places.Place, which loads the keys: the first frame must not wait for them
	}
	at, there := ps.Places.Place(id)
	if !there {
		return nil
	}
	p.Update(at)
	return p
}

// Do performs a verb in the pane of a session. Some verbs enter copy mode, with the cursor at the
// child's cursor; others do nothing outside of copy mode, and then done is false.
func (ps *Panes) Do(id session.ID, v Verb) (r Result, done bool) {
	p := ps.Update(id)
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

// Key passes a key to the pane of a session, and reports whether the pane took it.
func (ps *Panes) Key(id session.ID, k keys.Key) (r Result, taken bool) {
	if p := ps.Update(id); p != nil {
		return p.Key(k)
	}
	return Result{}, false
}

// Leave ends copy mode in a pane, and reports whether it was in copy mode.
func (ps *Panes) Leave(id session.ID) bool {
	p := ps.Open[id]
	if p == nil {
		return false
	}
	ps.Update(id)
	p.Close()
	delete(ps.Open, id)
	return true
}

// Keyed reports whether the keys of a session's pane go to copy mode.
func (ps *Panes) Keyed(id session.ID) bool {
	p := ps.Open[id]
	return p != nil && p.Keyed()
}

// Lines returns the visible lines of a session's pane.
func (ps *Panes) Lines(id session.ID) wire.Range {
	if p := ps.Update(id); p != nil {
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

// News reports whether lines or a screen of another width may have arrived for the pane of a
// session. If so, call [Panes.Waiting].
func (ps *Panes) News(id session.ID) bool {
	p := ps.Update(id)
	return p != nil && (p.Redraw() || p.AwaitsLines())
}

// Answer passes an answer of a session's host to its pane, and reports whether the pane had asked
// for it. If so, call [Panes.Waiting].
func (ps *Panes) Answer(id session.ID, e wire.Message) (r Result, asked bool) {
	if p := ps.Update(id); p != nil {
		return p.Answer(e)
	}
	return Result{}, false
}

// Waiting handles the keys that waited for lines or an answer and yields the result of each,
// until one of them ends copy mode.
func (ps *Panes) Waiting(id session.ID) iter.Seq[Result] {
	return func(yield func(Result) bool) {
		p := ps.Update(id)
		if p == nil {
			return
		}
		for _, k := range p.TakeWaiting() {
			if ps.Update(id) != p {
				return
			}
			if r, _ := p.Key(k); !yield(r) {
				return
			}
		}
	}
}

// Hold tells the hosts which positions to track when the width changes.
func (ps *Panes) Hold() {
	for id, p := range ps.Open {
		if at, there := ps.Places.Place(id); there {
			p.Hold(at.Session)
		}
	}
}

// Held takes the new positions of a session's pane after a change of width, and reports whether it
// is in copy mode.
func (ps *Panes) Held(id session.ID, h wire.Held) bool {
	p := ps.Open[id]
	if p == nil {
		return false
	}
	p.Held(h)
	ps.Update(id) // applies them if the screen already has that width
	return true
}
