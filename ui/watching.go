package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/workspace"
)

// printed takes the output of a session that was listened for.
func (m *Model) printed(id session.ID) tea.Cmd {
	m.changed() // which listens again where that is wanted
	news, wait := m.live.Heard(id, m.now(), m.config.Attention.Silence)
	if news && m.live.Get(id).Watches.For(attention.Output) {
		m.attend(id, attention.Printed, time.Time{}, "printed something")
	}
	return wait
}

// silent tells of a session that printed nothing for long enough.
func (m *Model) silent(id session.ID) tea.Cmd {
	limit := m.config.Attention.Silence
	silent, wait := m.live.Silent(id, limit)
	if silent {
		m.attend(id, attention.Silent, time.Time{}, "silent for "+duration.Said(limit))
		m.changed()
	}
	return wait
}

// watch watches panes for something, or no longer: all do as one of them.
func (m *Model) watch(as session.ID, ids []session.ID, what attention.Watches) tea.Cmd {
	if m.live.Get(as) == nil {
		return nil
	}
	limit := m.config.Attention.Silence
	on, wait := m.live.Watch(as, ids, what, limit)
	text := "watched for " + what.Words(limit) + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + what.Words(limit)
	}
	if len(ids) > 1 {
		text = "all panes of the tab are " + text
	}
	m.say(text)
	return wait
}

// watchPane watches the active pane for something, or no longer.
func (m *Model) watchPane(what attention.Watches) tea.Cmd {
	id := m.activePane()
	return m.watch(id, []session.ID{id}, what)
}

// watchTab watches the panes of a tab for output, or no longer.
func (m *Model) watchTab(id workspace.TabID) tea.Cmd {
	_, tab, ok := m.state.Tab(id)
	if !ok {
		return nil
	}
	return m.watch(tab.Active, tab.Panes(), attention.Output)
}
