package vt

// savedUpTo records the lines of the history that the owner has saved, and changes to
// them since.
//
// Saved lines change in three cases: a screen that grows takes the newest back, a new
// width wraps them again, and they are cleared. Positions are therefore kept as a number
// of whole lines, where a wrapped line counts once: a new width does not change that
// number.
type savedUpTo struct {
	line  uint64 // the first row that is not saved
	whole uint64 // whole lines before it, since the terminal began
	// cut means that the saved lines after the whole ones are gone, cleared that all
	// saved lines are gone.
	cut, cleared bool
}

// whole returns the number of whole lines so far, dropped ones included.
func (h *history) whole() uint64 { return h.gone + uint64(h.breaks) }

// cutAt records that a line was removed from the end.
func (s *savedUpTo) cutAt(h *history) {
	if h.end < s.line {
		s.line, s.whole, s.cut = h.end, h.whole(), true
	}
}

// followSaved moves the end of the saved rows to the end of the history, if a line starts
// there and at most the saved number of whole lines come before it.
func (h *history) followSaved() {
	if h.whole() <= h.saved.whole && !h.lastWrapped() {
		h.saved.line = h.end
	}
}

// Unsaved describes the lines of the history to save after those that existed at the last
// [Terminal.MarkSaved].
type Unsaved struct {
	// From is the first row to save.
	From uint64
	// Whole is the number of whole lines before From; a wrapped one counts once. Of the
	// saved lines, these stay.
	Whole uint64
	// Cut means that the saved lines after those are no longer in the history, Anew that
	// none of the saved lines count: they were cleared, or unsaved lines were dropped.
	Cut, Anew bool
}

// Changed reports whether any saved line is no longer in the history.
func (u Unsaved) Changed() bool { return u.Cut || u.Anew }

// Unsaved describes the lines that must be saved.
func (t *Terminal) Unsaved() Unsaved {
	h := &t.history
	s := h.saved
	from := s.line
	for s.cut && from > h.first && h.rowWrapped(from-1) { // the whole line is saved again
		from--
	}
	u := Unsaved{From: from, Whole: s.whole, Cut: s.cut, Anew: s.cleared}
	if h.first > from || s.whole < h.gone {
		u.From, u.Whole, u.Anew = h.first, h.gone, true
	}
	return u
}

// MarkSaved records that all lines of the history are saved.
func (t *Terminal) MarkSaved() {
	h := &t.history
	h.saved = savedUpTo{line: h.end, whole: h.whole()}
}

// Newest returns the first row of the newest lines of the history: at most that many
// lines, of which a wrapped one counts once, in about that many bytes.
func (t *Terminal) Newest(lines, bytes int) uint64 {
	h := &t.history
	from := h.end
	for i := len(h.blocks) - 1; i >= 0; i-- {
		b := h.blocks[i]
		if bytes -= len(b.data); bytes < 0 && from < h.end {
			break
		}
		for row := len(b.starts) - 1; row >= 0; row-- {
			if !b.wrapped(row) {
				if lines--; lines < 0 {
					return max(from, h.first)
				}
			}
			from--
		}
	}
	return max(from, h.first)
}

// UnsavedFrom returns [Terminal.Unsaved] for saving only the given row and those after it.
func (t *Terminal) UnsavedFrom(row uint64) Unsaved {
	h := &t.history
	u := Unsaved{From: row, Whole: h.whole(), Anew: true}
	for n := row; n < h.end; n++ {
		if !h.rowWrapped(n) {
			u.Whole--
		}
	}
	return u
}

// HistoryCleared reports whether lines were cleared since [Terminal.MarkSaved].
func (t *Terminal) HistoryCleared() bool { return t.history.saved.cleared }

// rowWrapped reports whether a row in the history continues in the next.
func (h *history) rowWrapped(n uint64) bool {
	b := h.blocks[h.find(n)]
	return b.wrapped(int(n - b.first))
}
