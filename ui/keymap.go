package ui

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
)

// keyboard is the keymap of a configuration, made when it is asked for first: the first
// picture does not wait for it.
type keyboard struct {
	config config.Keys
	keymap func() *bind.Keymap
}

func newKeyboard(c config.Keys) keyboard {
	return keyboard{c, sync.OnceValue(func() *bind.Keymap { return Keymap(c) })}
}

// Commands is the table of all commands, copy mode's with it.
func Commands() *command.Table { return command.NewTable(copyRows()) }

// helpKey is how the help is reached. Where nobody has bound anything that is known
// without the keymap.
func (k keyboard) helpKey() string {
	if key, ok := bind.HelpKey(k.config); ok {
		return key
	}
	return k.keymap().KeyOf("help")
}

// keys is the keymap that holds.
func (m *Model) keys() *bind.Keymap { return m.keyboard.keymap() }

// commands is the table of all commands.
func (m *Model) commands() *command.Table { return m.keys().Table }

// keyOf is how a command is reached, see [keymap.keyOf].
func (m *Model) keyOf(name string) string { return m.keys().KeyOf(name) }

// makeKeys makes the keymap beside the event loop, for the first key.
func (m *Model) makeKeys() tea.Cmd {
	made := m.keyboard.keymap
	return func() tea.Msg {
		made()
		return nil
	}
}

// Keymap is the keymap of a configuration, of which it takes what makes sense:
// [CheckConfig] says what does not.
func Keymap(c config.Keys) *bind.Keymap {
	m, _ := bind.New(Commands(), c)
	return m
}
