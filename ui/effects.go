package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/lifecycle"
	"dormer/workspace"
)

// perform starts the effects that a change asked for.
func (m *Model) perform(effects []workspace.Effect) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range effects {
		switch e := e.(type) {
		case workspace.Start:
			cmds = append(cmds, m.start(e))
		case workspace.Show:
			cmds = append(cmds, m.showSession(e.Session))
		case workspace.Hide:
			// It can be brought back until then.
			m.live.Get(e.Session).EndAt(e.Until, m.now())
		case workspace.End:
			cmds = append(cmds, m.end(e.Session))
		case workspace.Stop:
			cmds = append(cmds, m.stop(e.Session))
		case workspace.Save:
			m.save(e)
		case workspace.Notify:
			m.notify(e.Text, e.Until)
		}
	}
	return tea.Batch(cmds...)
}

// save has the workspace saved.
func (m *Model) save(e workspace.Save) {
	if e.Waits {
		m.deps.Saver.MarkLater(m.state)
		return
	}
	m.deps.Saver.Mark(m.state)
}

// settleTime is how long a new session waits at most until the document that knows it is written.
const settleTime = 250 * time.Millisecond

// start starts a session's process, with the size that its pane has now.
func (m *Model) start(e workspace.Start) tea.Cmd {
	spec := e.Spec
	if l := m.live.Get(spec.ID); l != nil && l.Failed == "" {
		return nil
	}
	m.changed()
	spec = lifecycle.Spec(spec, m.state.Sessions[spec.ID], m.config, m.deps.Env, m.passing[spec.ID])
	spec.Size = m.sizeFor(spec.ID)
	if e.Again {
		m.live.StartAgain(spec)
		return nil
	}
	saver := m.deps.Saver
	return m.live.Start(spec, func() {
		// If the program is killed next, the document knows where the session belongs.
		if spec.Lifetime != session.Temporary {
			saver.Settle(settleTime)
		}
	})
}

// sizeFor is the size of a session's pane: in the tab that it is in, also where
// that tab is not the active one.
func (m *Model) sizeFor(id session.ID) session.Size {
	_, tab, ok := m.state.TabOf(id)
	if ok {
		if b, ok := m.measure(tab).Pane(id); ok && b.Content.W > 0 && b.Content.H > 0 {
			return b.Content.Size()
		}
	}
	g := m.measure(workspace.Tab{})
	return session.Size{Rows: max(g.Body.H, 1), Cols: max(g.Body.W, 1)}
}

// showSession connects to a session that came onto the screen: to its process, or, if that is
// gone, to what is kept of it; see [Model.recalled].
func (m *Model) showSession(id session.ID) tea.Cmd {
	if l := m.live.Get(id); l != nil && !l.Peeked {
		l.EndAt(time.Time{}, m.now())
		return nil
	}
	r, ok := m.state.Sessions[id]
	if !ok {
		return nil
	}
	m.changed()
	return m.live.Show(id, r.Source, m.sizeFor(id))
}

// end ends a session.
func (m *Model) end(id session.ID) tea.Cmd {
	m.leaveCopy(id)
	delete(m.passing, id)
	return m.finish(m.live.End(id, nil))
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

// finish does work that ends a session, even if the user leaves meanwhile.
func (m *Model) finish(end func() error) tea.Cmd {
	return m.pending.Add(func() tea.Msg {
		if err := end(); err != nil {
			return resultMsg(command.Tell("a session that was to end is still there: " + err.Error()))
		}
		return nil
	})
}
