package attention

import (
	"fmt"
	"time"
)

// Notification is a message that a terminal shows outside of its screen.
type Notification struct{ Title, Text string }

// Notifications limits how often the outer terminal is notified while it has no focus. The first
// notification is shown at once; those that follow closely are combined, so that a child that
// notifies all the time is no nuisance and nothing is lost.
type Notifications struct {
	// last is the last notification shown, at the time.
	last Notification
	at   time.Time
	// next is the newest waiting notification, waiting the number of them.
	next    Notification
	waiting int
}

// pause is the least time between two notifications.
const pause = time.Second

// Add takes a notification, and reports whether to show it now. Otherwise it waits; one that
// repeats the last or the waiting one is dropped.
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

// Due returns the time when the waiting notification is to be shown; zero for none.
func (n *Notifications) Due() time.Time {
	if n.waiting == 0 {
		return time.Time{}
	}
	return n.at.Add(pause)
}

// Drop drops waiting notifications, because the user looks at the screen.
func (n *Notifications) Drop() { *n = Notifications{last: n.last, at: n.at} }

// Take returns the waiting notifications as one, to be shown now; false for none.
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
