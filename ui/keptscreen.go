package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/ui/config"
	"dormer/workspace"
)

// recalled takes what is kept of a session whose process is gone: it starts again, or it
// shows its last screen and how it ended, and waits for Enter. It is asked what was
// written of it, for nothing that has ended runs again by itself.
func (m *Model) recalled(msg sessionRecalled) tea.Cmd {
	l, kept := m.live[msg.id], msg.kept
	what := session.Relaunch{
		Shell: m.isShell(msg.id), Past: kept.Past,
		Restart: m.state.Sessions[msg.id].Restart.Or(m.isShell(msg.id), m.config.Panes.Restart),
		Ask:     m.config.Panes.Restore == config.RestoreAsk,
	}
	starts := l != nil && what.Next() == session.StartAgain
	if (l == nil || starts) && kept.Screen != nil {
		_ = kept.Screen.Close() // nothing but a picture
	}
	switch {
	case l == nil: // closed meanwhile
		return nil
	case starts:
		delete(m.live, msg.id)
		return m.apply(workspace.StartSession{Session: msg.id, Size: msg.size, Occasion: session.OnReturn})
	}
	l.asleep, l.size = &kept, msg.size
	if kept.Screen != nil {
		m.showKept(msg.id, l, msg.size)
	}
	m.changed()
	return nil
}

// showKept follows the connection to the last screen of a session without a process. It
// is searched too, where the palette looks for a text.
func (m *Model) showKept(id session.ID, l *live, size session.Size) {
	w, wake, send := &watch{}, m.deps.wake, m.deps.send
	l.client = client.Attach(l.asleep.Screen, size, func() {
		screen, news := w.changed()
		if screen {
			wake(id)
		}
		if news {
			send(sessionNews{id})
		}
	})
	w.client.Store(l.client)
	m.searchIn(id)
}
