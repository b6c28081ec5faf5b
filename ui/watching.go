package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/duration"
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

// watch watches panes for something, or no longer; of several panes of a tab all do as the
// active one.
func (m *Model) watch(r command.Watch) tea.Cmd {
	id := m.activePane()
	ids := []session.ID{id}
	if _, tab, ok := m.state.Tab(r.Tab); ok {
		id, ids = tab.Active, tab.Panes()
	}
	if m.live.Get(id) == nil {
		return nil
	}
	limit := m.config.Attention.Silence
	on, wait := m.live.Watch(id, ids, r.For, limit)
	text := "watched for " + r.For.Words(limit) + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + r.For.Words(limit)
	}
	if len(ids) > 1 {
		text = "all panes of the tab are " + text
	}
	m.say(text)
	return wait
}
