package bind

import (
	"fmt"

	"dormer/ui/config"
	"dormer/ui/copymode"
	"dormer/ui/keys"
)

// CopyKeys are what keys mean in copy mode.
type CopyKeys struct{ m *Keymap }

var _ copymode.Keys = CopyKeys{}

// CopyMode is what keys mean in copy mode.
func (m *Keymap) CopyMode() CopyKeys { return CopyKeys{m} }

// Find tells what a sequence of keys is bound to.
func (k CopyKeys) Find(sequence []keys.Key) copymode.Meaning {
	n := k.m.Root(config.Copy).Follow(sequence)
	switch {
	case n == nil:
		return copymode.Meaning{}
	case n.Leads():
		return copymode.Meaning{Leads: true}
	}
	c := n.Bound.Call.Command
	return copymode.Meaning{Command: c.CopyMode, Other: !c.InCopyMode()}
}

// KeyOf is the first key of a command of copy mode, as people write it.
func (k CopyKeys) KeyOf(name string) string { return k.m.KeyOf("copy-mode." + name) }

// Emacs reports whether the keys are emacs' and not vi's.
func (k CopyKeys) Emacs() bool { return k.m.Config.Emacs }

// Hint says in one line what to press.
func (k CopyKeys) Hint() string {
	return fmt.Sprintf("copying: %s selects, %s copies, %s searches, %s returns, %s keys",
		k.KeyOf("select"), k.KeyOf("copy"), k.KeyOf("search"), k.KeyOf("return"), k.m.KeyOf("help"))
}
