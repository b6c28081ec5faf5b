package ui

import (
	"time"

	"dormer/ui/notices"
)

const (
	shortNotice = 5 * time.Second
	longNotice  = 12 * time.Second
)

// say shows a sentence for a short time, sayFor for a given time. An empty sentence is not shown.
func (m *Model) say(text string) { m.sayFor(text, shortNotice) }

func (m *Model) sayFor(text string, d time.Duration) {
	if text == "" {
		return
	}
	m.notices.Say(text, m.now(), m.stays(d))
	m.changed()
}

// stays returns how long a notice is shown.
func (m *Model) stays(d time.Duration) time.Duration {
	return notices.Stays(d, m.config.Terminal.Reader)
}

// sayAfter shows a sentence after the present one.
func (m *Model) sayAfter(text string) {
	m.notices.SayAfter(text, m.now(), m.stays(longNotice))
	m.changed()
}

// nextNotice replaces the shown sentence by the next one, if there is one.
func (m *Model) nextNotice() {
	m.notices.Next(m.now(), m.stays(longNotice))
	m.changed()
}

// notify shows what happened. If it can be undone until a time, it also shows the key for that; a
// chord only if the terminal can send it.
func (m *Model) notify(text string, until time.Time) {
	if until.IsZero() {
		m.sayFor(text, longNotice)
		return
	}
	key := m.keys().KeyOf("undo.close")
	if m.outer.chords {
		key = m.keys().ChordOf("undo.close")
	}
	m.notices.Offer(text+": "+key+" brings it back", m.now(), until, m.stays(longNotice), !m.config.Terminal.Reader)
	m.changed()
}
