package notices

import (
	"slices"
	"time"

	"dormer/ui/duration"
)

// Notice is a message in the status line.
type Notice struct {
	Text string
	// Aside is shown after it if there is room for both.
	Aside string
	// Until is the end of an offer, such as undo; a countdown to it is shown. Zero for none.
	Until time.Time
	// Gone is when the message disappears.
	Gone time.Time
}

// readTime is the minimum time that a message stays for users of a screen reader
// (terminal.reader).
const readTime = time.Minute

// Stays returns how long a message stays: d, or with a screen reader at least readTime.
func Stays(d time.Duration, reader bool) time.Duration {
	if reader {
		return max(d, readTime)
	}
	return d
}

// Showing reports whether there is a message.
func (n Notice) Showing() bool { return n.Text != "" }

// Due returns when the message must be redrawn or removed: every second during a countdown. It is
// zero if there is no message.
func (n Notice) Due(now time.Time) time.Time {
	if second := now.Add(time.Second); !n.Until.IsZero() && second.Before(n.Gone) {
		return second
	}
	return n.Gone
}

// Line returns the message with the remaining time.
func (n Notice) Line(now time.Time) string {
	if n.Until.IsZero() {
		return n.Text
	}
	return n.Text + ", " + duration.Left(n.Until.Sub(now))
}

// Message is an earlier message.
type Message struct {
	Serial int // unique
	Text   string
	At     time.Time
}

// maxMessages is the maximum number of earlier messages that are kept.
const maxMessages = 50

// Notices holds all messages.
type Notices struct {
	// Shown is the current message.
	Shown    Notice
	waiting  []string
	messages []Message // the oldest first
}

// Say replaces the current message.
func (s *Notices) Say(text string, now time.Time, stays time.Duration) {
	s.Shown = Notice{Text: text, Gone: now.Add(stays)}
	s.keep(text, now)
}

// Offer replaces the current message with one that offers something until a time, and disappears
// then. With counts, the remaining time is shown.
func (s *Notices) Offer(text string, now, until time.Time, stays time.Duration, counts bool) {
	s.Say(text, now, stays)
	if until.Before(s.Shown.Gone) {
		s.Shown.Gone = until
	}
	if counts {
		s.Shown.Until = until
	}
}

// SayAfter shows a message after the current one has expired, for less important news.
func (s *Notices) SayAfter(text string, now time.Time, stays time.Duration) {
	if s.Shown.Showing() {
		s.waiting = append(s.waiting, text)
		return
	}
	s.Say(text, now, stays)
}

// Next removes the current message and shows the next waiting one.
func (s *Notices) Next(now time.Time, stays time.Duration) {
	s.Clear()
	if len(s.waiting) > 0 {
		s.Say(s.waiting[0], now, stays)
		s.waiting = s.waiting[1:]
	}
}

// Clear removes the current message.
func (s *Notices) Clear() { s.Shown = Notice{} }

// Capture calls act, and returns the sentence that act shows. If it shows none, the sentence before it
// stays.
func (s *Notices) Capture(act func()) (said string) {
	before := s.Shown
	s.Clear()
	act()
	if said = s.Shown.Text; said == "" {
		s.Shown = before
	}
	return said
}

// Messages returns all messages so far, the newest first.
func (s *Notices) Messages() []Message {
	out := slices.Clone(s.messages)
	slices.Reverse(out)
	return out
}

// keep records a message. If it repeats the last one, it replaces that.
func (s *Notices) keep(text string, now time.Time) {
	serial := 1
	if n := len(s.messages); n > 0 {
		serial = s.messages[n-1].Serial + 1
		if s.messages[n-1].Text == text {
			s.messages = s.messages[:n-1]
		}
	}
	if len(s.messages) == maxMessages {
		s.messages = slices.Delete(s.messages, 0, 1)
	}
	s.messages = append(s.messages, Message{serial, text, now})
}
