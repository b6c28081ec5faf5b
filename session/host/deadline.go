package host

import "time"

// deadline is when a session ends by itself. A timer runs only while there is one.
// The time is the wall clock's: after the machine slept or its clock was set, the
// timer looks again.
type deadline struct {
	clock func() time.Time // nil means time.Now
	at    time.Time
	timer *time.Timer
}

// now is what the wall clock says. How much time has passed since another time is
// then a matter of that clock alone, also where it was set meanwhile.
func (d *deadline) now() time.Time {
	if d.clock == nil {
		return time.Now().Round(0)
	}
	return d.clock().Round(0)
}

// passed reports whether there was a deadline and the clock has come to it.
func (d *deadline) passed() bool { return !d.at.IsZero() && !d.now().Before(d.at) }

// set replaces the deadline; the zero time is none. pass is called when the timer
// has run out.
func (d *deadline) set(at time.Time, pass func()) {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.at, d.timer = at.Round(0), nil
	if !at.IsZero() {
		d.timer = time.AfterFunc(d.at.Sub(d.now()), pass)
	}
}

// setDeadline says when the session ends by itself.
func (h *Host) setDeadline(at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ending {
		h.deadline.set(at, h.passDeadline)
	}
}

// passDeadline ends the session if its deadline has passed; nothing is kept of it.
func (h *Host) passDeadline() {
	h.mu.Lock()
	passed := h.deadline.passed()
	if !passed {
		h.deadline.set(h.deadline.at, h.passDeadline)
	}
	h.mu.Unlock()
	if passed {
		h.endFor("the time to undo its closing has passed", true)
	}
}

// keepForAWhile lets the session end by itself when nobody needs it any more: its
// child has exited and nobody is attached. The lock is held.
func (h *Host) keepForAWhile() {
	if h.opts.Retention <= 0 || h.exit == nil || h.ending || h.retention != nil || h.clients() > 0 {
		return
	}
	h.retention = time.AfterFunc(h.opts.Retention, h.End)
}

// keepOn takes that back. The lock is held.
func (h *Host) keepOn() {
	if h.retention != nil {
		h.retention.Stop()
		h.retention = nil
	}
}

// clients is the number of attached viewers. The lock is held.
func (h *Host) clients() int {
	n := 0
	for _, v := range h.viewers {
		if v.attached {
			n++
		}
	}
	return n
}
