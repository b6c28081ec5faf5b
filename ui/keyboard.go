package ui

import (
	"sync"

	tea "charm.land/bubbletea/v2"

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
		m, _ := newKeymap(commands(), c) // [CheckConfig] says what is wrong in it
		return &m
	})}
}

// helpKey is the key of the help, after the prefix.
const helpKey = "?"

// helpKey is how the help is reached. Where nobody has bound anything that is known
// without the keymap.
func (k keyboard) helpKey() string {
	prefix := prefixOf(k.config)
	if prefix == "" || k.config.Preset == config.NoPreset || len(k.config.Bind) > 0 {
		return k.keymap().keyOf("help")
	}
	return sequence{prefix, helpKey}.printed()
}

// keys is the keymap that holds.
func (m *Model) keys() *keymap { return m.keyboard.keymap() }

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
