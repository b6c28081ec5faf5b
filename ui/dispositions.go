package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/ending"
	"dormer/workspace"
)

// What the program does about whether a user can go on with a session: the rules are those of
// [session.Disposition] and package workspace.

// suspendEnding suspends the sessions whose processes end with this program, all at once.
func (m *Model) suspendEnding() {
	var ending []session.ID
	for id, r := range m.state.Sessions {
		here := r.Lifetime == session.Temporary || m.deps.Direct != nil && m.deps.Direct(id)
		if here && !m.live.Over(id) {
			ending = append(ending, id)
		}
	}
	if next, _, err := workspace.Apply(m.state, workspace.SuspendSessions{Sessions: ending, At: m.now()}); err == nil {
		m.state = next
	}
}

// withPast adds to what is kept of a session what its record says: a suspended one ran when
// its program or machine went.
func (m *Model) withPast(id session.ID, k health.Kept) health.Kept {
	r := m.state.Sessions[id]
	if r.Disposition == session.Suspended && k.Past.Lifecycle == "" {
		k.Past.Lifecycle = session.LifecycleRunning
	}
	if k.LastSeen.IsZero() && r.Disposition == session.Suspended {
		k.LastSeen = r.LastActive
	}
	return k
}

// lost suspends a session that ran when its host went, and is not started again by itself.
func (m *Model) lost(id session.ID, k health.Kept) tea.Cmd {
	if k.Past.Ended() || !k.Past.Lost() && !m.isShell(id) {
		return nil
	}
	at := k.LastSeen
	if at.IsZero() {
		at = m.now()
	}
	return m.apply(workspace.SuspendSessions{Sessions: []session.ID{id}, At: at})
}

// resumed takes note that a session has a process again.
func (m *Model) resumed(id session.ID) tea.Cmd {
	if r := m.state.Sessions[id]; r.Disposition == session.Suspended || r.Idled {
		return m.apply(workspace.SessionResumed{Session: id})
	}
	return nil
}

// stop ends a session's process; what is kept of it on disk stays. A pane of it shows its last
// screen.
func (m *Model) stop(id session.ID) tea.Cmd {
	end := m.live.Stop(id, nil)
	var dropped tea.Cmd
	if _, _, open := m.state.TabOf(id); !open {
		m.leaveCopy(id)
		dropped = m.live.Drop(id)
	}
	// The connection goes last: it is asked over it.
	return tea.Sequence(m.finish(end), dropped)
}

// endUnwanted ends a session whose pane is gone before it was attached. What is kept of one
// that was archived stays.
func (m *Model) endUnwanted(id session.ID, conn wire.Conn) tea.Cmd {
	if _, known := m.state.Sessions[id]; known {
		return m.finish(m.live.Stop(id, conn))
	}
	return m.finish(m.live.End(id, conn))
}

// idlePast says what became of a session that was ended because it was idle; nil of any other.
func (m *Model) idlePast(id session.ID) []ending.Line {
	r := m.state.Sessions[id]
	if !r.Idled {
		return nil
	}
	return ending.OfIdle(r.LastActive, m.now())
}

// endIdle ends sessions that were idle for long enough, of those that have a pane here and run.
func (m *Model) endIdle(ids []session.ID) tea.Cmd {
	var cmds []tea.Cmd
	for _, id := range ids {
		if _, _, open := m.state.TabOf(id); open && !m.live.Over(id) {
			cmds = append(cmds, m.apply(workspace.EndIdle{Session: id, At: m.now()}))
		}
	}
	return tea.Batch(cmds...)
}
