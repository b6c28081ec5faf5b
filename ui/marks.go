package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/workspace"
)

// The marks of a session, each a different character, so that colour only
// repeats what they say.
const (
	markStarting  = "…"
	markBell      = "!"
	markUnhealthy = "?"
	markAsleep    = "z"
	markFailed    = "✗"
	markDone      = "✓"
	markNotified  = "*"
	markOutput    = "#"
	markSilent    = "~"
)

// mark is what a session has to say in one character: what it asks to be looked at
// for, or the state of its process where that is more urgent; empty for one that runs
// quietly.
func (m *Model) mark(id session.ID) string {
	if asks := m.askingMark(id); asks != "" {
		return asks
	}
	return m.stateMark(id)
}

// askingMark is the mark of what a session asks to be looked at for, empty where it
// asks for nothing or its state is more urgent.
func (m *Model) askingMark(id session.ID) string {
	l := m.live[id]
	if l == nil || l.attention.reason == noReason {
		return ""
	}
	asks, state := marksOfReasons[l.attention.reason], m.stateMark(id)
	if urgent(state) != "" && mostUrgent([]string{asks, state}) == state {
		return ""
	}
	return asks
}

// newMark is the mark of a session without what was seen of it.
func (m *Model) newMark(id session.ID) string {
	if l := m.live[id]; l != nil && l.attention.seen {
		return m.stateMark(id)
	}
	return m.mark(id)
}

// stateMark is the state of a session's process in one character; empty for one that
// runs.
func (m *Model) stateMark(id session.ID) string {
	l := m.live[id]
	switch {
	case l != nil && l.failed != "":
		return markFailed
	case l != nil && l.asleep != nil:
		return l.asleep.mark()
	case l != nil && l.client == nil && l.stuck():
		return markFailed
	case l != nil && l.client == nil && !l.well():
		return markUnhealthy
	case l == nil || l.client == nil:
		return markStarting
	case l.status.Runtime == session.Unhealthy || !l.well() && !l.exited():
		return markUnhealthy
	case l.exited() && l.status.Exit.Clean() && !l.status.Stopped:
		return markDone
	case l.exited():
		return markFailed
	}
	return ""
}

// marksByUrgency are the marks of sessions, the most urgent first.
var marksByUrgency = []string{markUnhealthy, markBell, markNotified, markFailed, markDone, markSilent, markOutput, markStarting}

// tabMark is the most urgent mark of a tab's sessions, but for what was seen.
func (m *Model) tabMark(t workspace.Tab) string {
	if t.Root != nil && t.Root.Pane() && len(t.Floats) == 0 {
		return urgent(m.newMark(t.Root.Session))
	}
	var marks []string
	for _, id := range t.Panes() {
		marks = append(marks, m.newMark(id))
	}
	return mostUrgent(marks)
}

// urgent is a mark where it is one of those that a tab shows.
func urgent(mark string) string {
	if slices.Contains(marksByUrgency, mark) {
		return mark
	}
	return ""
}

func mostUrgent(marks []string) string {
	for _, mark := range marksByUrgency {
		if slices.Contains(marks, mark) {
			return mark
		}
	}
	return ""
}

// viewMark is the most urgent mark of a view's sessions.
func (m *Model) viewMark(v workspace.View) string {
	var marks []string
	for _, t := range v.Tabs {
		marks = append(marks, m.tabMark(t))
	}
	return mostUrgent(marks)
}

// elsewhere are the views that are not shown in which something asks to be looked at.
func (m *Model) elsewhere() (out []bars.View) {
	if len(m.state.Views) < 2 {
		return nil
	}
	for _, v := range m.state.Views {
		if mark := m.viewMark(v); v.ID != m.state.ActiveView && mark != "" && mark != markStarting {
			out = append(out, bars.View{Text: v.Name + " " + m.shownMark(mark), Does: command.Line("view.select", string(v.ID))})
		}
	}
	return out
}

// goToMark goes to the session whose mark a tab has, and says what it asked for.
func (m *Model) goToMark(tab workspace.TabID) tea.Cmd {
	_, t, _ := m.state.Tab(tab)
	mark := m.tabMark(t)
	for _, id := range t.Panes() {
		if m.newMark(id) == mark {
			m.sayWhatFor(id)
			return m.goTo(id)
		}
	}
	return m.apply(workspace.FocusTab{Tab: tab})
}

// sayWhatFor says what a session asks to be looked at for.
func (m *Model) sayWhatFor(id session.ID) {
	l := m.live[id]
	if l == nil || l.attention.reason == noReason {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.attention.text, longNotice)
}
