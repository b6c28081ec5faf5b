package workspace

import (
	"reflect"
	"slices"

	"dormer/session"
)

// Every change ends with the same steps: archived sessions that have a pane become active,
// unreferenced records are removed, each session's residency is updated, and effects show and
// hide the sessions that moved.

// finish completes the draft and returns the new state with all effects.
func (d *draft) finish() (State, []Effect) {
	d.dropEmptyLists()
	d.dropUnsynced()
	d.activateShown()
	ended, stay := d.endUnplaced()
	effects := d.starts
	effects = append(effects, d.setResidencies(append(d.SessionIDs(), stay...), d.places())...)
	effects = append(effects, ended...)
	effects = append(effects, d.notices...)
	if reflect.DeepEqual(d.before, d.State) {
		return d.before, effects
	}
	if d.unsaved {
		return d.State, effects
	}
	return d.State, append(effects, Save{Waits: d.reportedByChild})
}

// dropEmptyLists sets empty lists to nil, so that states can be compared.
func (d *draft) dropEmptyLists() {
	for i := range d.Views {
		d.Views[i].Tabs = orNil(d.Views[i].Tabs)
	}
	d.Undo = orNil(d.Undo)
}

func orNil[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}

// places returns the residency of each session. A session without a place is backgrounded.
func (s State) places() map[session.ID]session.Residency {
	out := make(map[session.ID]session.Residency, len(s.Sessions))
	for _, c := range s.Undo {
		for _, id := range c.Sessions {
			out[id] = session.Residency{Place: session.PendingUndo, ExpiresAt: c.ExpiresAt}
		}
	}
	for _, v := range s.Views {
		place := session.Backgrounded
		if v.ID == s.ActiveView {
			place = session.Active
		}
		for _, t := range v.Tabs {
			for _, id := range t.Panes() {
				out[id] = session.Residency{Place: place}
			}
		}
	}
	for id, r := range s.Sessions {
		if _, placed := out[id]; !placed && r.Disposition != session.DispositionActive {
			out[id] = session.Residency{Place: session.Backgrounded}
		}
	}
	return out
}

// setResidencies updates each session's residency and returns the effects that show and hide
// the sessions that moved. Closed sessions come back in the reverse of the order in which they
// were closed.
func (d *draft) setResidencies(order []session.ID, places map[session.ID]session.Residency) []Effect {
	var back, shown, hidden []Effect
	for _, id := range order {
		r, known := d.Sessions[id]
		was, now := r.Residency, places[id]
		if !known || sameResidency(was, now) {
			continue
		}
		r.Residency = now
		d.Sessions[id] = r
		_, old := d.before.Sessions[id]
		switch {
		case !old:
		case now.Place != session.Active:
			hidden = append(hidden, Hide{Session: id, Until: now.ExpiresAt})
		case was.Place == session.PendingUndo:
			back = append(back, Show{Session: id})
		default:
			shown = append(shown, Show{Session: id})
		}
	}
	slices.Reverse(back)
	return slices.Concat(hidden, back, shown)
}

// activateShown makes archived sessions active if they have a pane again.
func (d *draft) activateShown() {
	for _, id := range d.OpenIDs() {
		if r := d.Sessions[id]; r.Disposition == session.Archived {
			r.Disposition = session.DispositionActive
			d.Sessions[id] = r
		}
	}
}

// endUnplaced removes unreferenced records and returns the effects that end their processes. It
// keeps the records of archived sessions and returns these sessions in stay.
func (d *draft) endUnplaced() (ended []Effect, stay []session.ID) {
	placed := map[session.ID]bool{}
	for _, id := range d.SessionIDs() {
		placed[id] = true
	}
	for _, id := range d.before.SessionIDs() {
		r, known := d.Sessions[id]
		switch {
		case placed[id] || !known:
			continue
		case r.Disposition.Terminal():
			stay = append(stay, id)
			continue
		}
		delete(d.Sessions, id)
		if id != d.neverStarted {
			ended = append(ended, End{Session: id})
		}
	}
	return ended, stay
}
