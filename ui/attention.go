package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/command"
	"dormer/ui/duration"
	"dormer/ui/ending"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/workspace"
)

// looked reports whether the user looks at a session: it has the keys, and the
// outer terminal the focus.
func (m *Model) looked(id session.ID) bool { return id == m.activePane() && m.outer.focused }

// shown reports whether a session's pane is on the screen, as far as is known: the
// outer terminal has the focus, or does not tell.
func (m *Model) shown(id session.ID) bool {
	_, placed := m.geo.Pane(id)
	return m.outer.focused && (placed || id == m.activePane())
}

// attend takes note that something happened in a session, at a time that may be before this
// program started. Unless the user looks at the session, it is marked, the inbox has an entry, and
// the outer terminal is told. For no reason it does nothing.
func (m *Model) attend(id session.ID, why attention.Reason, at time.Time, text string) {
	l := m.live.Get(id)
	if l == nil || why == attention.None || m.looked(id) {
		return
	}
	if at.IsZero() {
		at = m.now()
	}
	l.Asks.Add(why, at, text)
	l.Asks.Seen = m.shown(id)
	if why != attention.Waits { // the queue has it as long as it waits
		m.inbox.Add(id, why, at, text)
	}
	m.tellOuter(id, why, text)
	m.changed()
}

// lookAt takes note of a session whose pane is on the screen: nothing of it is new
// any more, and one that the user looks at asks for nothing more.
func (m *Model) lookAt(id session.ID) {
	l := m.live.Get(id)
	if l == nil || !m.shown(id) {
		return
	}
	if l.Asks.Look(m.looked(id)) {
		m.changed()
	}
	if m.inbox.Read(id) {
		m.changed()
	}
}

// keepAttention has the workspace keep what sessions ask for, so that they go on to ask
// in the next program that shows it.
func (m *Model) keepAttention() tea.Cmd {
	var cmds []tea.Cmd
	for id, l := range m.live.All() {
		r, known := m.state.Sessions[id]
		asks := l.Asks.Kept()
		if !known || l.Client == nil || r.Attention.Same(asks) {
			continue
		}
		if next, effects, err := workspace.Apply(m.state, workspace.SessionAsks{Session: id, Attention: asks}); err == nil {
			m.state = next
			cmds = append(cmds, m.perform(effects))
		}
	}
	return tea.Batch(cmds...)
}

// recallAttention has a session that is attached ask for what it asked for in an earlier
// program.
func (m *Model) recallAttention(id session.ID, l *live.Session) {
	kept := attention.Of(m.state.Sessions[id].Attention)
	if kept.Reason == attention.None || l.Asks.Reason != attention.None || m.looked(id) {
		return
	}
	l.Asks = kept
	if kept.Reason == attention.Waits {
		return
	}
	m.inbox.Add(id, kept.Reason, kept.Since, kept.Text)
	if kept.Seen && m.inbox.Read(id) {
		m.changed()
	}
}

// waitingLongest is the session to go to next: of agents that wait the one that has waited
// longest, or the one behind that of the active pane; then what has asked for longest to be
// looked at; the zero id where nothing waits.
func (m *Model) waitingLongest() session.ID {
	if !m.live.AnyAsks() && !m.live.AnyAgent() {
		return session.ID{}
	}
	queue, _ := m.labels().Queue()
	at := m.activePane()
	if next := attention.Next(queue, at); next != (session.ID{}) {
		return next
	}
	asks := m.live.AsksLongest(slices.DeleteFunc(m.state.OpenIDs(), func(id session.ID) bool {
		return m.looked(id) || m.live.Blocked(id)
	}))
	if asks == (session.ID{}) && len(queue) > 0 && queue[0] != at {
		return queue[0]
	}
	return asks
}

// rang takes a bell. Of a session that is looked at it only rings the terminal.
func (m *Model) rang(id session.ID, at time.Time) {
	m.attend(id, attention.Rang, at, "rang the bell")
	if m.config.Terminal.Bell {
		m.deps.term.Bell()
	}
}

