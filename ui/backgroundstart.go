package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/workspace"
)

const (
	// restTime is how long what is not on the screen waits, when the program starts,
	// once there is news of what is: twenty hosts that all answer at once would keep
	// the one that is looked at from doing so.
	restTime = 20 * time.Millisecond
	// restLimit is how long it waits where there is no news.
	restLimit = 500 * time.Millisecond
)

// restDue says that the rest may begin.
type restDue struct{}

func (restDue) tell(m *Model) tea.Cmd { return m.openRest() }

// What is not on the screen is begun a few at a time: two hundred shells that all read
// their profiles at once would keep the one that is looked at from its prompt.
const (
	// restAtOnce is how many sessions that are not on the screen begin at a time.
	restAtOnce = 3
	// restStep is how often it is looked whether those have begun, and restPatience how
	// long the next ones wait for one that shows no prompt.
	restStep     = 50 * time.Millisecond
	restPatience = 2 * time.Second
)

// restStepDue says that the next sessions may begin.
type restStepDue struct{}

func (restStepDue) tell(m *Model) tea.Cmd {
	m.armed.restStep = false
	return m.openNext()
}

// background is what is not on the screen and was not begun yet.
type background struct {
	waiting []session.ID
	// beginning are the ones that were begun and may be busy, and since when.
	beginning map[session.ID]time.Time
}

// open starts what the screen shows first: the sessions of the active tab, or a
// first tab where nothing is open. For the others see [Model.openRest].
func (m *Model) open() tea.Cmd {
	cmds := []tea.Cmd{m.after(restLimit, restDue{})}
	view := m.activeView()
	for _, id := range m.activeTab().Panes() {
		cmds = append(cmds, m.showSession(id))
	}
	first := m.deps.First
	if first.Template != nil {
		cmd, err := m.openTabs(*first.Template)
		if err != nil {
			m.sayFor(err.Error(), longNotice)
		}
		return tea.Batch(append(cmds, cmd)...)
	}
	if len(view.Tabs) == 0 || len(first.Command) > 0 {
		dir := first.Dir
		if dir == "" {
			dir = m.deps.Dir
		}
		record := m.deps.record(dir, first.Command)
		record.Restart = first.Restart
		if first.ID != (session.ID{}) {
			record.ID = first.ID
		}
		cmds = append(cmds, m.apply(workspace.OpenTab{
			View: view.ID, Tab: m.newTab(), Index: -1, Record: record, Size: m.sizeFor(session.ID{}),
		}))
	}
	return tea.Batch(cmds...)
}

// openShown connects to what is on the screen now and waits with the rest.
func (m *Model) openShown() tea.Cmd {
	if m.rested && len(m.background.waiting) == 0 {
		return nil
	}
	var cmds []tea.Cmd
	for _, b := range m.geo.Panes {
		if _, known := m.live[b.Session]; !known {
			cmds = append(cmds, m.showSession(b.Session))
		}
	}
	return tea.Batch(cmds...)
}

// hasten lets the rest begin soon: there is news of what is looked at.
func (m *Model) hasten() tea.Cmd {
	if m.armed.rest {
		return nil
	}
	m.armed.rest = true
	return m.after(restTime, restDue{})
}

// openRest connects to the sessions of the tabs behind the active one, and looks for
// sessions that no workspace knows. It does so once.
func (m *Model) openRest() tea.Cmd {
	if m.rested {
		return nil
	}
	m.armed.rest, m.rested = true, true
	m.changed() // the page of a first launch comes now
	for _, t := range m.activeView().Tabs {
		m.background.waiting = append(m.background.waiting, t.Panes()...)
	}
	return tea.Batch(m.findOrphans(), m.doRest(), m.makeKeys(), m.openNext(), m.startStatusCommand())
}

// openNext connects to some of the sessions that wait for that, as soon as those before
// have begun.
func (m *Model) openNext() tea.Cmd {
	b := &m.background
	for id, since := range b.beginning {
		if m.now().Sub(since) >= restPatience || m.hasBegun(id) {
			delete(b.beginning, id)
		}
	}
	var cmds []tea.Cmd
	for len(b.waiting) > 0 && len(b.beginning) < restAtOnce {
		id := b.waiting[0]
		b.waiting = b.waiting[1:]
		_, _, open := m.state.TabOf(id)
		if l, known := m.live[id]; known && !l.peeked || !open {
			continue
		}
		if b.beginning == nil {
			b.beginning = map[session.ID]time.Time{}
		}
		b.beginning[id] = m.now()
		cmds = append(cmds, m.showSession(id))
	}
	if len(b.waiting) > 0 && !m.armed.restStep {
		m.armed.restStep = true
		cmds = append(cmds, m.after(restStep, restStepDue{}))
	}
	return tea.Batch(cmds...)
}

// hasBegun reports whether a session has got as far as a prompt, or will not without
// somebody's doing.
func (m *Model) hasBegun(id session.ID) bool {
	l := m.live[id]
	if l == nil || l.failed != "" || l.asleep != nil || l.over() {
		return true
	}
	prompts := false
	if l.client != nil {
		l.client.View(func(r *client.Replica) { prompts = r.Cursor().Col > 0 })
	}
	return prompts
}

// wasFound goes on with the rest: a session that ran on has nothing to begin with.
func (m *Model) wasFound(id session.ID) tea.Cmd {
	delete(m.background.beginning, id)
	return m.openNext()
}

// restDone brings what there is to say of the program's own rest; often nothing.
type restDone struct{ say string }

func (msg restDone) tell(m *Model) tea.Cmd {
	if msg.say != "" {
		m.sayAfter(msg.say)
	}
	return nil
}

// doRest does what the program has to do besides.
func (m *Model) doRest() tea.Cmd {
	rest := m.deps.Rest
	if rest == nil {
		return nil
	}
	return func() tea.Msg { return restDone{rest()} }
}
