package labels

import (
	"time"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/duration"
	"dormer/ui/statuses"
)

// For screen readers (terminal.reader) the screen changes only when something happens: marks
// are words, nothing counts or moves by itself, sentences stay long enough, and in lists the
// cursor is on the selected line.

// Shown returns a mark as it is displayed: as a word for screen readers.
func (l *Labels) Shown(mark string) string {
	if word := attention.Word(mark); l.Reader && word != "" {
		return word
	}
	return mark
}

// titleProgress returns progress as a title shows it.
func (l *Labels) titleProgress(p grid.Progress) string {
	if l.Reader {
		return Percent(p)
	}
	return bar(p)
}

// Status returns the status of a session in the words of dormer ps. For screen readers it
// leaves out what changes by itself.
func (l *Labels) Status(id session.ID) statuses.Status {
	s := l.Of(id).Status
	if l.Reader {
		return s.Stable()
	}
	return s
}

// Ago returns how long ago a time was. For screen readers it is in whole minutes.
func (l *Labels) Ago(at time.Time) string {
	d := l.Now.Sub(at)
	if l.Reader {
		d = d.Truncate(time.Minute)
	}
	return duration.Ago(d)
}

// Left returns the time left until a moment as a countdown, or for screen readers in minutes,
// rounded up.
func (l *Labels) Left(until time.Time) string {
	d := until.Sub(l.Now)
	if l.Reader {
		return duration.Said(max(d+time.Minute-1, time.Minute).Truncate(time.Minute)) + " left"
	}
	return duration.Left(d)
}
