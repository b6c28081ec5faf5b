package client

import (
	"dormer/session/grid"
	"dormer/session/wire"
)

// Replica is the screen of a session as the last frame left it. It is not safe
// for concurrent use: [Session.View] gives access under its lock.
type Replica struct {
	rows, cols int
	lines      []line
	palette    *grid.Palette
	gen        uint64 // the last generation given to anything
	cursor     grid.Cursor
	modes      grid.Modes
	title      string
	dir        string
	history    wire.Range
	progress   grid.Progress
	program    string
	cache      *history
	still      *Page       // the kept screen, nil for the present one
	scratch    []grid.Cell // as many as a row has
	scratchEnd int
	ids        []uint16 // of styles, while a frame or answer is applied
}

// line is one row of the screen.
type line struct {
	cells   []grid.Cell
	end     int // from here on cells are blank in the default style
	gen     uint64
	wrapped bool
}

// NewReplica returns a replica without a screen: until the first frame its size
// is 0 by 0.
func NewReplica() *Replica { return &Replica{palette: grid.NewPalette(), cache: newHistory()} }

// Size is the screen's size in cells, 0 by 0 before the first frame.
func (r *Replica) Size() (rows, cols int) { return r.rows, r.cols }

// Row returns the cells of row y, as many as the screen has columns; nil if there is no
// such row. They are valid until the next frame, and must not be changed.
func (r *Replica) Row(y int) []grid.Cell {
	if y < 0 || y >= r.rows {
		return nil
	}
	return r.lines[y].cells
}

// Written returns the cells of row y up to the last that was written; the cells after it
// are blank in the default style.
func (r *Replica) Written(y int) []grid.Cell {
	if y < 0 || y >= r.rows {
		return nil
	}
	return r.lines[y].cells[:r.lines[y].end]
}

// RowGen is a number that changes when the cells of row y change, and moves with the row
// when it scrolls: rows with the same number have the same content.
func (r *Replica) RowGen(y int) uint64 {
	if y < 0 || y >= r.rows {
		return 0
	}
	return r.lines[y].gen
}

// Gen changes whenever anything of the replica changes.
func (r *Replica) Gen() uint64 { return r.gen }

// Palette holds the styles, clusters and links that the cells refer to.
func (r *Replica) Palette() *grid.Palette { return r.palette }

// PaletteEpoch changes when the palette has been renumbered, so that copies of cells are
// invalid.
func (r *Replica) PaletteEpoch() uint64 { return r.palette.Epoch() }

// Used returns the number of rows up to the last that is not blank, or to the cursor.
func (r *Replica) Used() int {
	for y := r.rows - 1; y > r.cursor.Row; y-- {
		if grid.Ink(r.Written(y)) > 0 {
			return y + 1
		}
	}
	return min(r.cursor.Row+1, r.rows)
}

// Cursor is where the cursor is, always inside the screen.
func (r *Replica) Cursor() grid.Cursor { return r.cursor }

// Modes are the modes that decide how keys, mouse and paste are encoded.
func (r *Replica) Modes() grid.Modes { return r.modes }

// Title is the child's title, without control characters.
func (r *Replica) Title() string { return r.title }

// Dir is the working directory of the session as far as the host knows it.
func (r *Replica) Dir() string { return r.dir }

// Progress is the progress that the child reported (OSC 9 ; 4).
func (r *Replica) Progress() grid.Progress { return r.progress }

// Program is the program in the foreground of the session's terminal; empty for the child
// itself, and if it is unknown.
func (r *Replica) Program() string { return r.program }

// History is the range of lines above the screen that the host keeps.
func (r *Replica) History() wire.Range { return r.history }

// nextGen returns a new generation.
func (r *Replica) nextGen() uint64 {
	r.gen++
	return r.gen
}

// sweep renumbers the palette when it is nearly full, for all cells held here.
func (r *Replica) sweep() {
	if !r.palette.Full() {
		return
	}
	held := make([][]grid.Cell, 0, 2*r.rows+len(r.cache.lines))
	if r.still != nil {
		for y := range r.still.rows {
			held = append(held, r.still.rows[y].cells)
		}
	}
	for y := range r.lines {
		held = append(held, r.lines[y].cells)
	}
	for _, l := range r.cache.lines {
		held = append(held, l.cells)
	}
	r.palette.Sweep(held...)
}
