package ui

import (
	"os"
	"strings"

	"dormer/session"
	"dormer/ui/bars"
	"dormer/ui/labels"
	"dormer/workspace"
)

// statusLine returns the content of the status line.
func (m *Model) statusLine(tab workspace.Tab) bars.Status {
	l := m.labels()
	s := bars.Status{
		Layout:    m.config.Status,
		Workspace: m.state.Name,
		View:      m.activeView().Name,
		Dir:       shortDir(m.state.Sessions[tab.Active].Dir),
		Branch:    l.Branch(tab.Active),
		Output:    m.statusCommand.Output,
		Title:     m.state.Sessions[tab.Active].DisplayTitle(),
		Hint:      m.keyboard.HelpKey() + " keys",
		Undo:      len(m.state.Undo),
		KeyOf:     m.keyOf,
		Zoomed:    tab.Zoomed,
		Synced:    len(tab.SyncedWith(tab.Active)),
		Hidden:    len(tab.HiddenFloats()),
		Elsewhere: l.Elsewhere(),
		Host:      os.Hostname,
		Granted:   len(m.grants.All),
		Prefix:    m.prefix.Text(m.keyboard),
		Logged:    m.live.Get(tab.Active).LoggedTo(),
	}
	if m.copyKeyed() {
		s.Doing = m.keys().CopyMode().Hint()
	}
	if m.live.AnyAsks() || m.live.AnyAgent() {
		s.Waiting, s.Working = l.Waiting(), l.Working()
	}
	s.Unread, s.News = m.lists().Unread()
	if m.prefix.Locked {
		s.Locked, s.Unlocks, s.Hint = true, m.keyThatUnlocks(), ""
	}
	if len(m.state.Views) > 1 {
		s.Workspace += " / " + s.View
	}
	if m.notices.Shown.Showing() {
		s.Notice, s.Aside = m.notices.Shown.Line(m.now()), m.notices.Shown.Aside
	}
	if m.config.Status.Clock && !m.config.Terminal.Reader {
		s.Clock = m.now().Format("15:04")
	}
	return s
}

// tabSpots lays out the tab bar.
func (m *Model) tabSpots() []bars.TabSpot { return m.labels().Tabs(m.activeView(), m.size.Cols) }

// labels makes the texts about sessions around their panes.
func (m *Model) labels() *labels.Labels {
	around := m.alertsEnv()
	return &labels.Labels{
		State: m.state, Theme: m.outer.theme, Home: homeOf(), Now: m.now(),
		Title: m.config.Panes.Title, Tab: m.config.Status.Tab, Reader: m.config.Terminal.Reader,
		Of: func(id session.ID) labels.Session { return m.labelSession(id, around.Looked(id)) },
	}
}

// labelSession returns what labels need to know of a session. Looked means that the user looks at it.
func (m *Model) labelSession(id session.ID, looked bool) labels.Session {
	l := m.live.Get(id)
	out := labels.Session{State: l.Mark(), Looked: looked, Over: l.Over(), Status: m.statuses.Of[id]}
	out.Direct = m.deps.Direct != nil && m.deps.Direct(id)
	if l == nil {
		return out
	}
	out.Asks, out.Line, out.Branch, out.HostGone = l.Asks, l.Line, strings.TrimSpace(l.Branch+" "+l.Changes), l.Health.CanStart
	out.Logged = l.LoggedTo() != ""
	if !out.Over {
		out.Progress, out.Agent = l.Progress, l.Agent
		if l.PutOff.Active(l.Agent.Since, m.now()) {
			out.PutOff = l.PutOff.Until
		}
	}
	out.Exit, out.Stopped = l.Exit()
	return out
}
