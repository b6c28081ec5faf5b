package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
)

// lockKeys lets all keys through to the pane, also the prefix, for a program that
// has keys like these itself (another dormer, tmux, a game); the key that undoes it
// is the only one that does not go there.
func (m *Model) lockKeys() tea.Cmd {
	m.endPrefix()
	m.prefix.Locked = !m.prefix.Locked
	if m.prefix.Locked {
		m.say("all keys go to the pane now, until " + m.keyThatUnlocks())
	} else {
		m.say("keys are unlocked: " + m.keys().KeyOf("help") + " lists them")
	}
	return nil
}

// keyThatUnlocks is the key that takes the lock away; where there is none that the
// terminal can send it is empty, or a click while they are locked.
func (m *Model) keyThatUnlocks() string {
	for _, s := range m.keys().Sequences(config.Normal, "keys.lock") {
		if len(s) == 1 && (s.Legacy() || m.outer.chords) {
			return s.Printed()
		}
	}
	if m.prefix.Locked { // the configuration has taken it away meanwhile
		return "a click"
	}
	return ""
}
