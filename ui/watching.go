package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/workspace"
)

type (
	// sessionPrinted says that a session's screen changed that was listened to.
	sessionPrinted struct{ id session.ID }
	// silenceDue says that a watched session may have been silent for long enough.
	silenceDue struct{ id session.ID }
)

func (msg sessionPrinted) tell(m *Model) tea.Cmd { return m.printed(msg.id) }

func (msg silenceDue) tell(m *Model) tea.Cmd { return m.silenceIsDue(msg.id) }

// heard reports whether a change of the screen is to be told, which then is not
// listened to any more.
func (w *watch) heard(now time.Time) bool {
	w.printed.Store(now.UnixNano())
	return w.listening.CompareAndSwap(true, false)
}

// quiet is how long the screen has not changed.
func (w *watch) quiet(now time.Time) time.Duration {
	return now.Sub(time.Unix(0, w.printed.Load()))
}

// resizeTime is how long after a resize what a child prints is its answer to that.
const resizeTime = time.Second

// listenTo listens to a session as far as its output means anything just now: it is
// watched for, or breaks a silence.
func (m *Model) listenTo(id session.ID, l *live) {
	if l.watch == nil {
		return
	}
	told := l.attention.Reason != attention.None && (!l.attention.Seen || m.shown(id))
	wanted := l.watches.Output && !told && !m.looked(id) ||
		l.watches.Silence && !l.countsSilence
	if wanted == l.listens {
		return
	}
	l.listens = wanted
	l.watch.listening.Store(wanted)
}

// printed takes the output of a session that was listened to.
func (m *Model) printed(id session.ID) tea.Cmd {
	l := m.live[id]
	if l == nil || !l.listens {
		return nil
	}
	l.listens = false
	m.changed() // which listens again where that is wanted
	if m.now().Sub(l.resized) < resizeTime {
		return nil
	}
	if l.watches.Output {
		m.attend(id, attention.Printed, time.Time{}, "printed something")
	}
	if !l.watches.Silence || l.countsSilence {
		return nil
	}
	return m.countSilence(id, l, m.config.Attention.Silence)
}

func (m *Model) countSilence(id session.ID, l *live, wait time.Duration) tea.Cmd {
	l.countsSilence = true
	return m.after(wait, silenceDue{id})
}

// silenceIsDue tells of a session that printed nothing for long enough; one that did
// is waited for further.
func (m *Model) silenceIsDue(id session.ID) tea.Cmd {
	l := m.live[id]
	if l == nil || !l.watches.Silence || l.watch == nil {
		return nil
	}
	limit := m.config.Attention.Silence
	if left := limit - l.watch.quiet(time.Now()); left > 0 {
		return m.countSilence(id, l, left)
	}
	l.countsSilence = false
	m.attend(id, attention.Silent, time.Time{}, "silent for "+duration.Said(limit))
	m.changed()
	return nil
}

// toggleWatch watches a pane for something, or no longer; of several panes of a tab
// all do as the active one.
func (m *Model) toggleWatch(pane session.ID, ids []session.ID, what string, of func(*attention.Watches) *bool) tea.Cmd {
	active := m.live[pane]
	if active == nil {
		return nil
	}
	on := !*of(&active.watches)
	var cmds []tea.Cmd
	for _, id := range ids {
		l := m.live[id]
		if l == nil {
			continue
		}
		*of(&l.watches) = on
		if l.watches.Silence && !l.countsSilence {
			cmds = append(cmds, m.countSilence(id, l, m.config.Attention.Silence))
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
