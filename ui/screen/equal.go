package screen

import (
	"hash/maphash"
	"unsafe"

	"dormer/session/grid"
)

// stretch is the number of cells that are compared at once, as an array, which the compiler
// compares as memory: most cells are blank or unchanged.
const stretch = 16

// equalPrefix returns the number of equal cells at the start of a and b, which have the same
// length.
func equalPrefix(a, b []grid.Cell) int {
	n := 0
	for len(a)-n >= stretch && len(b)-n >= stretch && *(*[stretch]grid.Cell)(a[n:]) == *(*[stretch]grid.Cell)(b[n:]) {
		n += stretch
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// equalSuffix returns the number of equal cells at the end of a and b, which have the same
// length.
func equalSuffix(a, b []grid.Cell) int {
	n := len(a)
	b = b[:n]
	for n >= stretch && *(*[stretch]grid.Cell)(a[n-stretch:]) == *(*[stretch]grid.Cell)(b[n-stretch:]) {
		n -= stretch
	}
	for n > 0 && a[n-1] == b[n-1] {
		n--
	}
	return len(a) - n
}

var blanks [stretch]grid.Cell

// blankSuffix returns the number of cells at the end of row that were never written.
func blankSuffix(row []grid.Cell) int {
	n := len(row)
	for n >= stretch && *(*[stretch]grid.Cell)(row[n-stretch:]) == blanks {
		n -= stretch
	}
	for n > 0 && row[n-1] == (grid.Cell{}) {
		n--
	}
	return len(row) - n
}

// differing returns the number of cells in which a and b, which have the same length,
// differ.
func differing(a, b []grid.Cell) int {
	n := 0
	for {
		alike := equalPrefix(a, b)
		a, b = a[alike:], b[alike:]
		for len(a) > 0 && a[0] != b[0] {
			a, b = a[1:], b[1:]
			n++
		}
		if len(a) == 0 {
			return n
		}
	}
}

var rowSeed = maphash.MakeSeed()

// hashRow returns a hash of the cells of a row, without those at its end that were never
// written.
func hashRow(cells []grid.Cell) uint64 {
	cells = cells[:len(cells)-blankSuffix(cells)]
	return maphash.Bytes(rowSeed, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(cells))), len(cells)*int(unsafe.Sizeof(grid.Cell{}))))
}
