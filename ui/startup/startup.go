package startup

import (
	"dormer/session"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace"
)

// First says what to open. The zero value opens a shell if nothing is open.
type First struct {
	// ID is the id of the session to open; the zero value for a new one.
	ID      session.ID
	Dir     string
	Command []string
	Restart session.Restart
	// Direct means that the session will live in the program, without a host.
	Direct bool
	// Template is opened instead of a first tab; nil for none. A workspace that has tabs is shown
	// without it, unless Beside is set.
	Template *template.Template
	Beside   bool
	// Worktree is opened instead of a first tab; nil for none.
	Worktree *remote.OpenWorktree
}

// In returns the part of f to open in a workspace, and whether the template is left out.
func (f First) In(s workspace.State) (in First, leftOut bool) {
	if _, open := s.ActiveTab(); f.Template == nil || f.Beside || !open && len(s.SessionIDs()) == 0 {
		return f, false
	}
	f.Template = nil
	return f, true
}

// Opens reports whether a session is opened in a first tab.
func (f First) Opens(s workspace.State) bool {
	return f.single() && (len(f.Command) > 0 || len(s.ShownView().Tabs) == 0)
}

// single reports whether f is one session, and neither a template nor a worktree.
func (f First) single() bool { return f.Template == nil && f.Worktree == nil }

// Prestart starts the host of the session ahead of time, once, and gives the session its id. It
// does nothing for a template or a worktree, whose sessions have their own ids, or for a session
// that will have no host.
func (f *First) Prestart(start func(session.Source, session.ID), newID func() session.ID) {
	if f.Direct || !f.single() || f.ID != (session.ID{}) {
		return
	}
	f.ID = newID()
	start(session.Source{Kind: session.Floating, Dir: f.Dir}, f.ID)
}

// Record returns the record of a new session with the settings of f.
func (f First) Record(r workspace.Record) workspace.Record {
	r.Restart = f.Restart
	if f.ID != (session.ID{}) {
		r.ID = f.ID
	}
	return r
}
