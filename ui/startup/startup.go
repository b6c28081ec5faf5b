package startup

import (
	"dormer/session"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace"
)

// First is what to open. The zero value opens a shell where nothing is open.
type First struct {
	// ID is the id of the session that is opened; the zero value for a new one.
	ID      session.ID
	Dir     string
	Command []string
	Restart session.Restart
	// Direct says that the session will live in the program, without a host.
	Direct bool
	// Template is opened in place of a first tab; nil for none. A workspace that has tabs is
	// shown without it, unless Beside is set.
	Template *template.Template
	Beside   bool
	// Worktree is opened in place of a first tab; nil for none.
	Worktree *remote.OpenWorktree
}

// In is what is opened of it in a workspace, and whether its template is left out.
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

// single reports whether it is one session, and neither a template nor a worktree.
func (f First) single() bool { return f.Template == nil && f.Worktree == nil }

// Prestart has the host of the session started ahead, once, and gives the session its id. Nothing
// is started for a template or a worktree, which have ids of their own, and for a session that
// will have no host.
func (f *First) Prestart(start func(session.Source, session.ID), newID func() session.ID) {
	if f.Direct || !f.single() || f.ID != (session.ID{}) {
		return
	}
	f.ID = newID()
	start(session.Source{Kind: session.Floating, Dir: f.Dir}, f.ID)
}

// Record is the record of a new session with what is asked of the first one.
func (f First) Record(r workspace.Record) workspace.Record {
	r.Restart = f.Restart
	if f.ID != (session.ID{}) {
		r.ID = f.ID
	}
	return r
}
