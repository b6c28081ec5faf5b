package notices

import (
	"slices"
	"time"

	"dormer/ui/duration"
)

// Notice is one sentence in the status line.
type Notice struct {
	Text string
	// Aside goes on with it where the line has room for both.
	Aside string
	// Until is the end of what the sentence offers; a countdown to it is shown. It is zero
	// where nothing is offered.
	Until time.Time
	// Gone is when the sentence disappears.
	Gone time.Time
}

// readTime is how long a sentence stays at least for who has the screen read aloud: with
// terminal.reader marks are words, nothing counts or moves by itself, and in lists the
// cursor is on what is selected.
const readTime = time.Minute

// Stays is how long a sentence stays; read aloud, for long enough.
func Stays(d time.Duration, reader bool) time.Duration {
	if reader {
		return max(d, readTime)
	}
	return d
}

// Showing reports whether there is a sentence.
func (n Notice) Showing() bool { return n.Text != "" }

// Due is when the sentence is to be shown anew or taken away: each second while it counts
// down. It is zero where no sentence is shown.
func (n Notice) Due(now time.Time) time.Time {
	if second := now.Add(time.Second); !n.Until.IsZero() && second.Before(n.Gone) {
		return second
	}
	return n.Gone
}

// Line is the sentence with the time that is left.
func (n Notice) Line(now time.Time) string {
	if n.Until.IsZero() {
		return n.Text
	}
	return n.Text + ", " + duration.Left(n.Until.Sub(now))
}

// Message is a sentence that was said.
type Message struct {
	Serial int // another one for each message
	Text   string
	At     time.Time
}

// mostMessages bounds what is kept of what was said.
const mostMessages = 50

// Notices are all sentences.
type Notices struct {
	// Shown is the sentence that is shown.
	Shown   Notice
	waiting []string
	said    []Message // the oldest first
}

// Say shows a sentence in place of what is shown.
func (s *Notices) Say(text string, now time.Time, stays time.Duration) {
	s.Shown = Notice{Text: text, Gone: now.Add(stays)}
	s.keep(text, now)
}

// Offer shows a sentence that offers something until a time, and goes with that. counts
// says that the time that is left is shown.
func (s *Notices) Offer(text string, now, until time.Time, stays time.Duration, counts bool) {
	s.Say(text, now, stays)
	if until.Before(s.Shown.Gone) {
		s.Shown.Gone = until
	}
	if counts {
		s.Shown.Until = until
	}
}

// SayAfter shows a sentence once the one that is shown has had its time, for what happens
// beside something that must not be missed.
func (s *Notices) SayAfter(text string, now time.Time, stays time.Duration) {
	if s.Shown.Showing() {
		s.waiting = append(s.waiting, text)
		return
	}
	s.Say(text, now, stays)
}

// Next takes the sentence away that is shown and shows the one that waits.
func (s *Notices) Next(now time.Time, stays time.Duration) {
	s.Clear()
	if len(s.waiting) > 0 {
		s.Say(s.waiting[0], now, stays)
		s.waiting = s.waiting[1:]
	}
}

// Clear takes the sentence away that is shown.
func (s *Notices) Clear() { s.Shown = Notice{} }

// Overhear calls act, and returns the sentence that act shows. If it shows none, the sentence before it
// stays.
func (s *Notices) Overhear(act func()) (said string) {
	before := s.Shown
	s.Clear()
	act()
	if said = s.Shown.Text; said == "" {
		s.Shown = before
	}
	return said
}

// Said are the sentences that were said, the newest first.
func (s *Notices) Said() []Message {
	out := slices.Clone(s.said)
	slices.Reverse(out)
	return out
}

// keep keeps a sentence for whoever did not read it in time; said again it is one.
func (s *Notices) keep(text string, now time.Time) {
	serial := 1
	if n := len(s.said); n > 0 {
		serial = s.said[n-1].Serial + 1
		if s.said[n-1].Text == text {
			s.said = s.said[:n-1]
		}
	}
	if len(s.said) == mostMessages {
		s.said = slices.Delete(s.said, 0, 1)
	}
	s.said = append(s.said, Message{serial, text, now})
}
