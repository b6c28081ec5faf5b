package ui

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
)

// keyboard is the keymap of a configuration, made when it is asked for first: the first
// picture does not wait for it.
type keyboard struct {
	config config.Keys
	keymap func() *keymap
}

func newKeyboard(c config.Keys) keyboard {
	return keyboard{c, sync.OnceValue(func() *keymap {
		m, _ := newKeymap(allCommands(), c) // [CheckConfig] says what is wrong in it
		return m
	})}
}

// allCommands is the table of commands, copy mode's with it.
func allCommands() *command.Table { return command.NewTable(copyRows()) }

// helpKey is how the help is reached. Where nobody has bound anything that is known
// without the keymap.
func (k keyboard) helpKey() string {
	if key, ok := presetHelpKey(k.config); ok {
		return key
	}
	return k.keymap().keyOf("help")
}

// keys is the keymap that holds.
func (m *Model) keys() *keymap { return m.keyboard.keymap() }

// commands is the table of all commands.
func (m *Model) commands() *command.Table { return m.keys().table }

// keyOf is how a command is reached, see [keymap.keyOf].
func (m *Model) keyOf(name string) string { return m.keys().keyOf(name) }

// makeKeys makes the keymap beside the event loop, for the first key.
func (m *Model) makeKeys() tea.Cmd {
	made := m.keyboard.keymap
	return func() tea.Msg {
		made()
		return nil
	}
}

// KeyTable lists all bindings of a configuration by command, and the commands that
// have none.
func KeyTable(c config.Config) []KeyRow { return keymapOf(c).rows() }

// KeyOf is how a command is reached by a keyboard, for a message.
func KeyOf(c config.Config, command string) string { return keymapOf(c).keyOf(command) }

// ExplainCommand says in lines what a command is.
func ExplainCommand(c config.Config, words []string) []string { return keymapOf(c).aboutCommand(words) }

// ExplainKey says in lines what a sequence of keys, or the mouse, does and why.
func ExplainKey(c config.Config, text string) ([]string, error) { return keymapOf(c).aboutKeys(text) }

func keymapOf(c config.Config) *keymap {
	m, _ := newKeymap(allCommands(), c.Keys)
	return m
}
