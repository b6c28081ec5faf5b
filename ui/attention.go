package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/alerts"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/workspace"
)

// alertsEnv returns what alerts depend on: the time, the screen and the configuration.
func (m *Model) alertsEnv() alerts.Env {
	return alerts.Env{
		Now: m.now(), Focused: m.outer.focused, Active: m.activePane(), Screen: m.geo, Records: m.state.Sessions,
		Config: m.config.Attention, Terminal: m.config.Terminal, KeyOf: m.keyOf,
	}
}

// alert carries out what follows from an event in a session.
func (m *Model) alert(n alerts.News) {
	if n.Changed {
		m.changed()
	}
	m.sayFor(n.Say, longNotice)
	if n.Ring {
		m.deps.term.Bell()
	}
	if n.Tell != (attention.Notification{}) {
		m.deps.term.Notify(n.Tell.Title, n.Tell.Text)
	}
}

// keepAttention stores in the workspace which sessions need attention.
func (m *Model) keepAttention() tea.Cmd {
	var cmds []tea.Cmd
	for _, a := range m.alerts.SaveActions(m.state.Sessions) {
		if next, effects, err := workspace.Apply(m.state, a); err == nil {
			m.state = next
			cmds = append(cmds, m.perform(effects))
		}
	}
	return tea.Batch(cmds...)
}

// waitingLongest returns the session that has needed attention for longest; the zero id for none.
func (m *Model) waitingLongest() session.ID {
	if !m.live.AnyAsks() && !m.live.AnyAgent() {
		return session.ID{}
	}
	queue, _ := m.labels().Queue()
	return m.alerts.Next(m.alertsEnv(), queue, m.state.OpenIDs())
}

// watch starts or ends watching the panes of a tab, or the active pane. All do the same as the
// active one.
func (m *Model) watch(r command.Watch) tea.Cmd {
	id := m.activePane()
	ids := []session.ID{id}
	if _, tab, ok := m.state.Tab(r.Tab); ok {
		id, ids = tab.Active, tab.Panes()
	}
	say, wait := m.alerts.Watch(m.alertsEnv(), id, ids, r.For)
	m.say(say)
	return wait
}

// goToMark goes to the session whose mark a tab shows, and says why it needs attention.
func (m *Model) goToMark(tab workspace.TabID) tea.Cmd {
	_, t, _ := m.state.Tab(tab)
	if id, ok := m.labels().Marked(t); ok {
		m.sayReason(id)
		return m.goTo(id)
	}
	return m.apply(workspace.FocusTab{Tab: tab})
}

// sayReason says why a session needs attention.
func (m *Model) sayReason(id session.ID) {
	m.sayFor(m.alerts.Reason(m.alertsEnv(), id), longNotice)
}

// answerAgent has the host of a session choose an option, unless its screen has changed.
func (m *Model) answerAgent(r command.AnswerAgent) tea.Cmd {
	l, answer := m.live.Get(r.Session), m.deps.Answer
	if l == nil || answer == nil {
		return nil
	}
	l.Answered = r.Hash
	m.changed()
	return func() tea.Msg {
		return agentAnswered{r, answer(r.Session, wire.Answer{Option: r.Option.Name, Hash: r.Hash})}
	}
}

// agentAnswered says that an answer was typed, or why none was.
type agentAnswered struct {
	command.AnswerAgent
	err error
}

func (msg agentAnswered) applyTo(m *Model) tea.Cmd {
	title := "`" + m.state.Sessions[msg.Session].DisplayTitle() + "`: "
	if msg.err == nil {
		m.say(title + "answered " + msg.Option.Name + " " + msg.Option.Label)
		return nil
	}
	if l := m.live.Get(msg.Session); l != nil && l.Answered == msg.Hash {
		l.Answered = ""
	}
	m.sayFor(title+msg.err.Error()+": nothing was typed", longNotice)
	return nil
}
