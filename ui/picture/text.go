package picture

import (
	"strings"

	"dormer/session/grid"
	"dormer/ui/screen"
)

// Text returns a screen as plain text, without trailing blanks in rows and without blank rows at
// the end. Each row ends with a line feed.
func (s Screen) Text() string {
	var out strings.Builder
	for y := range s.used() {
		var row strings.Builder
		for x := range s.Cols {
			row.WriteString(s.At(x, y).Text)
		}
		out.WriteString(strings.TrimRight(row.String(), " "))
		out.WriteByte('\n')
	}
	return out.String()
}

// ANSI returns a screen as text with SGR sequences (ECMA-48 8.3.117); each row begins and
// ends in the default style.
func (s Screen) ANSI() string {
	var out []byte
	for y := range s.used() {
		style := grid.Style{}
		for x := range s.end(y) {
			c := s.At(x, y)
			c.Style.Link = 0
			out = append(screen.AppendSGR(out, style, c.Style), c.Text...)
			style = c.Style
		}
		out = append(screen.AppendSGR(out, style, grid.Style{}), '\n')
	}
	return string(out)
}

// used returns the number of rows up to the last one that is not blank.
func (s Screen) used() int {
	y := s.Rows
	for y > 0 && s.end(y-1) == 0 {
		y--
	}
	return y
}

// end returns the column after the last cell of row y that does not look blank.
func (s Screen) end(y int) int {
	x := s.Cols
	for x > 0 {
		c := s.At(x-1, y)
		if strings.TrimSpace(c.Text) != "" || c.Width == 0 || c.Style != (grid.Style{}) {
			break
		}
		x--
	}
	return x
}
