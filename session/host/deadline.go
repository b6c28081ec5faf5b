package host

import (
	"time"

	"dormer/session/clock"
	"dormer/session/wire"
)

// deadline is when a session ends by itself. A timer runs only while there is one.
// What others say of it is how much time is left, or, of an earlier version, the wall
// clock's; from then on the time is counted in which the machine is awake, so that
// neither a clock that is set nor a night with the lid closed ends what somebody may
// still want back.
type deadline struct {
	clock func() time.Time // nil means time.Now
	at    time.Time        // counted, see package clock
	timer *time.Timer
	said  clock.Moment // when the word was said that holds
}

func (d *deadline) now() time.Time {
	if d.clock == nil {
		return time.Now()
	}
	return d.clock()
}

// passed reports whether there was a deadline and it has come.
func (d *deadline) passed() bool { return !d.at.IsZero() && !d.now().Before(d.at) }

// wall is the deadline as the wall clock will say it; the zero time is none.
func (d *deadline) wall() time.Time { return clock.ToWall(d.at, d.now()) }

// left is how much time there is until the deadline; zero where there is none.
func (d *deadline) left() time.Duration {
	if d.at.IsZero() {
		return 0
	}
	return max(d.at.Sub(d.now()), 1)
}

// set replaces the deadline by what a viewer says; pass is called when the timer has
// run out. A word that leaves the session less than a later one is too late: what a
// program said before it was killed may still be on its way when the next one has
// brought the session back. One that gives it all the time costs nobody anything.
func (d *deadline) set(m wire.Deadline, pass func()) {
	if !m.At.IsZero() && m.Said.Before(d.said) {
		return
	}
	d.said = m.Said
	now := d.now()
	at := clock.FromWall(m.At, now)
	if !at.IsZero() && m.Left != 0 {
		at = now.Add(m.Left)
	}
	d.count(at, now, pass)
}

func (d *deadline) count(at, now time.Time, pass func()) {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.at, d.timer = at, nil
	if !at.IsZero() {
		d.timer = time.AfterFunc(at.Sub(now), pass)
	}
}

// setDeadline says when the session ends by itself.
func (h *Host) setDeadline(m wire.Deadline) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ending {
		h.deadline.set(m, h.passDeadline)
	}
}

// endStillHolds reports whether a session is to be ended that a viewer asked to end: not
// where somebody said later that it does not end.
func (h *Host) endStillHolds(m wire.End) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !m.Said.Before(h.deadline.said) || !h.deadline.at.IsZero()
}

// passDeadline ends the session if its deadline has passed; nothing is kept of it.
func (h *Host) passDeadline() {
	h.mu.Lock()
	passed := h.deadline.passed()
	if !passed {
		h.deadline.count(h.deadline.at, h.deadline.now(), h.passDeadline)
	}
	h.mu.Unlock()
	if passed {
		h.endFor("the time to undo its closing has passed", true)
	}
}

// startRetention lets the session end by itself when nobody needs it any more: its
// child has exited and nobody is attached. The lock is held.
func (h *Host) startRetention() {
	if h.opts.Retention <= 0 || h.exit == nil || h.ending || h.retention != nil || h.hasViewers() {
		return
	}
	h.retention = time.AfterFunc(h.opts.Retention, h.End)
}

// stopRetention takes that back. The lock is held.
func (h *Host) stopRetention() {
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
