package host

import "dormer/session/wire"

// childStart is where the present child began on the screen. What is above it, and was not written
// since, is from an earlier child.
type childStart struct {
	gen uint64 // the screen's generation at the start
	// line is the child's first line; none once it is not known.
	line []wire.Position
	// resized is the generation after the last resize, which writes all rows anew.
	resized uint64
}

// noteStart notes that a child begins at the cursor. The lock is held, or no other goroutine knows
// the host yet.
func (h *Host) noteStart() {
	_, above := h.term.History()
	h.began = childStart{gen: h.term.Gen(), line: []wire.Position{{Line: above + uint64(h.term.Cursor().Row)}}}
}

// isEarlier reports whether an earlier child wrote a row of the screen. The lock is held.
func (h *Host) isEarlier(y int) bool {
	gen := h.term.RowGen(y)
	if gen > h.began.resized || h.term.Modes().AltScreen {
		return gen <= h.began.gen
	}
	_, above := h.term.History()
	return len(h.began.line) > 0 && above+uint64(y) < h.began.line[0].Line
}
