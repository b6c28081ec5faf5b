package workspace

import (
	"errors"

	"dormer/session"
)

// New returns a workspace with an empty main view and no sessions.
func New(name string) State {
	return State{
		Name:       name,
		Views:      []View{{ID: MainView, Name: string(MainView)}},
		ActiveView: MainView,
		Sessions:   map[session.ID]Record{},
	}
}

var errNoAction = errors.New("workspace: no action")

// Apply returns the workspace after an action, and the IO that the action asks for, in the
// order in which it must be carried out. Apply depends only on its arguments and never modifies
// s or anything reachable from it. If it returns an error, the returned state is s and there
// are no effects. Reports of events outside the workspace (the last group of actions) may
// arrive late: for sessions that no longer exist they change nothing and return no error.
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
