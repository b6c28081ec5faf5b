package host

import (
	"time"

	"dormer/session/clock"
	"dormer/session/wire"
)

// deadline is the time at which a session ends automatically. A timer runs only if there is one.
// Viewers send the time that is left; older ones send a time of the wall clock. From then on only
// time in which the machine is awake counts, so neither setting the clock nor suspending the
// machine ends a session that the user may want back.
type deadline struct {
	clock func() time.Time // nil means time.Now
	at    time.Time        // counted, see package clock
	timer *time.Timer
	said  clock.Moment // when the present deadline was sent
}

func (d *deadline) now() time.Time {
	if d.clock == nil {
		return time.Now()
	}
	return d.clock()
}

// passed reports whether there is a deadline and it has passed.
func (d *deadline) passed() bool { return !d.at.IsZero() && !d.now().Before(d.at) }

// wall returns the deadline as a time of the wall clock; the zero time if there is none.
func (d *deadline) wall() time.Time { return clock.ToWall(d.at, d.now()) }

// left returns the time left until the deadline; zero if there is none.
func (d *deadline) left() time.Duration {
	if d.at.IsZero() {
		return 0
	}
	return max(d.at.Sub(d.now()), 1)
}

// set replaces the deadline by one from a viewer; pass is called when it passes. A deadline sent
// before the present one is ignored: a program that was killed may have sent it before the next
// program restored the session. A message without a deadline always counts, since it ends nothing.
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

// setDeadline sets when the session ends automatically.
func (h *Host) setDeadline(m wire.Deadline) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ending {
		h.deadline.set(m, h.passDeadline)
	}
}

// endIsCurrent reports whether a request to end the session still counts. It does not if another
// viewer has removed the deadline later.
func (h *Host) endIsCurrent(m wire.End) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !m.Said.Before(h.deadline.said) || !h.deadline.at.IsZero()
}

// passDeadline ends the session if its deadline has passed, and keeps nothing of it.
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

// startRetention starts the timer that ends the session, if its child has exited and no viewer is
// attached. The lock is held.
func (h *Host) startRetention() {
	if h.opts.Retention <= 0 || h.exit == nil || h.ending || h.retention != nil || h.hasViewers() {
		return
	}
	h.retention = time.AfterFunc(h.opts.Retention, h.endUnseen)
}

// endUnseen ends a session that no viewer shows, unless its agent is about to be restarted.
func (h *Host) endUnseen() {
	h.mu.Lock()
	awaits := !h.agent.Verdict().Retry.At.IsZero()
	h.retention = nil
	if awaits {
		h.startRetention()
	}
	h.mu.Unlock()
	if !awaits {
		h.End()
	}
}

// stopRetention stops that timer. The lock is held.
func (h *Host) stopRetention() {
	if h.retention != nil {
		h.retention.Stop()
		h.retention = nil
	}
}

// clients returns the number of attached viewers. The lock is held.
func (h *Host) clients() int {
	n := 0
	for _, v := range h.viewers {
		if v.attached {
			n++
		}
	}
	return n
}
