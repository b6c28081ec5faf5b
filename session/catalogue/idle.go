package catalogue

import (
	"time"

	"dormer/session"
)

// Kind is the kind of a session, by what runs in it.
type Kind uint8

// The kinds of sessions.
const (
	Shell Kind = iota
	Command
	Agent
)

// Kind returns the kind of the session.
func (e *Entry) Kind() Kind {
	switch {
	case e.Agent() != "":
		return Agent
	case len(e.Command()) > 0:
		return Command
	}
	return Shell
}

// IdleFor returns the running sessions of a workspace, of some kinds, whose output has not changed
// for longer than a time.
func (l Listing) IdleFor(workspace string, longer time.Duration, now time.Time, of func(Kind) bool) (ids []session.ID) {
	for _, e := range l.Entries {
		idle, known := e.idle(now)
		if e.Tracked != nil && e.Workspace() == workspace && known && idle > longer && of(e.Kind()) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}
