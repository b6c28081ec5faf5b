package bind

import (
	"dormer/ui/config"
)

// ParseSequence reads a sequence as it is configured.
func ParseSequence(text, prefix string) (Sequence, error) { return parseSequence(text, prefix) }

// Doing is what a sequence does in a mode.
func (m *Keymap) Doing(mode config.Mode, seq Sequence) string { return m.does(mode, seq) }
