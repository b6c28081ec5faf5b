package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/ui/live"
	"dormer/workspace"
)

// silenceDue says that a watched session may have been silent for long enough.
type silenceDue struct{ id session.ID }

func (msg silenceDue) tell(m *Model) tea.Cmd {
	limit := m.config.Attention.Silence
	left, watched := m.live.Get(msg.id).Silence(limit)
	switch {
	case !watched:
		return nil
	case left > 0:
		return m.after(left, msg)
	}
	m.attend(msg.id, attention.Silent, time.Time{}, "silent for "+duration.Said(limit))
	m.changed()
	return nil
}

// countSilence starts the timer for a session's silence, where it is watched for that and
// none runs.
func (m *Model) countSilence(id session.ID, l *live.Session) tea.Cmd {
	if !l.CountsSilence() {
		return nil
	}
	return m.after(m.config.Attention.Silence, silenceDue{id})
}

// printed takes the output of a session that was listened for.
func (m *Model) printed(id session.ID) tea.Cmd {
	l := m.live.Get(id)
	m.changed() // which listens again where that is wanted
	if !l.Heard(m.now()) {
		return nil
	}
	if l.Watches.For(attention.Output) {
		m.attend(id, attention.Printed, time.Time{}, "printed something")
	}
	return m.countSilence(id, l)
}

// watch watches panes for something, or no longer: all do as one of them.
func (m *Model) watch(as session.ID, ids []session.ID, what attention.Watches) tea.Cmd {
	l := m.live.Get(as)
	if l == nil {
		return nil
	}
	on := !l.Watches.For(what)
	var cmds []tea.Cmd
	for _, id := range ids {
		if l := m.live.Get(id); l != nil {
			l.Watches &^= what
			if on {
				l.Watches |= what
			}
			cmds = append(cmds, m.countSilence(id, l))
		}
	}
	words := map[attention.Watches]string{
		attention.Output: "output", attention.Commands: "ends of commands",
		attention.Silence: duration.Said(m.config.Attention.Silence) + " of silence",
	}
	text := "watched for " + words[what] + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + words[what]
	}
	if len(ids) > 1 {
		text = "all panes of the tab are " + text
	}
	m.say(text)
	return tea.Batch(cmds...)
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
