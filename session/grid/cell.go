package grid

// Cell is one column of one row: eight bytes, no pointers. The zero Cell is a
// blank in the default style.
type Cell struct {
	// Char is a Unicode code point, or, with [ClusterBit] set, the number of a cluster
	// in the palette. 0 means that the cell was never written or was erased; it is drawn
	// as a space.
	Char uint32
	// Style is the number of the cell's style in the palette; 0 is the default.
	Style uint16
	// Flags hold the cell's width and protection.
	Flags Flags
}

// ClusterBit in [Cell.Char] means that the lower bits are the number of a cluster.
const ClusterBit = 1 << 31

// Flags of a cell.
type Flags uint16

const (
	// Wide marks the first cell of a two-column character.
	Wide Flags = 1 << iota
	// Tail marks the second cell of a two-column character; Char is 0.
	Tail
	// Protected marks a cell that selective erase spares (DECSCA).
	Protected
)

// Width returns the number of columns of the cell's character: 1 or 2, and 0 for the tail
// of a wide character.
func (c Cell) Width() int {
	switch {
	case c.Flags&Tail != 0:
		return 0
	case c.Flags&Wide != 0:
		return 2
	}
	return 1
}

// Blank reports whether the cell shows nothing but its style.
func (c Cell) Blank() bool { return c.Char == 0 || c.Char == ' ' }

// ContentEnd returns the column after the last cell that shows a character.
func ContentEnd(cells []Cell) int {
	for x := len(cells); x > 0; x-- {
		if c := cells[x-1]; !c.Blank() || c.Flags&Tail != 0 {
			return x
		}
	}
	return 0
}
