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
	if l.Watches.Output {
		m.attend(id, attention.Printed, time.Time{}, "printed something")
	}
	return m.countSilence(id, l)
}

// toggleWatch watches a pane for something, or no longer; of several panes of a tab
// all do as the active one.
func (m *Model) toggleWatch(pane session.ID, ids []session.ID, what string, of func(*attention.Watches) *bool) tea.Cmd {
	active := m.live.Get(pane)
	if active == nil {
		return nil
	}
	on := !*of(&active.Watches)
	var cmds []tea.Cmd
	for _, id := range ids {
		if l := m.live.Get(id); l != nil {
			*of(&l.Watches) = on
			cmds = append(cmds, m.countSilence(id, l))
		}
	}
	text := "watched for " + what + ", marked while you look elsewhere"
	if !on {
		text = "no longer watched for " + what
	}
	if len(ids) > 1 {
		text = "all panes of the tab are " + text
	}
	m.say(text)
	return tea.Batch(cmds...)
}

func (m *Model) watchPane(what string, of func(*attention.Watches) *bool) tea.Cmd {
	return m.toggleWatch(m.activePane(), []session.ID{m.activePane()}, what, of)
}

func (m *Model) watchOutput() tea.Cmd { return m.watchPane("output", watchedOutput) }

func (m *Model) watchSilence() tea.Cmd {
	return m.watchPane(duration.Said(m.config.Attention.Silence)+" of silence", func(w *attention.Watches) *bool { return &w.Silence })
}

func (m *Model) watchCommands() tea.Cmd {
	return m.watchPane("ends of commands", func(w *attention.Watches) *bool { return &w.Commands })
}

func (m *Model) watchTab(id workspace.TabID) tea.Cmd {
	_, tab, ok := m.state.Tab(id)
	if !ok {
		return nil
	}
	return m.toggleWatch(tab.Active, tab.Panes(), "output", watchedOutput)
}

func watchedOutput(w *attention.Watches) *bool { return &w.Output }
