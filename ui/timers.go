package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/workspace"
)

// timers are the moments that the program has asked to be woken at. With nothing
// that changes by itself there are none.
type timers struct {
	notice         time.Time
	expiry         time.Time
	shelf          time.Time
	ended          time.Time
	answer         bool
	background     bool
	backgroundStep bool
	clock          bool
	notify         bool
}

type (
	// noticeTick moves a notice's countdown on and takes it away in the end.
	noticeTick struct{}
	// expiryDue says that the time of an entry of the undo stack has passed.
	expiryDue struct{}
)

func (noticeTick) tell(m *Model) tea.Cmd {
	m.armed.notice = time.Time{}
	if m.notices.Shown.Showing() && !m.now().Before(m.notices.Shown.Gone) {
		m.nextNotice()
	}
	m.changed()
	return nil
}

func (expiryDue) tell(m *Model) tea.Cmd {
	m.armed.expiry = time.Time{}
	return m.apply(workspace.Expire{At: m.now()})
}

// arm asks to be woken for the notice that is shown, for the entry of the undo
// stack that ends first, for input that should be answered, for what the outer
// terminal is to be told, for the hints of a prefix, for panes that take no key and for
// statuses that are shown; it begins the search that the palette asks for.
func (m *Model) arm() tea.Cmd {
	return tea.Batch(m.armNotice(), m.armExpiry(), m.armShelf(), m.armAnswer(), m.armTexts(), m.armNotify(), m.armHints(), m.armEnded(), m.armStatuses())
}

// armNotice wakes each second while a notice counts down, and once when it is
// over.
func (m *Model) armNotice() tea.Cmd {
	n := m.notices.Shown
	if !n.Showing() {
		return nil
	}
	at := n.Gone
	if !n.Until.IsZero() {
		at = earliest(at, m.now().Add(time.Second))
	}
	return m.armAt(&m.armed.notice, at, noticeTick{})
}

// armExpiry wakes at the first deadline of the undo stack.
func (m *Model) armExpiry() tea.Cmd {
	var first time.Time
	for _, c := range m.state.Undo {
		first = earliest(first, c.ExpiresAt)
	}
	return m.armAt(&m.armed.expiry, first, expiryDue{})
}

// armAt delivers a message at a time, zero for never, unless it is to be delivered before
// anyhow. Whoever takes it clears armed.
func (m *Model) armAt(armed *time.Time, at time.Time, msg arrival) tea.Cmd {
	if at.IsZero() || !armed.IsZero() && !at.Before(*armed) {
		return nil
	}
	*armed = at
	return m.wakeAt(at, msg)
}

// earliest is the earlier of two times, of which zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (m *Model) wakeAt(at time.Time, msg arrival) tea.Cmd {
	return m.after(at.Sub(m.now()), msg)
}

// after delivers a message once a time has passed.
func (m *Model) after(d time.Duration, msg arrival) tea.Cmd {
	return m.deps.tick(max(d, time.Millisecond), msg)
}

// tick is the clock's own: what programs are woken by outside of tests.
func tick(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
