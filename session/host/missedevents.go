package host

import (
	"slices"
	"time"

	"dormer/session/agent"
	"dormer/session/wire"
)

// missedEvents are the last events of each kind that happened while no viewer was attached. They
// are sent to the next viewer. Notifications are in the host's notices.
type missedEvents struct {
	bell time.Time
	done *wire.CommandDone
	// agent reports that the agent finished or could not continue, and has not changed its state
	// since.
	agent bool
}

// hasViewers reports whether a viewer is attached. The lock is held.
func (h *Host) hasViewers() bool { return h.clients() > 0 }

// bell sends a bell to the viewers, or to the next one that attaches.
func (h *Host) bell() {
	h.tellWatchers(wire.Bell{})
	if h.hasViewers() {
		h.broadcast(wire.Bell{})
		return
	}
	h.missed.bell = h.lastPrint
}

// commandDone sends the end of a command to the viewers, or to the next one that attaches.
func (h *Host) commandDone(m wire.CommandDone) {
	h.tellWatchers(m)
	if h.hasViewers() {
		h.broadcast(m)
		return
	}
	h.missed.done = &m
}

// notified sends a notification to the viewers, or to the next one that attaches.
func (h *Host) notified(n wire.Notice) {
	h.tellWatchers(n)
	if !h.hasViewers() {
		n.At = h.lastPrint
	}
	h.notify(n)
}

// keepUnsent keeps, for the next viewer, the events that v did not receive before it left, because
// it was stopped or killed. If another viewer is attached, that one has received them. The lock is
// held.
func (h *Host) keepUnsent(v *viewer) {
	if !v.attached || h.hasViewers() {
		return
	}
	for _, m := range slices.Concat(v.sentUrgent, v.sendingEvents, v.events) {
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
		case wire.AgentState:
			h.missed.agent = m.Verdict == h.agent.Verdict() && isFinished(m.State)
		}
	}
}

// isFinished reports whether an agent in state s has finished its work or cannot continue.
func isFinished(s agent.State) bool { return s == agent.Done || s == agent.Failed }

func firstTime(t, otherwise time.Time) time.Time {
	if t.IsZero() {
		return otherwise
	}
	return t
}

// tellMissed sends the missed events to the attached viewers.
func (h *Host) tellMissed() {
	if at := h.missed.bell; !at.IsZero() {
		h.broadcast(wire.Bell{At: at})
	}
	if done := h.missed.done; done != nil {
		h.broadcast(*done)
	}
	h.missed = missedEvents{}
}
