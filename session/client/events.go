package client

import "dormer/session/wire"

// Event is an event of a session, besides changes of its screen: [wire.Started], [wire.Exited],
// [wire.Bell], [wire.Clipboard], [wire.Notice], [wire.CommandDone], [wire.Held] or [wire.Logging];
// or an answer to a question: [wire.SearchReply], [wire.CommandsReply] or [wire.CopyReply].
type Event = wire.Message

// maxEvents limits the events that wait for [Session.TakeEvents]; the oldest are dropped.
const maxEvents = 64

// events are the events since the last [Session.TakeEvents]. Repeated bells, and writes to the same
// clipboard, are kept once.
type events []Event

func (e *events) add(m Event) {
	e.dropOlder(m)
	if len(*e) >= maxEvents {
		*e = append((*e)[:0], (*e)[1:]...)
	}
	*e = append(*e, m)
}

// dropOlder removes the event that m replaces.
func (e *events) dropOlder(m Event) {
	for i, old := range *e {
		if replaces(m, old) {
			*e = append((*e)[:i], (*e)[i+1:]...)
			return
		}
	}
}

func replaces(m, old Event) bool {
	switch m := m.(type) {
	case wire.Bell:
		_, is := old.(wire.Bell)
		return is
	case wire.SearchReply:
		_, is := old.(wire.SearchReply)
		return is
	case wire.Held:
		_, is := old.(wire.Held)
		return is
	case wire.CopyReply:
		_, is := old.(wire.CopyReply)
		return is
	case wire.Clipboard:
		was, is := old.(wire.Clipboard)
		return is && was.Selection == m.Selection
	}
	return false
}
