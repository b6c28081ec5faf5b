package ui

import (
	"time"

	"dormer/session/grid"
	"dormer/ui/theme"
)

// Who has the screen read aloud hears what changes and what the cursor is on: with
// terminal.reader marks are words, nothing counts or moves by itself, sentences stay
// for long enough, and in lists the cursor is on what is selected.

// readNotice is how long a sentence stays at least.
const readNotice = time.Minute

// markWords are the marks of sessions in words.
var markWords = map[string]string{
	markStarting: "starting", markBell: "rang", markUnhealthy: "not answering", markAsleep: "suspended",
	markFailed: "failed", markDone: "finished", markNotified: "notified", markOutput: "printed", markSilent: "silent",
}

// shownMark is a mark as it is shown.
func (m *Model) shownMark(mark string) string {
	if word := markWords[mark]; m.config.Terminal.Reader && word != "" {
		return word
	}
	return mark
}

// shownProgress is progress as a title shows it.
func (m *Model) shownProgress(p grid.Progress) string {
	if m.config.Terminal.Reader {
		return progressWords(p)
	}
	return progressBar(p)
}

// ago says how long a moment is past; read aloud, to the minute.
func (m *Model) ago(at time.Time) string {
	d := m.now().Sub(at)
	if m.config.Terminal.Reader {
		d = d.Truncate(time.Minute)
	}
	return ago(d)
}

// timeLeft says how long it is until a moment: a countdown, or read aloud the minutes
// that have begun.
func (m *Model) timeLeft(until time.Time) string {
	d := until.Sub(m.now())
	if m.config.Terminal.Reader {
		return lasted(max(d+time.Minute-1, time.Minute).Truncate(time.Minute)) + " left"
	}
	return countdown(d)
}

func (m *Model) looks() theme.Looks {
	l := m.outer.theme.Looks()
	l.Reader = m.config.Terminal.Reader
	return l
}
