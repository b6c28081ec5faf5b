package vt

// Event is an action of the child besides changing the screen. Every event is one of the
// types of this file, or a [Mark].
//
//sumtype:decl
type Event interface{ event() }

type (
	// Bell reports that the child rang the bell (BEL). Several in a row count once.
	Bell struct{}
	// Clipboard is text that the child put on a clipboard (OSC 52). Selection has the
	// letters of the selections: "c", "p", ..., "" for xterm's default.
	Clipboard struct{ Selection, Text string }
	// Notification is a message for the user (OSC 9, 99, 777), without control
	// characters. Title may be empty.
	Notification struct{ Title, Body string }
	// ProgramStatus is a report of the child about its state (OSC 7501): pairs of key
	// and value, as it wrote them.
	ProgramStatus struct{ Parameters string }
	// HardReset reports that the terminal was reset (RIS).
	HardReset struct{}
)

func (Bell) event()          {}
func (Clipboard) event()     {}
func (Notification) event()  {}
func (ProgramStatus) event() {}
func (HardReset) event()     {}
func (Mark) event()          {}

// maxEvents bounds the events that wait for [Terminal.TakeEvents]; later ones are
// dropped.
const maxEvents = 256

// TakeEvents returns the events since the last call, in order, nil if there are none.
func (t *Terminal) TakeEvents() []Event {
	e := t.events
	t.events = nil
	return e
}

func (t *Terminal) emit(e Event) {
	if len(t.events) < maxEvents {
		t.events = append(t.events, e)
	}
}

// ring carries out BEL.
func (t *Terminal) ring() {
	if n := len(t.events); n > 0 && t.events[n-1] == (Bell{}) {
		return
	}
	t.emit(Bell{})
}
