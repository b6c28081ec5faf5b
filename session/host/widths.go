package host

import (
	"dormer/session/grid"
	"dormer/session/wire"
)

// widthsOf is how the emulator counts ambiguous characters.
func widthsOf(wide bool) grid.Widths {
	if wide {
		return grid.AmbiguousWide
	}
	return grid.AmbiguousNarrow
}

// setWidths takes what a viewer says of ambiguous characters, for what the child prints
// from now on. What it printed before keeps its columns: the child has laid the screen
// out for them, and draws it again when it hears of the change itself.
func (h *Host) setWidths(m wire.Widths) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.term.SetWidths(widthsOf(m.AmbiguousWide))
}
