package ui

import "time"

const (
	shortNotice = 5 * time.Second
	longNotice  = 12 * time.Second
	// readNotice is how long a sentence stays at least for who has the screen read aloud: with
	// terminal.reader marks are words, nothing counts or moves by itself, and in lists the
	// cursor is on what is selected.
	readNotice = time.Minute
)

// say shows a sentence for a short while.
func (m *Model) say(text string) { m.sayFor(text, shortNotice) }

func (m *Model) sayFor(text string, d time.Duration) {
	m.notices.Say(text, m.now(), m.stays(d))
	m.changed()
}

// stays is how long a sentence stays; read aloud, for long enough.
func (m *Model) stays(d time.Duration) time.Duration {
	if m.config.Terminal.Reader {
		return max(d, readNotice)
	}
	return d
}

// sayAfter shows a sentence once the one that is shown has had its time.
func (m *Model) sayAfter(text string) {
	m.notices.SayAfter(text, m.now(), m.stays(longNotice))
	m.changed()
}

// nextNotice takes the sentence that is over away and shows the one that waits.
func (m *Model) nextNotice() {
	m.notices.Next(m.now(), m.stays(longNotice))
	m.changed()
}

// notify shows what happened; where it can be taken back until a time, also the
// key for that: a chord only where the terminal can send it.
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
