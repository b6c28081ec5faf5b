package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/ending"
	"dormer/workspace"
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
	if l := m.live[id]; l != nil {
		return l.attention.Mark(m.stateMark(id))
	}
	return ""
}

// newMark is the mark of a session without what was seen of it.
func (m *Model) newMark(id session.ID) string {
	if l := m.live[id]; l != nil && l.attention.Seen {
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
		return attention.MarkFailed
	case l != nil && l.asleep != nil:
		return ending.MarkOf(*l.asleep)
	case l != nil && l.client == nil && l.stuck():
		return attention.MarkFailed
	case l != nil && l.client == nil && !l.well():
		return attention.MarkUnhealthy
	case l == nil || l.client == nil:
		return attention.MarkStarting
	case l.status.Runtime == session.Unhealthy || !l.well() && !l.exited():
		return attention.MarkUnhealthy
	case l.exited() && l.status.Exit.Clean() && !l.status.Stopped:
		return attention.MarkDone
	case l.exited():
		return attention.MarkFailed
	}
	return ""
}

// tabMark is the most urgent mark of a tab's sessions, but for what was seen.
func (m *Model) tabMark(t workspace.Tab) string {
	if t.Root != nil && t.Root.Pane() && len(t.Floats) == 0 {
		return attention.Urgent(m.newMark(t.Root.Session))
	}
	var marks []string
	for _, id := range t.Panes() {
		marks = append(marks, m.newMark(id))
	}
	return attention.MostUrgent(marks)
}

// viewMark is the most urgent mark of a view's sessions.
func (m *Model) viewMark(v workspace.View) string {
	var marks []string
	for _, t := range v.Tabs {
		marks = append(marks, m.tabMark(t))
	}
	return attention.MostUrgent(marks)
}

// elsewhere are the views that are not shown in which something asks to be looked at.
func (m *Model) elsewhere() (out []bars.View) {
	if len(m.state.Views) < 2 {
		return nil
	}
	for _, v := range m.state.Views {
		if mark := m.viewMark(v); v.ID != m.state.ActiveView && mark != "" && mark != attention.MarkStarting {
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
	if l == nil || l.attention.Reason == attention.None {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.attention.Text, longNotice)
}
