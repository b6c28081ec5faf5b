package host

import (
	"math"
	"slices"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// hold remembers the positions that a viewer wants to follow.
func (h *Host) hold(v *viewer, places []wire.Position) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v.heldPositions = places
}

// resizeTerm resizes the terminal. If a new width has renumbered lines, it updates the child's first
// line if that is on the screen, and the lines of bookmarks, and sends viewers the new places of the
// positions that they hold.
func (h *Host) resizeTerm(rows, cols int) {
	defer func() { h.began.resized = h.term.Gen() }()
	_, was := h.term.Size()
	if _, above := h.term.History(); was != cols && len(h.began.line) > 0 && h.began.line[0].Line < above {
		h.began.line = nil
	}
	tracked := len(h.began.line) > 0 || len(h.bookmarks.positions) > 0 || slices.ContainsFunc(h.viewers, func(v *viewer) bool { return len(v.heldPositions) > 0 })
	if was == cols || h.term.Modes().AltScreen || !tracked {
		h.term.Resize(rows, cols)
		if was != cols { // the lines of the main screen cannot be found behind the alternate one
			h.bookmarks.forgetAll()
			h.began.line = nil
		}
		return
	}
	began := logicalPositions(h.term, h.began.line)
	marked := logicalPositions(h.term, h.bookmarks.positions)
	steady := make([][]logicalPosition, len(h.viewers))
	for i, v := range h.viewers {
		steady[i] = logicalPositions(h.term, v.heldPositions)
	}
	h.term.Resize(rows, cols)
	h.began.line = screenPositions(h.term, began)
	h.bookmarks.positions = screenPositions(h.term, marked)
	for i, v := range h.viewers {
		if len(v.heldPositions) == 0 {
			continue
		}
		v.heldPositions = screenPositions(h.term, steady[i])
		v.queueEvent(wire.Held{Cols: cols, Positions: slices.Clone(v.heldPositions)})
	}
}

// logicalPosition is a position that does not depend on where lines are wrapped: the number
// of unwrapped lines from the cursor's line, which a resize keeps on its character, and the
// number of cells into the line.
type logicalPosition struct{ lines, cells int }

// lineStart returns the first row of the unwrapped line that row n is part of.
func lineStart(t *vt.Terminal, n uint64) uint64 {
	first, _ := t.History()
	for n > first && wraps(t, n-1) {
		n--
	}
	return n
}

// wraps reports whether the line of a row continues in the next row.
func wraps(t *vt.Terminal, n uint64) bool {
	_, wrapped := lineOf(t, n, nil)
	return wrapped
}

func cursorLine(t *vt.Terminal) uint64 {
	_, end := t.History()
	return lineStart(t, end+uint64(t.Cursor().Row))
}

// breaks returns the number of lines that end in rows [from, to).
func breaks(t *vt.Terminal, from, to uint64) (n int) {
	var cells []grid.Cell
	for ; from < to; from++ {
		var wrapped bool
		if cells, wrapped = lineOf(t, from, cells); !wrapped {
			n++
		}
	}
	return n
}

func logicalPositions(t *vt.Terminal, places []wire.Position) []logicalPosition {
	at := cursorLine(t)
	first, _ := t.History()
	out := make([]logicalPosition, len(places))
	for i, p := range places {
		p.Line = min(max(p.Line, first), textEnd(t))
		start := lineStart(t, p.Line)
		if start < at {
			out[i].lines = -breaks(t, start, at)
		} else {
			out[i].lines = breaks(t, at, start)
		}
		for n := start; n < p.Line; n++ {
			out[i].cells += rowCells(t, n)
		}
		out[i].cells += p.Col
	}
	return out
}

// rowCells returns the number of cells of text in a row that continues in the next: all of them,
// unless a wide character did not fit at the end.
func rowCells(t *vt.Terminal, n uint64) int {
	_, cols := t.Size()
	cells, _ := lineOf(t, n, nil)
	next, _ := lineOf(t, n+1, nil)
	if len(cells) < cols && len(next) > 0 && next[0].Flags&grid.Wide != 0 {
		return max(cols-1, 1)
	}
	return cols
}

// screenPositions returns the positions of logical positions after lines were rewrapped.
func screenPositions(t *vt.Terminal, steady []logicalPosition) []wire.Position {
	at := cursorLine(t)
	first, _ := t.History()
	out := make([]wire.Position, len(steady))
	for i, s := range steady {
		n := at
		for left := s.lines; left < 0 && n > first; {
			n = lineStart(t, n-1)
			left++
		}
		for left := s.lines; left > 0 && n < textEnd(t); n++ {
			if !wraps(t, n) {
				left--
			}
		}
		cells := s.cells
		for wraps(t, n) {
			row := rowCells(t, n)
			if cells < row {
				break
			}
			cells -= row
			n++
		}
		out[i] = wire.Position{Line: n, Col: min(cells, math.MaxInt16)}
	}
	return out
}
