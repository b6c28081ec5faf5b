package bind

import (
	"dormer/ui/config"
)

// ParseSequence parses a sequence as in the configuration.
func ParseSequence(text, prefix string) (Sequence, error) { return parseSequence(text, prefix) }

// Doing returns what a sequence does in a mode.
func (m *Keymap) Doing(mode config.Mode, seq Sequence) string { return m.does(mode, seq) }
