package ui

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
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
			m.hide(e)
		case workspace.End:
			cmds = append(cmds, m.end(e.Session))
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

// settleTime bounds how long a new session waits for the document that tells where
// it belongs.
const settleTime = 250 * time.Millisecond

// start asks for a session's process. The size is that of its pane as laid out
// now, so that the child sees the right one from its first breath.
func (m *Model) start(e workspace.Start) tea.Cmd {
	spec := e.Spec
	if l, ok := m.live[spec.ID]; ok && l.failed == "" {
		return nil
	}
	m.live[spec.ID] = &live{}
	m.changed()
	r := m.state.Sessions[spec.ID]
	spec.Source, spec.Name, spec.Agent, spec.Lifetime = r.Source, r.Name, r.Agent, r.Lifetime
	spec.Restart = r.Restart.Or(m.isShell(spec.ID), m.config.Panes.Restart)
	spec.Env = m.environ(spec.ID)
	spec.PlainShell = !m.config.Panes.Integration
	spec.NoHistory = r.NoHistory
	spec.History = m.config.History.Limits()
	spec.AmbiguousWide = m.config.Terminal.AmbiguousWide()
	spec.Size = m.sizeFor(spec.ID)
	if e.Again { // what is left of the process before is ended first
		m.reach.Note(spec.ID, m.state.Sessions[spec.ID].Source, spec)
		m.health.Forget(spec.ID)
		m.health.Create(spec.ID)
		return nil
	}
	runtime, saver := m.deps.Runtime, m.deps.Saver
	over := m.reach.Starts(spec.ID)
	return func() tea.Msg {
		defer over()
		// Whatever is killed next: no session runs whose place nobody knows.
		if spec.Lifetime != session.Temporary {
			saver.Settle(settleTime)
		}
		conn, err := runtime.Start(spec)
		return sessionStarted{id: spec.ID, size: spec.Size, conn: conn, err: err}
	}
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

// showSession makes sure that a session that came onto the screen is connected:
// to the process that it has, or, where that is gone, to what is kept of it; see
// [Model.recalled].
func (m *Model) showSession(id session.ID) tea.Cmd {
	l, ok := m.live[id]
	if ok && !l.peeked {
		if l.client != nil {
			l.client.Deadline(time.Time{}, m.now())
		}
		return nil
	}
	r, ok := m.state.Sessions[id]
	if !ok {
		return nil
	}
	m.live[id] = &live{}
	m.changed()
	size, runtime := m.sizeFor(id), m.deps.Runtime
	return tea.Batch(detach(l), func() tea.Msg {
		conn, err := runtime.Attach(r.Source, id)
		if errors.Is(err, health.ErrGone) {
			return sessionRecalled{id: id, size: size, kept: runtime.Recall(id)}
		}
		return sessionFound{id: id, size: size, conn: conn, err: err}
	})
}

// hide tells a session that left the screen until when it can be brought back:
// its host ends it then, whether or not a program runs.
func (m *Model) hide(e workspace.Hide) {
	if l := m.live[e.Session]; l != nil && l.client != nil {
		l.client.Deadline(e.Until, m.now())
	}
}

// end asks for the end of a session's process and lets go of it. A session that
// is still starting is ended when it has started; the others are asked over their
// connection, where there is one, and looked for until they have ended: what was killed
// is not to run on because a host did not hear of it.
func (m *Model) end(id session.ID) tea.Cmd {
	l, ok := m.live[id]
	m.leaveCopy(id)
	delete(m.live, id)
	m.unwatched(id)
	reach := m.reach
	return m.endSurely(id, func() {
		reach.AwaitStart(id) // whoever leaves meanwhile does not hear that it has started
		if ok && l.client != nil {
			l.client.Forget()
			_ = l.client.Detach() // the connection is of no use any more either way
		}
	})
}

// endSurely ends a session over its connection, by ask, and then looks whether it has
// ended.
func (m *Model) endSurely(id session.ID, ask func()) tea.Cmd {
	runtime := m.deps.Runtime
	return m.pending.Add(func() tea.Msg {
		ask()
		if err := runtime.End(id, true); err != nil {
			return sayMsg{"a session that was to end is still there: " + err.Error()}
		}
		return nil
	})
}
