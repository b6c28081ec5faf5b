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
	out := labels.Session{State: m.stateMark(id), Looked: m.looked(id)}
	out.Direct = m.deps.Direct != nil && m.deps.Direct(id)
	l := m.live[id]
	if l == nil {
		return out
	}
	out.Asks, out.Line, out.Branch = l.attention, l.line, l.branch
	out.Over, out.HostGone = l.over(), l.health.CanStart
	if !out.Over {
		out.Progress = l.progress
	}
	switch {
	case l.asleep != nil:
		out.Exit, out.Stopped = l.asleep.Past.Exit, l.asleep.Past.Stopped()
	case l.client != nil && l.exited():
		out.Exit, out.Stopped = &l.status.Exit, l.status.Stopped
	}
	return out
}
