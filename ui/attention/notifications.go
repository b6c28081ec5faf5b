package attention

import (
	"fmt"
	"time"
)

// Notification is what a terminal shows outside of its screen.
type Notification struct{ Title, Text string }

// Notifications space out what the outer terminal is told while it has no focus: the
// first thing at once, what follows closely together, so that a child that notifies
// without end is no nuisance and nothing goes unsaid.
type Notifications struct {
	// last is what was said last, and at when.
	last Notification
	at   time.Time
	// next is the newest of those that wait to be said, how many there are waiting.
	next    Notification
	waiting int
}

// pause is the least time between two notifications.
const pause = time.Second

// Add takes a notification, and reports whether it is to be shown now. Else it waits, or
// says again what was said.
func (n *Notifications) Add(what Notification, now time.Time) (show bool) {
	soon := now.Sub(n.at) < pause
	switch {
	case soon && (what == n.last || what == n.next):
		return false
	case soon || n.waiting > 0:
		n.next = what
		n.waiting++
		return false
	}
	*n = Notifications{last: what, at: now}
	return true
}

// Due is when what waits is to be shown; zero where nothing waits.
func (n *Notifications) Due() time.Time {
	if n.waiting == 0 {
		return time.Time{}
	}
	return n.at.Add(pause)
}

// Drop forgets what waits: somebody looks by now.
func (n *Notifications) Drop() { *n = Notifications{last: n.last, at: n.at} }

// Take is what waited, as one notification to be shown now; false for nothing.
func (n *Notifications) Take(now time.Time) (Notification, bool) {
	if n.waiting == 0 {
		return Notification{}, false
	}
	what := n.next
	if n.waiting > 1 {
		what.Text += fmt.Sprintf(" (and %d more)", n.waiting-1)
	}
	*n = Notifications{last: what, at: now}
	return what, true
}
