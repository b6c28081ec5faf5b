package ui

import (
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/health"
	"dormer/ui/attention"
	"dormer/ui/config"
	"dormer/ui/duration"
	"dormer/workspace"
)

type (
	// orphansFound brings the sessions that run and that no workspace knows.
	orphansFound struct{ records []workspace.Record }
	// orphansSought brings them to whoever asked for them to be opened.
	orphansSought struct{ records []workspace.Record }
)

func (msg orphansFound) tell(m *Model) tea.Cmd {
	m.recovered(msg)
	return nil
}

func (msg orphansSought) tell(m *Model) tea.Cmd {
	m.orphans = msg.records
	return m.openOrphans()
}

// findOrphans looks for sessions without a workspace, once, while the user works.
func (m *Model) findOrphans() tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return nil
	}
	return func() tea.Msg { return orphansFound{find()} }
}

func (m *Model) recovered(msg orphansFound) {
	m.orphans = msg.records
	m.forgetAdopted()
	switch n := len(m.orphans); n {
	case 0:
	case 1:
		m.sayAfter("recovered: 1 session runs that no workspace knows; " + m.keys().KeyOf("session.adopt") + " opens it here")
	default:
		m.sayAfter(fmt.Sprintf("recovered: %d sessions run that no workspace knows; %s opens them here", n, m.keys().KeyOf("session.adopt")))
	}
}

// forgetAdopted drops those that are open here meanwhile.
func (m *Model) forgetAdopted() {
	var left []workspace.Record
	for _, r := range m.orphans {
		if _, here := m.state.Sessions[r.ID]; !here {
			left = append(left, r)
		}
	}
	m.orphans = left
}

// adopt opens the recovered sessions in tabs of their own, after it has looked once
// more: since the program began others may have lost their workspace.
func (m *Model) adopt() tea.Cmd {
	find := m.deps.Orphans
	if find == nil {
		return m.openOrphans()
	}
	return func() tea.Msg { return orphansSought{find()} }
}

// openOrphans opens those that are known of. Their processes are those that they
// have: a session that has a host never gets a second one.
func (m *Model) openOrphans() tea.Cmd {
	m.forgetAdopted()
	if len(m.orphans) == 0 {
		m.say("nothing to recover: each session that runs is in a workspace")
		return nil
	}
	var cmds []tea.Cmd
	for _, r := range m.orphans {
		view := m.activeView()
		cmds = append(cmds, m.apply(workspace.OpenTab{
			View: view.ID, Tab: m.newTab(), Index: len(view.Tabs), Record: r, Size: m.focus().Screen.Body.Size(),
		}))
	}
	m.orphans = nil
	return tea.Batch(cmds...)
}

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

// keptMark is the mark of a session that has neither a process nor a host.
func keptMark(k health.Kept) string {
	switch {
	case !k.Past.Ended():
		return attention.MarkAsleep
	case k.Past.Lifecycle == session.Completed:
		return attention.MarkDone
	}
	return attention.MarkFailed
}

// asleepFooter says what became of a session, from when its last screen is, and what
// can be done.
func (m *Model) asleepFooter(id session.ID, k health.Kept) []footerLine {
	past := k.Past
	switch {
	case past.Ended() && past.Exit != nil:
		return exitFooter(*past.Exit, past.Stopped(), m.now(), m.shownMark)
	case past.Ended():
		return footer("stopped on request", "stopped")
	case m.isShell(id):
		return append(footer("suspended; this is how it was"+duration.At(k.At, m.now()), "as it was"+duration.At(k.At, m.now())), footer("", "suspended")[1:]...)
	case past.Lost():
		return lostFooter(k.LastSeen, m.now())
	}
	return footer("how it ended is not known", "end not known")
}

// lostFooter says that a session ran when its host went, which nobody saw, and when there
// was last anything to write of it: one that printed nothing may have lived on for long.
func lostFooter(active, now time.Time) []footerLine {
	words, few := "it ran when its host or the machine went", "its host went while it ran"
	lines := footer(words, few)
	if active.IsZero() {
		return lines
	}
	last := "; last active" + duration.At(active, now)
	return append([]footerLine{
		{words + last, "Enter starts it again, x closes the pane"},
		{words + last, "Enter: again, x: close"},
		{few + last, "Enter: again, x: close"},
		{few + last, "Enter, x"},
	}, lines[1:]...)
}

// footer says something of a session that can be started again, in words and in few.
func footer(words, few string) []footerLine {
	return []footerLine{
		{words, "Enter starts it again, x closes the pane"},
		{few, "Enter starts it again, x closes"},
		{few, "Enter: again, x: close"},
		{few, "Enter, x"},
		{few, ""},
	}
}
