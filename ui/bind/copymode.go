package bind

import (
	"fmt"

	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/keys"
)

// CopyKeys are the key bindings of copy mode.
type CopyKeys struct{ m *Keymap }

var _ copymode.Keys = CopyKeys{}

// CopyMode returns the key bindings of copy mode.
func (m *Keymap) CopyMode() CopyKeys { return CopyKeys{m} }

// Find returns the binding of a key sequence.
func (k CopyKeys) Find(sequence []keys.Key) copymode.Meaning {
	n := k.m.Root(config.Copy).Follow(sequence)
	switch {
	case n == nil:
		return copymode.Meaning{}
	case n.IsPrefix():
		return copymode.Meaning{Leads: true}
	}
	c := n.Bound.Call.Command
	return copymode.Meaning{Command: c.CopyMode, Other: !c.InCopyMode()}
}

// KeyOf returns the first key of a command of copy mode, as shown to the user.
func (k CopyKeys) KeyOf(name string) string { return k.m.KeyOf("copy-mode." + name) }

// Emacs reports whether the keys are those of emacs instead of vi.
func (k CopyKeys) Emacs() bool { return k.m.Config.Emacs }

// Hint returns a line with the most important keys.
func (k CopyKeys) Hint() string {
	return fmt.Sprintf("copying: %s selects, %s copies, %s searches, %s returns, %s keys",
		k.KeyOf("select"), k.KeyOf("copy"), k.KeyOf("search"), k.KeyOf("return"), k.m.KeyOf("help"))
}
