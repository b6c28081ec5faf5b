package ui

import (
	"dormer/session"
	"dormer/ui/labels"
)

// labels makes what is written about sessions around their panes, as they are now.
func (m *Model) labels() *labels.Labels {
	return &labels.Labels{
		State: m.state, Theme: m.outer.theme, Home: homeOf(), Now: m.now(),
		Title: m.config.Panes.Title, Tab: m.config.Status.Tab, Reader: m.config.Terminal.Reader,
		Of: m.labelled,
	}
}

// labelled is what labels are told of a session.
func (m *Model) labelled(id session.ID) labels.Session {
	l := m.live.Get(id)
	out := labels.Session{State: l.Mark(), Looked: m.looked(id), Over: l.Over(), Status: m.statuses.Of[id]}
	out.Direct = m.deps.Direct != nil && m.deps.Direct(id)
	if l == nil {
		return out
	}
	out.Asks, out.Line, out.Branch, out.HostGone = l.Asks, l.Line, l.Branch, l.Health.CanStart
	out.Logged = l.LoggedTo() != ""
	if !out.Over {
		out.Progress = l.Progress
	}
	out.Exit, out.Stopped = l.Exit()
	return out
}
