package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/ending"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/workspace"
)

// A pane whose session has no process, or cannot be shown, takes two keys: Enter starts
// it again and x closes it. Nobody is to do either by typing on: what is typed was meant
// for the command that has just ended, or for another pane. So the pane is deaf at first
// and for as long as somebody types into it, and offers its keys only while they do
// something.

const (
	// deafTime is how long a pane takes no key after its session ended, after it came
	// onto the screen, and after a key that did nothing.
	deafTime = time.Second
	// aloneTime is how long no other key may follow x for it to close the pane.
	aloneTime = 400 * time.Millisecond
)

// endedKeys is what the keyboard is in the middle of in a pane without a process.
type endedKeys struct {
	// shown says that the pane is on the screen, without a process.
	shown bool
	// deaf says that no key does anything, until that time at the earliest.
	deaf  bool
	until time.Time
	// deafTimer and closeTimer say that a timer runs for the end of being deaf, and for
	// an x that nothing follows.
	deafTimer, closeTimer bool
	// told says that a sentence has told so.
	told bool
	// closing is when x was pressed, zero where no x waits for what follows it.
	closing time.Time
}

type (
	// deafnessDue says that the time has passed in which a pane took no key.
	deafnessDue struct{ id session.ID }
	// closeDue says that the time has passed in which a key could have followed an x.
	closeDue struct {
		id session.ID
		at time.Time
	}
)

func (msg deafnessDue) tell(m *Model) tea.Cmd {
	m.hearsAgain(msg.id)
	return nil
}

func (msg closeDue) tell(m *Model) tea.Cmd { return m.closeEnded(msg) }

// takesEnter reports whether Enter in the session's pane starts it, or tries to show it.
func (l *live) takesEnter() bool { return l.over() || l.stuck() }

// noteEnded makes those panes deaf whose session has ended, or that came onto the
// screen without a process.
func (m *Model) noteEnded() {
	for id, l := range m.live {
		_, on := m.geo.Pane(id)
		switch shown := on && l.takesEnter(); {
		case !shown:
			l.ended = endedKeys{}
		case !l.ended.shown:
			l.ended.shown = true
			l.ended.deafen(m.now())
		}
	}
}

// armEnded wakes when a pane on the screen takes keys again, or when nothing followed an
// x.
func (m *Model) armEnded() tea.Cmd {
	var cmds []tea.Cmd
	for _, box := range m.geo.Panes {
		id := box.Session
		l := m.live[id]
		if l == nil {
			continue
		}
		e := &l.ended
		if e.deaf && !e.deafTimer {
			e.deafTimer = true
			cmds = append(cmds, m.wakeAt(e.until, deafnessDue{id}))
		}
		if !e.closing.IsZero() && !e.closeTimer {
			e.closeTimer = true
			cmds = append(cmds, m.wakeAt(e.closing.Add(aloneTime), closeDue{id, e.closing}))
		}
	}
	return tea.Batch(cmds...)
}

// deafen has a pane take no key for a while from now on.
func (e *endedKeys) deafen(now time.Time) {
	e.closing, e.closeTimer, e.until = time.Time{}, false, now.Add(deafTime)
	if !e.deaf {
		e.deaf, e.told = true, false
	}
}

// hearsAgain has a pane take keys again, unless something was typed meanwhile.
func (m *Model) hearsAgain(id session.ID) {
	l := m.live[id]
	if l == nil {
		return
	}
	l.ended.deafTimer = false
	if l.ended.deaf && !l.ended.until.After(m.now()) {
		l.ended.deaf = false
		m.changed()
	}
}

// deafenNext makes the pane deaf that has got the focus because the one before is gone:
// what is typed on was meant for that one.
func (m *Model) deafenNext(before session.ID) {
	id := m.activePane()
	l := m.live[id]
	if _, _, open := m.state.TabOf(before); open || id == before || l == nil || !l.takesEnter() {
		return
	}
	l.ended.shown = true
	l.ended.deafen(m.now())
}

// endedPaneTakes takes a key where the session of the active pane has no process, or
// none that can be shown.
func (m *Model) endedPaneTakes(k keys.Key) (bool, []command.Result) {
	id := m.activePane()
	l := m.live[id]
	if l == nil || !l.takesEnter() {
		return false, nil
	}
	alone := !l.ended.deaf && l.ended.closing.IsZero()
	switch name := k.Name(); {
	case k.Modifier():
	case alone && name == "enter":
		l.ended.deafen(m.now()) // Enter may be held down
		m.changed()
		if l.over() {
			return true, asked(command.StartAgain{Session: id})
		}
		return true, asked(command.ShowAgain{Session: id})
	case alone && name == "x":
		l.ended.closing = m.now()
	default:
		m.swallowed(l)
	}
	return true, nil
}

// endedPaneTakesPaste takes a paste, which does nothing.
func (m *Model) endedPaneTakesPaste(input.Paste) (bool, []command.Result) {
	l := m.live[m.activePane()]
	if l == nil || !l.takesEnter() {
		return false, nil
	}
	m.swallowed(l)
	return true, nil
}

// swallowed takes note of something typed that does nothing, and says so once.
func (m *Model) swallowed(l *live) {
	l.ended.deafen(m.now())
	m.changed()
	if !l.ended.told {
		l.ended.told = true
		m.say(l.enterAlone())
	}
}

// enterAlone says why nothing comes of what is typed.
func (l *live) enterAlone() string {
	switch {
	case l.stuck():
		return "it is out of reach: Enter alone tries again"
	case l.exited() || l.asleep != nil && l.asleep.Past.Ended():
		return "it has ended: Enter alone starts it again"
	}
	return "nothing runs here: Enter alone starts it"
}

// closeEnded closes a pane in which x was typed and nothing after it.
func (m *Model) closeEnded(msg closeDue) tea.Cmd {
	l := m.live[msg.id]
	if l == nil || l.ended.closing.IsZero() || !l.ended.closing.Equal(msg.at) {
		return nil
	}
	l.ended.closing, l.ended.closeTimer = time.Time{}, false
	if msg.id != m.activePane() || !l.takesEnter() {
		return nil
	}
	return m.apply(workspace.ClosePane{Session: msg.id, At: m.now(), Area: m.focus().SplitSize()})
}

// footer is the last line of the pane, from the longest way to say it to the shortest.
// While the pane is deaf it says nothing of keys.
func (l *live) footer(lines []ending.Line) []string { return ending.Texts(lines, !l.ended.deaf) }
