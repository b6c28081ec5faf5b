package picture

import (
	"bufio"
	"fmt"
	"html"
	"image/color"
	"io"
	"strings"

	"dormer/session/grid"
)

// Sizes of an SVG in user units.
const (
	svgCellW    = 8.4
	svgCellH    = 18.0
	svgFont     = 14.0
	svgBaseline = 13.5
	svgPadding  = 14.0
	svgFonts    = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
)

// SVG writes a screen as an SVG image. Its text can be selected. Each run of text is stretched to
// its columns, so that the columns align in any font.
func SVG(w io.Writer, s Screen, c Colors) error {
	d := &svg{Writer: bufio.NewWriter(w), s: s, c: c}
	width, height := float64(s.Cols)*svgCellW+2*svgPadding, float64(s.Rows)*svgCellH+2*svgPadding
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="%s" font-size="%g">`+"\n",
		width, height, width, height, html.EscapeString(svgFonts), svgFont)
	d.printf(`<rect width="%g" height="%g" rx="8" fill="%s"/>`+"\n", width, height, hex(d.c.Background))
	d.printf(`<g transform="translate(%g %g)">`+"\n", svgPadding, svgPadding)
	for y := range s.Rows {
		d.grounds(y)
		d.row(y)
	}
	d.cursor()
	d.printf("</g>\n</svg>\n")
	return d.Flush()
}

type svg struct {
	*bufio.Writer
	s Screen
	c Colors
}

func (d *svg) printf(format string, args ...any) { _, _ = fmt.Fprintf(d, format, args...) } // see Flush

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// grounds fills the cells whose background differs from the picture's.
func (d *svg) grounds(y int) {
	for x := 0; x < d.s.Cols; {
		bg, end := d.c.lookOf(d.s.At(x, y).Style).bg, x+1
		for end < d.s.Cols && d.c.lookOf(d.s.At(end, y).Style).bg == bg {
			end++
		}
		if bg != d.c.Background {
			d.printf(`<rect x="%.4g" y="%.4g" width="%.4g" height="%g" fill="%s"/>`+"\n",
				float64(x)*svgCellW, float64(y)*svgCellH, float64(end-x)*svgCellW, svgCellH, hex(bg))
		}
		x = end
	}
}

// row draws the characters of row y: shapes one by one, text in runs.
func (d *svg) row(y int) {
	for x := 0; x < d.s.Cols; {
		c := d.s.At(x, y)
		if boxes, ok := shape(c.Text, svgCellW, svgCellH); ok {
			end := d.same(x, y)
			d.shapes(x, end, y, boxes, d.c.lookOf(c.Style))
			x = end
			continue
		}
		end, text := d.run(x, y)
		d.text(x, end, y, text, d.c.lookOf(c.Style))
		x = max(end, x+1)
	}
}

// same returns the end of the run of cells that look like the one at x.
func (d *svg) same(x, y int) int {
	end := x + 1
	for end < d.s.Cols && d.s.At(end, y) == d.s.At(x, y) {
		end++
	}
	return end
}

// run returns the end and the text of a run that can be drawn as one piece: ASCII characters of one
// style, or a single other character.
func (d *svg) run(x, y int) (end int, text string) {
	first := d.s.At(x, y)
	if !ascii(first.Text) {
		return x + max(1, first.Width), first.Text
	}
	var b strings.Builder
	for end = x; end < d.s.Cols; end++ {
		c := d.s.At(end, y)
		if c.Style != first.Style || !ascii(c.Text) {
			break
		}
		b.WriteString(c.Text)
	}
	return end, b.String()
}

func ascii(s string) bool { return len(s) == 1 && s[0] < 0x80 }

// shapes draws a run of one line or block character. Horizontal lines are drawn as one box.
func (d *svg) shapes(x, end, y int, boxes []box, l look) {
	level := len(boxes) > 0
	for _, b := range boxes {
		level = level && b.x0 <= 0.5 && b.x1 >= 0.5
	}
	if level && len(boxes) == 2 && boxes[0].y0 == boxes[1].y0 && boxes[0].y1 == boxes[1].y1 {
		d.box(x, y, float64(end-x), box{0, boxes[0].y0, 1, boxes[0].y1, 1}, l.fg)
		return
	}
	for ; x < end; x++ {
		for _, b := range boxes {
			d.box(x, y, 1, b, l.fg)
		}
	}
}

func (d *svg) box(x, y int, cells float64, b box, c color.RGBA) {
	opacity := ""
	if b.opacity < 1 {
		opacity = fmt.Sprintf(` opacity="%g"`, b.opacity)
	}
	d.printf(`<rect x="%.5g" y="%.5g" width="%.4g" height="%.4g" fill="%s"%s/>`+"\n",
		(float64(x)+b.x0)*svgCellW, (float64(y)+b.y0)*svgCellH, (b.x1-b.x0)*cells*svgCellW, (b.y1-b.y0)*svgCellH, hex(c), opacity)
}

// text draws text over the columns [x, end).
func (d *svg) text(x, end, y int, text string, l look) {
	plain := l.underline == grid.NoUnderline && !l.strike && !l.overline
	if l.hidden || plain && strings.TrimSpace(text) == "" {
		return
	}
	cut := strings.TrimRight(text, " ")
	if plain {
		end -= len(text) - len(cut)
		text = cut
		trimmed := strings.TrimLeft(text, " ")
		x += len(text) - len(trimmed)
		text = trimmed
	}
	d.printf(`<text x="%.5g" y="%.5g" fill="%s" textLength="%.5g" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
		float64(x)*svgCellW, float64(y)*svgCellH+svgBaseline, hex(l.fg), float64(end-x)*svgCellW, attributes(l), html.EscapeString(text))
}

func attributes(l look) string {
	var b strings.Builder
	if l.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if l.italic {
		b.WriteString(` font-style="italic"`)
	}
	if lines := l.lines(); len(lines) > 0 {
		fmt.Fprintf(&b, ` text-decoration="%s"`, strings.Join(lines, " "))
	}
	return b.String()
}

func (d *svg) cursor() {
	if b, ok := cursorBox(d.s.Cursor); ok {
		width := float64(max(1, d.s.At(d.s.Cursor.Col, d.s.Cursor.Row).Width))
		d.box(d.s.Cursor.Col, d.s.Cursor.Row, width, b, d.c.Foreground)
	}
}

// cursorBox returns the box of a cursor, or false if it is hidden. A block cursor is translucent,
// so that the character shows.
func cursorBox(c grid.Cursor) (box, bool) {
	switch {
	case !c.Visible:
		return box{}, false
	case c.Shape == grid.BarCursor:
		return box{0, 0, 0.18, 1, 1}, true
	case c.Shape == grid.UnderlineCursor:
		return box{0, 0.88, 1, 1, 1}, true
	}
	return box{0, 0, 1, 1, 0.6}, true
}
