package host

import (
	"slices"
	"time"

	"dormer/session/wire"
)

// missedEvents is what happened while nobody was attached and whoever comes next is to
// know: the last of each kind. Notifications wait with the host's notices.
type missedEvents struct {
	bell time.Time
	done *wire.CommandDone
}

// hasViewers reports whether anybody is attached. The lock is held.
func (h *Host) hasViewers() bool { return h.clients() > 0 }

// bell tells of a bell, now or later.
func (h *Host) bell() {
	if h.hasViewers() {
		h.tellAll(wire.Bell{})
		return
	}
	h.missed.bell = h.lastPrint
}

// commandDone tells of the end of a command, now or later.
func (h *Host) commandDone(m wire.CommandDone) {
	if h.hasViewers() {
		h.tellAll(m)
		return
	}
	h.missed.done = &m
}

// notified tells of a notification, now or later.
func (h *Host) notified(n wire.Notice) {
	if !h.hasViewers() {
		n.At = h.lastPrint
	}
	h.notify(n)
}

// keepUnsent keeps what a viewer left without hearing, because it was stopped, or killed
// before it read that, for whoever comes next, unless somebody else was there. The lock
// is held.
func (h *Host) keepUnsent(v *viewer) {
	if h.hasViewers() {
		return
	}
	for _, m := range slices.Concat(v.sendingEvents, v.events) {
		switch m := m.(type) {
		case wire.Bell:
			h.missed.bell = firstTime(m.At, h.lastPrint)
		case wire.CommandDone:
			h.missed.done = &m
		case wire.Notice:
			if m.Child {
				m.At = firstTime(m.At, h.lastPrint)
			}
			h.notify(m)
		}
	}
}

func firstTime(t, otherwise time.Time) time.Time {
	if t.IsZero() {
		return otherwise
	}
	return t
}

// tellMissed tells those who are attached what nobody was there to hear.
func (h *Host) tellMissed() {
	if at := h.missed.bell; !at.IsZero() {
		h.tellAll(wire.Bell{At: at})
	}
	if done := h.missed.done; done != nil {
		h.tellAll(*done)
	}
	h.missed = missedEvents{}
}
