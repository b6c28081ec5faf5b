package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/workspace"
)

// perform starts effects.
func (m *Model) perform(effects []workspace.Effect) tea.Cmd {
	var cmds []tea.Cmd
	for _, e := range effects {
		switch e := e.(type) {
		case workspace.Start:
			cmds = append(cmds, m.applyResult(m.sessions.Start(e, m.sessionsEnv())))
		case workspace.Show:
			cmds = append(cmds, m.showSessions([]session.ID{e.Session}))
		case workspace.Hide:
			// The session can be brought back until then.
			m.live.Get(e.Session).EndAt(e.Until, m.now())
		case workspace.End:
			m.leaveCopy(e.Session)
			cmds = append(cmds, m.applyResult(m.sessions.End(e.Session)))
		case workspace.Stop:
			_, _, open := m.state.TabOf(e.Session)
			if !open {
				m.leaveCopy(e.Session)
			}
			cmds = append(cmds, m.applyResult(m.sessions.Stop(e.Session, open)))
		case workspace.Save:
			mark := m.deps.Saver.Mark
			if e.Waits {
				mark = m.deps.Saver.MarkLater
			}
			mark(m.state)
		case workspace.Notify:
			m.notify(e.Text, e.Until)
		}
	}
	return tea.Batch(cmds...)
}

// settleTime is the longest that a new session waits until it is in the document on disk.
const settleTime = 250 * time.Millisecond

// sizeFor returns the size of a session's pane in its tab, which need not be the active one.
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

// showSessions connects to sessions that came onto the screen.
func (m *Model) showSessions(ids []session.ID) tea.Cmd {
	var cmds []tea.Cmd
	for _, id := range ids {
		cmds = append(cmds, m.applyResult(m.sessions.Show(id, m.sessionsEnv())))
	}
	return tea.Batch(cmds...)
}

// finish ends a session, even if the user leaves before it has ended.
func (m *Model) finish(end func() error) tea.Cmd {
	return m.pending.Add(func() tea.Msg {
		if err := end(); err != nil {
			return resultMsg(command.Tell("a session could not be ended: " + err.Error()))
		}
		return nil
	})
}
