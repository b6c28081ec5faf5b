package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/duration"
)

// notice is one sentence in the status line.
type notice struct {
	text string
	// aside goes on with it where the line has room for both.
	aside string
	// until is the end of what the sentence offers; a countdown to it is shown.
	until time.Time
	// gone is when the sentence disappears.
	gone time.Time
}

// notices are the sentence that is shown, those that wait for its end, and those that
// were shown.
type notices struct {
	notice  notice
	waiting []string
	// messages are the sentences that were said, the oldest first.
	messages []message
}

const (
	shortNotice = 5 * time.Second
	longNotice  = 12 * time.Second
)

// say shows a sentence for a short while.
func (m *Model) say(text string) { m.sayFor(text, shortNotice) }

func (m *Model) sayFor(text string, d time.Duration) {
	if m.config.Terminal.Reader {
		d = max(d, readNotice)
	}
	m.notice = notice{text: text, gone: m.now().Add(d)}
	m.keepMessage(text)
	m.changed()
}

// sayWith shows a sentence, and what goes on with it where there is room.
func (m *Model) sayWith(text, aside string) {
	m.sayFor(text, longNotice)
	m.notice.aside = aside
}

// sayAfter shows a sentence once the one that is shown has had its time, for what
// happens beside something that must not be missed.
func (m *Model) sayAfter(text string) {
	if !m.notice.showing() {
		m.sayFor(text, longNotice)
		return
	}
	m.waiting = append(m.waiting, text)
}

// nextNotice takes the sentence that is over away and shows the one that waits.
func (m *Model) nextNotice() {
	m.notice = notice{}
	if len(m.waiting) > 0 {
		m.sayFor(m.waiting[0], longNotice)
		m.waiting = m.waiting[1:]
	}
	m.changed()
}

// notify shows what happened; where it can be taken back until a time, also the
// key for that: a chord only where the terminal can send it.
func (m *Model) notify(text string, until time.Time) {
	if !until.IsZero() {
		key := m.keys().KeyOf("undo.close")
		if m.outer.chords {
			key = m.keys().ChordOf("undo.close")
		}
		text += ": " + key + " brings it back"
	}
	m.sayFor(text, longNotice)
	if until.IsZero() {
		return
	}
	if until.Before(m.notice.gone) {
		m.notice.gone = until
	}
	if !m.config.Terminal.Reader {
		m.notice.until = until
	}
}

func (n notice) showing() bool { return n.text != "" }

// line is the sentence with the time that is left.
func (n notice) line(now time.Time) string {
	if n.until.IsZero() {
		return n.text
	}
	return n.text + ", " + duration.Left(n.until.Sub(now))
}

// clockTick moves the clock of the status line on.
type clockTick struct{}

func (clockTick) tell(m *Model) tea.Cmd {
	m.armed.clock = false
	m.changed()
	return m.tickClock()
}

// tickClock wakes at the next minute while a clock is shown.
func (m *Model) tickClock() tea.Cmd {
	if !m.config.Status.Clock || m.armed.clock {
		return nil
	}
	m.armed.clock = true
	now := m.now()
	return m.after(now.Truncate(time.Minute).Add(time.Minute).Sub(now), clockTick{})
}
