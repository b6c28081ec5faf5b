package ui

import (
	"os"
	"strings"

	"dormer/ui/bars"
	"dormer/ui/labels"
	"dormer/ui/theme"
	"dormer/workspace"
)

func (m *Model) statusLine(tab workspace.Tab) bars.Status {
	l := m.labels()
	s := bars.Status{
		Layout:    m.config.Status,
		Workspace: m.state.Name,
		View:      m.activeView().Name,
		Dir:       shortDir(m.state.Sessions[tab.Active].Dir),
		Branch:    l.Branch(tab.Active),
		Waiting:   m.waitingFor(l),
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
	}
	if m.copyKeyed() {
		s.Doing = m.keys().CopyMode().Hint()
	}
	s.Logged = m.live.Get(tab.Active).LoggedTo()
	s.Unread, s.News = m.unread()
	if m.prefix.Locked {
		s.Locked, s.Unlocks, s.Hint = true, m.keyThatUnlocks(), ""
	}
	if m.prefix.At != nil {
		s.Prefix = m.prefix.At.Keys.Printed()
		if mode := m.keys().ModeName(m.prefix.At.Keys); mode != "" {
			s.Prefix = strings.ToUpper(mode) + " " + s.Prefix
		}
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

// waitingFor counts what waits, where anything does.
func (m *Model) waitingFor(l *labels.Labels) []bars.Waiting {
	if !m.live.AnyAsks() {
		return nil
	}
	return l.Waiting()
}

// statusShown is the status line as it is drawn.
func (m *Model) statusShown(tab workspace.Tab) []theme.Spot {
	if m.geo.Status.H == 0 {
		return nil
	}
	return m.labels().StatusShown(m.statusLine(tab), m.geo.Status)
}

// tabSpots lays the tab bar out.
func (m *Model) tabSpots() []bars.TabSpot { return m.labels().Tabs(m.activeView(), m.size.Cols) }

// tabsShown is the tab bar as it is drawn.
func (m *Model) tabsShown() []theme.Spot {
	if m.geo.TabBar.H == 0 {
		return nil
	}
	return m.labels().TabsShown(m.activeView(), m.size.Cols)
}