// notified takes what a child notifies of, or what its host has to say.
func (m *Model) notified(id session.ID, n wire.Notice) {
	if !m.config.Terminal.Notices {
		return
	}
	text := n.Text
	if id != m.activePane() {
		text = "`" + m.state.Sessions[id].DisplayTitle() + "`: " + text
		if n.Child {
			text += " (" + m.keys().KeyOf("attention.next") + " goes there)"
		}
	}
	m.sayFor(text, longNotice)
	if n.Child {
		m.attend(id, attention.Notified, n.At, n.Text)
	}
}

// commandDone takes the end of a command in a shell.
func (m *Model) commandDone(id session.ID, l *live.Session, c wire.Command) {
	why, text := attention.OfCommand(c, m.config.Attention.Finished, l.Watches.For(attention.Commands))
	m.attend(id, why, c.Ended, text)
}

// childEnded takes the end of a command that a session was opened with. It is told as
// that of a command in a shell is; a shell's own end is not told.
func (m *Model) childEnded(id session.ID, l *live.Session) {
	if m.isShell(id) {
		return
	}
	e := l.Status.Exit
	why, text := ending.Asks(e, l.Status.Stopped, m.config.Attention.Finished, l.Watches.For(attention.Commands))
	m.attend(id, why, e.Ended, text)
}

// agentDoes takes what the agent of a session is doing now, where that is something else than
// before.
func (m *Model) agentDoes(id session.ID, l *live.Session, was agent.Verdict) {
	l.Answered = ""
	if l.Agent.State != agent.Blocked && l.Asks.Reason == attention.Waits { // it was answered
		l.Asks = attention.Asks{}
	}
	why, text := attention.OfAgent(l.Agent, was)
	m.attend(id, why, l.Agent.Since, text)
}

// tellOuter passes what happened in a session to the outer terminal, where that has
// no focus: whoever looks at it sees the marks.
func (m *Model) tellOuter(id session.ID, why attention.Reason, text string) {
	if m.outer.focused || !m.config.Attention.Outer || why == attention.Rang {
		return
	}
	n := attention.Notification{Title: m.state.Sessions[id].DisplayTitle(), Text: strings.ReplaceAll(text, "`", "")}
	if m.outer.notifications.Add(n, m.now()) {
		m.deps.term.Notify(n.Title, n.Text)
	}
}

// notifyOuter tells the outer terminal what waits to be told, unless somebody looks by now.
func (m *Model) notifyOuter() {
	if m.outer.focused {
		m.outer.notifications.Drop()
	} else if n, ok := m.outer.notifications.Take(m.now()); ok {
		m.deps.term.Notify(n.Title, n.Text)
	}
}

// unread is how many entries of the inbox nobody saw, and what the newest of them is:
// "build failed".
func (m *Model) unread() (n int, newest string) {
	n, e := m.inbox.Unread(func(id session.ID) bool { _, known := m.state.Sessions[id]; return known })
	if n == 0 {
		return 0, ""
	}
	return n, grid.Cut(m.state.Sessions[e.Session].DisplayTitle(), lists.HappenedTitle) + " " + e.Reason.Verb()
}

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
	m.say(r.For.Told(on, limit, len(ids)))
	return wait
}

// goToMark goes to the session whose mark a tab has, and says what it asked for.
func (m *Model) goToMark(tab workspace.TabID) tea.Cmd {
	_, t, _ := m.state.Tab(tab)
	labels := m.labels()
	mark := labels.TabMark(t)
	for _, id := range t.Panes() {
		if labels.NewMark(id) == mark {
			m.sayWhatFor(id)
			return m.goTo(id)
		}
	}
	return m.apply(workspace.FocusTab{Tab: tab})
}

// sayWhatFor says what a session asks to be looked at for.
func (m *Model) sayWhatFor(id session.ID) {
	l := m.live.Get(id)
	if l == nil || l.Asks.Reason == attention.None {
		return
	}
	m.sayFor("`"+m.state.Sessions[id].DisplayTitle()+"`: "+l.Asks.Text, longNotice)
}
