package workspace

import (
	"errors"

	"dormer/session"
)

// New returns a workspace with the main view and nothing in it.
func New(name string) State {
	return State{
		Name:       name,
		Views:      []View{{ID: MainView, Name: string(MainView)}},
		ActiveView: MainView,
		Sessions:   map[session.ID]Record{},
	}
}

var errNoAction = errors.New("workspace: no action")

// Apply returns the workspace after an action, and the IO that it asks for, in
// the order in which it is to be carried out. It reads nothing but its arguments
// and never changes what s can reach. An error means that nothing happened; the
// state returned is then s. What comes from outside (the last group of actions)
// may be late: for sessions that are gone it is no change and no error.
func Apply(s State, a Action) (State, []Effect, error) {
	if a == nil {
		return s, nil, errNoAction
	}
	d := copyOf(s)
	if err := a.apply(d); err != nil {
		return s, nil, err
	}
	d.recordChange(a)
	next, effects := d.finish()
	return next, effects, nil
}
