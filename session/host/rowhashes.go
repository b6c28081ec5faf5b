package host

import (
	"hash/maphash"
	"unsafe"

	"dormer/session/grid"
	"dormer/session/vt"
	"dormer/session/wire"
)

// rowHashes are of the rows that a viewer shows. Programs that draw their screen anew from
// time to time (top, a clock, a spinner) print most rows as they are: such a row is a
// new one to the emulator, and nothing new to the viewer. A sum is 64 bits with a seed
// that nobody knows, so no row is taken for another.
type rowHashes struct {
	rows  []uint64 // 0 for one that is not known
	moved []uint64
	epoch uint64 // of the palette
	other bool   // colours were not those that styles say
}

var rowHashSeed = maphash.MakeSeed()

// forget begins with a screen of which nothing is known.
func (s *rowHashes) forget(rows int) { s.rows = make([]uint64, rows) }

// checkPalette takes note of the screen that rows are of: where numbers of styles, or colours,
// mean something else than before, no row is known.
func (s *rowHashes) checkPalette(t *vt.Terminal) {
	epoch, other := t.PaletteEpoch(), t.Recolored()
	if epoch != s.epoch || other || s.other {
		clear(s.rows)
	}
	s.epoch, s.other = epoch, other
}

// scroll moves rows as they are moved at the viewer.
func (s *rowHashes) scroll(m wire.Scroll) {
	s.moved = moveRows(s.moved, s.rows, m)
	s.rows, s.moved = s.moved, s.rows
}

// shown reports whether the viewer shows row y as it is now, and takes note that it
// will. cells are those up to the last that can be seen, l is what there is of the row
// besides them; one with marks is always new.
func (s *rowHashes) shown(y int, cells []grid.Cell, l wire.Line) bool {
	sum := uint64(0)
	if len(l.Marks) == 0 {
		sum = rowHash(cells, l.Wrapped)
	}
	same := sum != 0 && sum == s.rows[y]
	s.rows[y] = sum
	return same
}

// rowHash is the sum of a row, never 0.
func rowHash(cells []grid.Cell, wrapped bool) uint64 {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(cells))), len(cells)*int(unsafe.Sizeof(grid.Cell{})))
	sum := maphash.Bytes(rowHashSeed, bytes) &^ 1
	if wrapped {
		sum |= 1
	}
	return max(sum, 2)
}
