package labels

import (
	"time"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/ui/statuses"
)

// Who has the screen read aloud hears what changes and what the cursor is on: with
// terminal.reader marks are words, nothing counts or moves by itself, sentences stay
// for long enough, and in lists the cursor is on what is selected.

// Shown is a mark as it is shown.
func (l *Labels) Shown(mark string) string {
	if word := attention.Word(mark); l.Reader && word != "" {
		return word
	}
	return mark
}

// titleProgress is progress as a title shows it.
func (l *Labels) titleProgress(p grid.Progress) string {
	if l.Reader {
		return Percent(p)
	}
	return bar(p)
}

// Status is how a session is in the words of dormer ps; read aloud, without what changes by
// itself.
func (l *Labels) Status(id session.ID) statuses.Status {
	s := l.Of(id).Status
	if l.Reader {
		return s.Still()
	}
	return s
}

// Ago says how long a moment is past; read aloud, to the minute.
func (l *Labels) Ago(at time.Time) string {
	d := l.Now.Sub(at)
	if l.Reader {
		d = d.Truncate(time.Minute)
	}
	return duration.Ago(d)
}

// Left says how long it is until a moment: a countdown, or read aloud the minutes
// that have begun.
func (l *Labels) Left(until time.Time) string {
	d := until.Sub(l.Now)
	if l.Reader {
		return duration.Said(max(d+time.Minute-1, time.Minute).Truncate(time.Minute)) + " left"
	}
	return duration.Left(d)
}
