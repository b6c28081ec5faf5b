package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/bind"
	"dormer/ui/command"
)

// keys is the keymap that holds.
func (m *Model) keys() *bind.Keymap { return m.keyboard.Keymap() }

// commands is the table of all commands.
func (m *Model) commands() *command.Table { return m.keys().Table }

// keyOf is how a command is reached, see [bind.Keymap.KeyOf].
func (m *Model) keyOf(name string) string { return m.keys().KeyOf(name) }

// makeKeys makes the keymap beside the event loop, for the first key.
func (m *Model) makeKeys() tea.Cmd {
	keyboard := m.keyboard
	return func() tea.Msg {
		keyboard.Keymap()
		return nil
	}
}
