package host

import (
	"dormer/session/vt"
	"dormer/session/wire"
)

const (
	// maxScrolls limits the moves in one frame: a scrolled screen is one, editors with several
	// windows make a few.
	maxScrolls = 4
	// minSaved is the least number of rows that a move must save.
	minSaved = 2
)

// scrolls finds the moves of rows that lead from the viewer's screen towards the screen of t, and
// applies them to the view. Each saves at least half of the rows that it moves from being sent
// again, and at least minSaved.
func (w *view) scrolls(t *vt.Terminal) []wire.Scroll {
	var found []wire.Scroll
	for len(found) < maxScrolls {
		s, ok := w.bestScroll(t)
		if !ok {
			break
		}
		w.scratch = moveRows(w.scratch, w.gens, s)
		w.gens, w.scratch = w.scratch, w.gens
		w.hashes.scroll(s)
		found = append(found, s)
	}
	return found
}

// bestScroll returns the longest run of rows that have all moved by the same distance.
func (w *view) bestScroll(t *vt.Terminal) (wire.Scroll, bool) {
	if !w.indexRows(t) {
		return wire.Scroll{}, false
	}
	var best wire.Scroll
	bestLen := 0
	for y := 0; y < len(w.gens); {
		from, n := w.runAt(t, y)
		if n > bestLen && from != y {
			bestLen = n
			best = wire.Scroll{Top: min(y, from), Bottom: max(y, from) + n, N: from - y}
		}
		y += max(n, 1)
	}
	if bestLen < minSaved || bestLen*2 < best.Bottom-best.Top {
		return wire.Scroll{}, false
	}
	best = w.widen(t, best)
	return best, w.saved(t, best) >= minSaved
}

// widen extends a move over adjacent rows that are replaced anyway, so that a scroll of the whole
// screen is sent as one.
func (w *view) widen(t *vt.Terminal, s wire.Scroll) wire.Scroll {
	for s.Top > 0 && w.replaced(t, s.Top-1) {
		s.Top--
	}
	for s.Bottom < len(w.gens) && w.replaced(t, s.Bottom) {
		s.Bottom++
	}
	return s
}

// replaced reports whether the viewer's row y is no longer on the screen of t, and the new row at y
// is not shown anywhere yet.
func (w *view) replaced(t *vt.Terminal, y int) bool {
	if _, shown := w.rows[t.RowGen(y)]; shown {
		return false
	}
	for there := range w.gens {
		if t.RowGen(there) == w.gens[y] {
			return false
		}
	}
	return true
}

// indexRows notes where the viewer shows each row. It reports false if too few rows can have moved
// for any move to pay off: a row that changed since the last frame cannot.
func (w *view) indexRows(t *vt.Terminal) bool {
	moved := 0
	for y, gen := range w.gens {
		if now := t.RowGen(y); gen != now && now <= w.gen {
			moved++
		}
	}
	if moved < minSaved {
		return false
	}
	if w.rows == nil {
		w.rows = make(map[uint64]int, len(w.gens))
	}
	clear(w.rows)
	for y, gen := range w.gens {
		if gen != 0 {
			w.rows[gen] = y
		}
	}
	return true
}

// runAt returns where the viewer shows row y, and how many rows from there on it shows in the same
// order.
func (w *view) runAt(t *vt.Terminal, y int) (from, n int) {
	from, ok := w.rows[t.RowGen(y)]
	if !ok {
		return y, 0
	}
	for y+n < len(w.gens) && from+n < len(w.gens) && w.gens[from+n] == t.RowGen(y+n) {
		n++
	}
	return from, n
}

// saved returns by how many the rows to send decrease with the move.
func (w *view) saved(t *vt.Terminal, s wire.Scroll) int {
	w.scratch = moveRows(w.scratch, w.gens, s)
	saved := 0
	for y := s.Top; y < s.Bottom; y++ {
		if w.gens[y] != t.RowGen(y) {
			saved++
		}
		if w.scratch[y] != t.RowGen(y) {
			saved--
		}
	}
	return saved
}

// moveRows returns gens after a scroll, using the memory of into. New rows are 0.
func moveRows(into, gens []uint64, s wire.Scroll) []uint64 {
	into = append(into[:0], gens...)
	for y := s.Top; y < s.Bottom; y++ {
		from := y + s.N
		into[y] = 0
		if from >= s.Top && from < s.Bottom {
			into[y] = gens[from]
		}
	}
	return into
}
