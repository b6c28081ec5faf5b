package host

import (
	"hash/maphash"
	"unsafe"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// rowHashes are hashes of the rows that a viewer shows. Programs that redraw their screen (top, a
// clock, a spinner) print most rows unchanged. Such rows have changed for the emulator, but not for
// the viewer, and are not sent. A hash has 64 bits and a random seed, so that different rows have
// different hashes.
type rowHashes struct {
	rows  []uint64 // 0 for an unknown row
	moved []uint64
	epoch uint64 // of the palette
	other bool   // some colours differed from those of the styles
}

var rowHashSeed = maphash.MakeSeed()

// forget starts over with a screen of unknown rows.
func (s *rowHashes) forget(rows int) { s.rows = make([]uint64, rows) }

// checkPalette forgets all rows if style numbers, or the colours that the child has set, may have
// changed their meaning.
func (s *rowHashes) checkPalette(t *vt.Terminal) {
	epoch, other := t.PaletteEpoch(), t.Recolored()
	if epoch != s.epoch || other || s.other {
		clear(s.rows)
	}
	s.epoch, s.other = epoch, other
}

// scroll moves rows as the viewer does.
func (s *rowHashes) scroll(m wire.Scroll) {
	s.moved = moveRows(s.moved, s.rows, m)
	s.rows, s.moved = s.moved, s.rows
}

// shown reports whether the viewer already shows row y in its present state, and notes that it
// will. cells are the cells of the row up to the last visible one, and l is the rest of it. A row
// with marks always counts as new.
func (s *rowHashes) shown(y int, cells []grid.Cell, l wire.Line) bool {
	sum := uint64(0)
	if len(l.Marks) == 0 {
		sum = rowHash(cells, l.Wrapped)
	}
	same := sum != 0 && sum == s.rows[y]
	s.rows[y] = sum
	return same
}

// rowHash returns the hash of a row, which is never 0.
func rowHash(cells []grid.Cell, wrapped bool) uint64 {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(cells))), len(cells)*int(unsafe.Sizeof(grid.Cell{})))
	sum := maphash.Bytes(rowHashSeed, bytes) &^ 1
	if wrapped {
		sum |= 1
	}
	return max(sum, 2)
}
