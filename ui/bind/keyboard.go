package bind

import (
	"sync"

	"dormer/ui/command"
	"dormer/ui/config"
)

// Of returns the keymap of a configuration. It ignores invalid bindings, which [New] reports.
func Of(c config.Keys) *Keymap {
	m, _ := New(command.Full(), c)
	return m
}

// Keyboard is the keymap of a configuration. It is made on first use, so that the first frame
// need not wait for it.
type Keyboard struct {
	Config config.Keys
	// Keymap returns the keymap. It is safe for concurrent use.
	Keymap func() *Keymap
}

// NewKeyboard returns the keyboard of a configuration.
func NewKeyboard(c config.Keys) Keyboard {
	return Keyboard{c, sync.OnceValue(func() *Keymap { return Of(c) })}
}

// HelpKey returns the key of the help. Without configured bindings it does not need the keymap.
func (k Keyboard) HelpKey() string {
	if key, ok := HelpKey(k.Config); ok {
		return key
	}
	return k.Keymap().KeyOf("help")
}
