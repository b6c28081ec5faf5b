package client

import (
	"dormer/session/grid"
	"dormer/session/wire"
)

// Replica is the screen of a session after the last frame. It is not safe for concurrent use:
// [Session.View] gives access under its lock.
type Replica struct {
	rows, cols int
	lines      []line
	palette    *grid.Palette
	gen        uint64 // the last generation used
	cursor     grid.Cursor
	modes      grid.Modes
	title      string
	dir        string
	history    wire.Range
	progress   grid.Progress
	program    string
	cache      *history
	frozen     *Page       // the kept screen, nil for the present one
	scratch    []grid.Cell // cells of one row
	scratchEnd int
	ids        []uint16 // numbers of styles, while a frame or answer is applied
}

// line is one row of the screen.
type line struct {
	cells   []grid.Cell
	end     int // from here on the cells are blank in the default style
	gen     uint64
	wrapped bool
}

// NewReplica returns a replica without a screen: until the first frame its size is 0 by 0.
func NewReplica() *Replica { return &Replica{palette: grid.NewPalette(), cache: newHistory()} }

// Size returns the screen's size in cells, 0 by 0 before the first frame.
func (r *Replica) Size() (rows, cols int) { return r.rows, r.cols }

// Row returns the cells of row y, one for each column of the screen; nil if there is no such row.
// They are valid until the next frame, and must not be changed.
func (r *Replica) Row(y int) []grid.Cell {
	if y < 0 || y >= r.rows {
		return nil
	}
	return r.lines[y].cells
}

// Written returns the cells of row y up to the last one written; the cells after it are blank in
// the default style.
func (r *Replica) Written(y int) []grid.Cell {
	if y < 0 || y >= r.rows {
		return nil
	}
	return r.lines[y].cells[:r.lines[y].end]
}

// RowGen returns a number that changes when the cells of row y change, and moves with the row when
// it scrolls: rows with the same number have the same content.
func (r *Replica) RowGen(y int) uint64 {
	if y < 0 || y >= r.rows {
		return 0
	}
	return r.lines[y].gen
}

// Gen returns a number that changes with every change of the replica.
func (r *Replica) Gen() uint64 { return r.gen }

// Palette returns the styles, clusters and links that the cells refer to.
func (r *Replica) Palette() *grid.Palette { return r.palette }

// PaletteEpoch returns a number that changes when the palette has been renumbered, which makes
// copies of cells invalid.
func (r *Replica) PaletteEpoch() uint64 { return r.palette.Epoch() }

// Used returns the number of rows up to the last one that is not blank, or to the cursor.
func (r *Replica) Used() int {
	for y := r.rows - 1; y > r.cursor.Row; y-- {
		if grid.ContentEnd(r.Written(y)) > 0 {
			return y + 1
		}
	}
	return min(r.cursor.Row+1, r.rows)
}

// Cursor returns the cursor, whose position is always inside the screen.
func (r *Replica) Cursor() grid.Cursor { return r.cursor }

// Modes returns the modes that determine how keys, mouse and paste are encoded.
func (r *Replica) Modes() grid.Modes { return r.modes }

// Title returns the child's title, without control characters.
func (r *Replica) Title() string { return r.title }

// Dir returns the session's working directory, if the host knows it.
func (r *Replica) Dir() string { return r.dir }

// Progress returns the progress that the child reported (OSC 9 ; 4).
func (r *Replica) Progress() grid.Progress { return r.progress }

// Program returns the foreground program of the session's terminal; empty if it is the child
// itself, or unknown.
func (r *Replica) Program() string { return r.program }

// History returns the range of lines above the screen that the host keeps.
func (r *Replica) History() wire.Range { return r.history }

// nextGen returns a new generation.
func (r *Replica) nextGen() uint64 {
	r.gen++
	return r.gen
}

// sweep renumbers the palette when it is nearly full, and all cells kept here with it.
func (r *Replica) sweep() {
	if !r.palette.Full() {
		return
	}
	held := make([][]grid.Cell, 0, 2*r.rows+len(r.cache.lines))
	if r.frozen != nil {
		for y := range r.frozen.rows {
			held = append(held, r.frozen.rows[y].cells)
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
