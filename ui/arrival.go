package ui

import tea "charm.land/bubbletea/v2"

// arrival is what comes to the model from outside of it: what was typed, what became
// of an effect, what a session says, a time that has passed. Each is declared beside
// what it is about, and knows what the model does with it. One that comes too late,
// for something that is gone, does nothing.
type arrival interface {
	// tell is called in the event loop.
	tell(m *Model) tea.Cmd
}
