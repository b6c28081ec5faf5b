package bind

import (
	"sync"

	"dormer/ui/command"
	"dormer/ui/config"
)

// Of is the keymap of a configuration, of which it takes what makes sense: [New] says what
// does not.
func Of(c config.Keys) *Keymap {
	m, _ := New(command.Full(), c)
	return m
}

// Keyboard is the keymap of a configuration, made when it is asked for first: the first
// picture does not wait for it.
type Keyboard struct {
	Config config.Keys
	// Keymap is the keymap. Several goroutines may ask for it at once.
	Keymap func() *Keymap
}

// NewKeyboard is the keyboard of a configuration.
func NewKeyboard(c config.Keys) Keyboard {
	return Keyboard{c, sync.OnceValue(func() *Keymap { return Of(c) })}
}

// HelpKey is how the help is reached. Where nobody has bound anything that is known
// without the keymap.
func (k Keyboard) HelpKey() string {
	if key, ok := HelpKey(k.Config); ok {
		return key
	}
	return k.Keymap().KeyOf("help")
}
