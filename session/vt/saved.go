package vt

// savedUpTo is how far the owner has saved the lines of the history, and what has become
// of those since.
//
// Lines that were saved stay as they are but for three things: a screen that grows takes
// the newest back, a new width breaks them anew, and they are cleared. Places are
// therefore kept as a number of whole lines, where a wrapped line counts once: that a
// new width does not change.
type savedUpTo struct {
	line  uint64 // the first row that is not saved
	whole uint64 // whole lines before it, since there were any
	// cut says that what was saved behind the whole lines is no more, cleared that
	// nothing is that was saved.
	cut, cleared bool
}

// whole is how many whole lines there have been by now, those forgotten included.
func (h *history) whole() uint64 { return h.gone + uint64(h.breaks) }

// cutAt takes note that a line was taken away from the end.
func (s *savedUpTo) cutAt(h *history) {
	if h.end < s.line {
		s.line, s.whole, s.cut = h.end, h.whole(), true
	}
}

// followSaved moves the place up to which is saved to the end, where that is the start of
// a line and no more whole lines are before it than were saved.
func (h *history) followSaved() {
	if h.whole() <= h.saved.whole && !h.lastWrapped() {
		h.saved.line = h.end
	}
}

// Unsaved says which lines of the history are to be saved, after those that were there at
// the last [Terminal.MarkSaved].
type Unsaved struct {
	// From is the first row to be saved.
	From uint64
	// Whole is how many whole lines there have been before it; a wrapped one counts
	// once. Of what was saved these stay.
	Whole uint64
	// Cut says that what was saved behind those is no longer in the history, and Anew
	// that nothing is: the lines were cleared, or some are forgotten that were never
	// saved.
	Cut, Anew bool
}

// Changed reports whether something that was saved is no longer in the history.
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

// MarkSaved notes that all lines of the history are saved.
func (t *Terminal) MarkSaved() {
	h := &t.history
	h.saved = savedUpTo{line: h.end, whole: h.whole()}
}

// Newest is the first row of the newest lines of the history, of which a wrapped one counts
// once: no more than lines, and about as many as take so many bytes.
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

// UnsavedFrom is [Terminal.Unsaved] for rows from one on that are to be saved without any
// before them.
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
