package ui

import (
	"time"

	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/ui/theme"
)

// Who has the screen read aloud hears what changes and what the cursor is on: with
// terminal.reader marks are words, nothing counts or moves by itself, sentences stay
// for long enough, and in lists the cursor is on what is selected.

// readNotice is how long a sentence stays at least.
const readNotice = time.Minute

// shownMark is a mark as it is shown.
func (m *Model) shownMark(mark string) string {
	if word := attention.Word(mark); m.config.Terminal.Reader && word != "" {
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
	return duration.Ago(d)
}

// timeLeft says how long it is until a moment: a countdown, or read aloud the minutes
// that have begun.
func (m *Model) timeLeft(until time.Time) string {
	d := until.Sub(m.now())
	if m.config.Terminal.Reader {
		return duration.Said(max(d+time.Minute-1, time.Minute).Truncate(time.Minute)) + " left"
	}
	return duration.Left(d)
}

func (m *Model) looks() theme.Looks {
	l := m.outer.theme.Looks()
	l.Reader = m.config.Terminal.Reader
	return l
}
