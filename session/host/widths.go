package host

import (
	"dormer/session/grid"
	"dormer/session/wire"
)

// widthsOf returns how the emulator counts ambiguous characters.
func widthsOf(wide bool) grid.Widths {
	if wide {
		return grid.AmbiguousWide
	}
	return grid.AmbiguousNarrow
}

// setWidths sets the width of ambiguous characters in the child's later output. Earlier text keeps
// its columns: the child has laid the screen out for them, and redraws it when it learns of the
// change itself.
func (h *Host) setWidths(m wire.Widths) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.SetWidths(widthsOf(m.AmbiguousWide))
}
