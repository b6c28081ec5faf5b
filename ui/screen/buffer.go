package screen

import (
	"slices"

	"dormer/session/grid"
)

// Rect is a rectangle of cells: rows [Top, Bottom), columns [Left, Right).
type Rect struct {
	Top, Left, Bottom, Right int
}

// Buffer is the frame to be drawn: rows of cells with their own palette. It records which rows
// were touched since they were last drawn. It is not safe for concurrent use.
type Buffer struct {
	rows, cols int
	lines      [][]grid.Cell
	ends       []int // per row: cells from this column on are blank in the default style
	dirty      []bool
	palette    *grid.Palette
}

// NewBuffer returns a blank buffer of rows x cols; negative sizes count as 0.
func NewBuffer(rows, cols int) *Buffer {
	b := &Buffer{palette: grid.NewPalette()}
	b.Resize(rows, cols)
	return b
}

// Resize sets the size, clears the buffer and touches all rows, even if the size is the same.
func (b *Buffer) Resize(rows, cols int) {
	b.rows, b.cols = max(rows, 0), max(cols, 0)
	b.lines = makeLines(b.rows, b.cols)
	b.ends = make([]int, b.rows)
	b.dirty = make([]bool, b.rows)
	b.touchAll()
}

// makeLines returns rows of cells in a single allocation.
func makeLines(rows, cols int) [][]grid.Cell {
	slab := make([]grid.Cell, rows*cols)
	lines := make([][]grid.Cell, rows)
	for y := range lines {
		lines[y] = slab[y*cols : (y+1)*cols : (y+1)*cols]
	}
	return lines
}

// Size returns the buffer's size in cells.
func (b *Buffer) Size() (rows, cols int) { return b.rows, b.cols }

// Palette returns the palette that interns the styles, clusters and links of the buffer's cells.
// Its numbers are valid until the next frame is drawn, which sweeps a full palette.
func (b *Buffer) Palette() *grid.Palette { return b.palette }

// Row returns row y for reading and writing; call [Buffer.Touch] after writing. It is nil
// if there is no such row. An incomplete wide character is drawn as a blank.
func (b *Buffer) Row(y int) []grid.Cell {
	if y < 0 || y >= b.rows {
		return nil
	}
	return b.lines[y]
}

// Touch marks row y as changed. Rows that do not exist are ignored.
func (b *Buffer) Touch(y int) {
	if y >= 0 && y < b.rows {
		b.dirty[y] = true
		b.ends[y] = b.cols
	}
}

func (b *Buffer) touchAll() {
	for y := range b.dirty {
		b.dirty[y] = true
	}
}

// Fill makes the cells of r blanks in style s. Cells outside of the buffer are ignored.
func (b *Buffer) Fill(r Rect, s grid.Style) {
	left, right := max(r.Left, 0), min(r.Right, b.cols)
	if left >= right {
		return
	}
	blank := grid.Cell{Style: b.palette.StyleID(s)}
	for y := max(r.Top, 0); y < min(r.Bottom, b.rows); y++ {
		row := b.cut(y, left, right)
		for x := left; x < right; x++ {
			row[x] = blank
		}
	}
}

// cut prepares columns [x, end) of row y to be overwritten: it touches the row and blanks
// wide characters that lie across either edge.
func (b *Buffer) cut(y, x, end int) []grid.Cell {
	row := b.lines[y]
	b.dirty[y] = true
	b.ends[y] = max(b.ends[y], end)
	if x < len(row) && row[x].Flags&grid.Tail != 0 && x > 0 {
		row[x-1] = grid.Cell{Style: row[x-1].Style}
		row[x] = grid.Cell{Style: row[x].Style}
	}
	if end < len(row) && row[end].Flags&grid.Tail != 0 {
		row[end] = grid.Cell{Style: row[end].Style}
	}
	return row
}

// shiftLines moves lines, each with its end, up by n (down if n is negative). Lines that
// leave on one side come in, cleared, on the other.
func shiftLines(lines [][]grid.Cell, ends []int, n int) {
	n = max(min(n, len(lines)), -len(lines))
	from, to := 0, max(n, 0)
	if n < 0 {
		from, to = len(lines)+n, len(lines)
		n += len(lines)
	}
	for y := from; y < to; y++ {
		clear(lines[y][:ends[y]])
		ends[y] = 0
	}
	rotate(lines, n)
	rotate(ends, n)
}

// rotate moves the first n lines behind the others, in order.
func rotate[T any](lines []T, n int) {
	if n <= 0 || n >= len(lines) {
		return
	}
	slices.Reverse(lines[:n])
	slices.Reverse(lines[n:])
	slices.Reverse(lines)
}
