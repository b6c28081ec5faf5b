//go:build linux

package drive

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"dormer/session/grid"
)

// Cell is one column of a screen as a reader sees it. Width is 1 or 2, and 0 for
// the second column of a wide character, whose Text is empty.
type Cell struct {
	Text  string
	Width int
	Style grid.Style
}

// Screen is the content of a terminal at one moment. It is a value: it never changes after it has
// been returned.
type Screen struct {
	Rows, Cols int
	Cells      [][]Cell
	Cursor     grid.Cursor
	// Modes, Title, Bells, Clipboard (in base64) and Notices (the texts of OSC 9 and 777) belong to
	// the outer terminal.
	Modes     Modes
	Title     string
	Bells     int
	Clipboard string
	Notices   []string
}

// newScreen returns a blank screen.
func newScreen(rows, cols int) Screen {
	s := Screen{Rows: rows, Cols: cols, Cells: make([][]Cell, rows)}
	for y := range s.Cells {
		s.Cells[y] = make([]Cell, cols)
		for x := range s.Cells[y] {
			s.Cells[y][x] = Cell{Text: " ", Width: 1}
		}
	}
	return s
}

// Row returns the text of row y without trailing blanks, or "" if y is outside the screen.
func (s Screen) Row(y int) string {
	return strings.TrimRight(s.full(y), " ")
}

// full returns the text of row y with its trailing blanks.
func (s Screen) full(y int) string {
	if y < 0 || y >= len(s.Cells) {
		return ""
	}
	var b strings.Builder
	for _, c := range s.Cells[y] {
		b.WriteString(c.Text)
	}
	return b.String()
}

// Text returns all rows without trailing blanks, each followed by a newline.
func (s Screen) Text() string {
	var b strings.Builder
	for y := range s.Cells {
		b.WriteString(s.Row(y))
		b.WriteByte('\n')
	}
	return b.String()
}

// Contains reports whether some row contains text, trailing blanks of the row included.
func (s Screen) Contains(text string) bool {
	_, _, ok := s.Find(text)
	return ok
}

// Matches reports whether the screen's text matches the pattern.
func (s Screen) Matches(pattern *regexp.Regexp) bool { return pattern.MatchString(s.Text()) }

// Count returns how often text occurs on the screen.
func (s Screen) Count(text string) int { return strings.Count(s.Text(), text) }

// Find returns the cell at which text first occurs, searching row by row.
func (s Screen) Find(text string) (x, y int, ok bool) {
	for y := range s.Cells {
		if i := strings.Index(s.full(y), text); i >= 0 {
			return s.column(y, i), y, true
		}
	}
	return 0, 0, false
}

// column returns the column of the byte at offset in the text of row y.
func (s Screen) column(y, offset int) int {
	for x, c := range s.Cells[y] {
		if c.Width > 0 && offset < len(c.Text) {
			return x
		}
		offset -= len(c.Text)
	}
	return s.Cols
}

// At returns the cell at column x of row y, or a blank cell outside the screen.
func (s Screen) At(x, y int) Cell {
	if y < 0 || y >= len(s.Cells) || x < 0 || x >= len(s.Cells[y]) {
		return Cell{Text: " ", Width: 1}
	}
	return s.Cells[y][x]
}

// Region returns the text of columns [x0, x1) of rows [y0, y1): one line for each row, without
// trailing blanks.
func (s Screen) Region(x0, y0, x1, y1 int) string {
	var b strings.Builder
	for y := y0; y < y1; y++ {
		var row strings.Builder
		for x := x0; x < x1; x++ {
			row.WriteString(s.At(x, y).Text)
		}
		b.WriteString(strings.TrimRight(row.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Boxed returns the screen in a frame with its size and cursor, for messages of failing tests.
func (s Screen) Boxed() string {
	var b strings.Builder
	edge := strings.Repeat("-", s.Cols)
	fmt.Fprintf(&b, "+%s+\n", edge)
	for y := range s.Cells {
		row := s.Row(y)
		fmt.Fprintf(&b, "|%s%s|\n", row, strings.Repeat(" ", max(0, s.Cols-s.widthOf(y, row))))
	}
	fmt.Fprintf(&b, "+%s+\n%dx%d, cursor at column %d of row %d, visible %t\n",
		edge, s.Rows, s.Cols, s.Cursor.Col, s.Cursor.Row, s.Cursor.Visible)
	return b.String()
}

// widthOf returns the width in columns of row, which is a prefix of the text of row y.
func (s Screen) widthOf(y int, row string) int {
	left, width := len(row), 0
	for _, c := range s.Cells[y] {
		if left <= 0 {
			break
		}
		left -= len(c.Text)
		width += c.Width
	}
	return width
}

// set writes a character of the given width to the cell or cells at x, y.
func (s Screen) set(x, y int, text string, width int, style grid.Style) {
	if x >= s.Cols || y >= s.Rows || !utf8.ValidString(text) {
		return
	}
	s.Cells[y][x] = Cell{Text: text, Width: width, Style: style}
	if width == 2 && x+1 < s.Cols {
		s.Cells[y][x+1] = Cell{Style: style}
	}
}
