package screen

import (
	"hash/maphash"
	"unsafe"

	"dormer/session/grid"
)

// Most of most rows is blank or as it was. So rows are compared by stretches, which
// the compiler compares as memory.
const stretch = 16

// alikeFrom is how many cells a and b, which are as long, begin with alike.
func alikeFrom(a, b []grid.Cell) int {
	n := 0
	for len(a)-n >= stretch && len(b)-n >= stretch && *(*[stretch]grid.Cell)(a[n:]) == *(*[stretch]grid.Cell)(b[n:]) {
		n += stretch
	}
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// alikeTo is how many cells a and b, which are as long, end with alike.
func alikeTo(a, b []grid.Cell) int {
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

// blankTo is how many cells row ends with that were never written.
func blankTo(row []grid.Cell) int {
	n := len(row)
	for n >= stretch && *(*[stretch]grid.Cell)(row[n-stretch:]) == blanks {
		n -= stretch
	}
	for n > 0 && row[n-1] == (grid.Cell{}) {
		n--
	}
	return len(row) - n
}

// differing counts the cells in which a and b, which are as long, differ.
func differing(a, b []grid.Cell) int {
	n := 0
	for {
		alike := alikeFrom(a, b)
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

// hashRow is a hash of the cells of a row, up to those it ends with that were never
// written.
func hashRow(cells []grid.Cell) uint64 {
	cells = cells[:len(cells)-blankTo(cells)]
	return maphash.Bytes(rowSeed, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(cells))), len(cells)*int(unsafe.Sizeof(grid.Cell{}))))
}
