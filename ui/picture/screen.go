package picture

import "dormer/session/grid"

// Cell is one column of a screen. Width is 1 or 2, and 0 for the second column of a wide character,
// whose Text is empty. Link is the target of its hyperlink (OSC 8).
type Cell struct {
	Text  string
	Width int
	Style grid.Style
	Link  string
}

// Screen is the content of a picture: rows of cells, and the cursor.
type Screen struct {
	Rows, Cols int
	Cells      [][]Cell
	Cursor     grid.Cursor
}

// At returns the cell in column x of row y, a blank one outside of the screen.
func (s Screen) At(x, y int) Cell {
	if y < 0 || y >= len(s.Cells) || x < 0 || x >= len(s.Cells[y]) {
		return Cell{Text: " ", Width: 1}
	}
	return s.Cells[y][x]
}

// Row appends a row of cells whose styles and texts are in a palette. flip reverses the video of
// all of them. A row that is shorter than the screen is padded with blanks.
func (s *Screen) Row(p *grid.Palette, cells []grid.Cell, flip bool) {
	row := make([]Cell, s.Cols)
	for x := range row {
		row[x] = Cell{Text: " ", Width: 1}
		if x < len(cells) {
			row[x] = cellOf(p, cells, x)
		}
		if flip {
			row[x].Style.Attrs ^= grid.Reverse
		}
	}
	s.Cells = append(s.Cells, row)
	s.Rows = len(s.Cells)
}

func cellOf(p *grid.Palette, cells []grid.Cell, x int) Cell {
	c := cells[x]
	out := Cell{Style: p.Style(c.Style), Width: 1}
	out.Link = p.Link(out.Style.Link).URI
	if c.Flags&grid.Tail != 0 {
		out.Width = 0
		return out
	}
	out.Text = string(p.AppendText(nil, c))
	if x+1 < len(cells) && cells[x+1].Flags&grid.Tail != 0 {
		out.Width = 2
	}
	return out
}

// Last keeps only the last rows, not counting blank rows below both the text and the cursor. 0
// keeps everything.
func (s *Screen) Last(rows int) {
	if rows <= 0 {
		return
	}
	end := max(s.used(), min(s.Cursor.Row+1, s.Rows))
	first := max(end-rows, 0)
	s.Cells, s.Rows = s.Cells[first:end], end-first
	s.Cursor.Row -= first
}
