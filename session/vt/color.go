package vt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
	"dormer/session/vt/internal/colorspec"
)

// Colors are the terminal's own colours, as 24-bit values. Queries are answered with them
// until the child sets other colours. [grid.DefaultColor] is an unknown colour; it is
// reported as light grey on black, or in the palette as xterm's colour.
type Colors struct {
	Foreground, Background, Cursor grid.Color
	// Palette are the first sixteen colours (SGR 30 to 37 and 90 to 97).
	Palette [16]grid.Color
}

// The special colours of OSC 10 to 19, in order, besides the 256: text, background, text
// cursor, the pointer's two, three of a Tektronix and two of the selection. All can be
// set and queried; only text and background are drawn.
const (
	foreground = iota
	background
	cursorColor
	specialColors = 10
)

// standIn maps each special colour to the one that is reported while it is not set.
var standIn = [specialColors]int{
	foreground, background, cursorColor, foreground, background,
	foreground, background, foreground, cursorColor, background,
}

// markColors is the number of colours for marks of text (OSC 5): bold, underlined,
// blinking, reverse and italic. Until they are set, they equal the text colour.
const markColors = 5

// colorTable holds the colours that queries report, and the colours set by the child,
// in which its text is drawn ([Terminal.Recolor]).
type colorTable struct {
	own     Colors
	special [specialColors]grid.Color // set by the child, else the default
	marks   [markColors]grid.Color    // likewise
	changed map[uint8]grid.Color      // likewise, of the 256
}

// defaultSpecial are the default colours of text, background and cursor.
var defaultSpecial = [...]grid.Color{grid.RGB(0xd0, 0xd0, 0xd0), grid.RGB(0, 0, 0), grid.RGB(0xd0, 0xd0, 0xd0)}

// reset removes the colours that the child has set.
func (c *colorTable) reset(own Colors) { *c = colorTable{own: own} }

// specialColor returns one of the special colours.
func (c *colorTable) specialColor(i int) grid.Color {
	if c.special[i] != grid.DefaultColor {
		return c.special[i]
	}
	if standIn[i] != i {
		return c.specialColor(standIn[i])
	}
	own := [...]grid.Color{c.own.Foreground, c.own.Background, c.own.Cursor}[i]
	if _, _, _, ok := own.RGB(); ok {
		return own
	}
	return defaultSpecial[i]
}

// markColor returns one of the colours for marks.
func (c *colorTable) markColor(i int) grid.Color {
	if c.marks[i] != grid.DefaultColor {
		return c.marks[i]
	}
	return c.specialColor(foreground)
}

// SetColors changes the terminal's own colours, for instance to those that the outer
// terminal reported. Colours set by the child stay. With mode 2031 set, the child gets a
// report if the terminal turned from dark to light or the reverse.
func (t *Terminal) SetColors(c Colors) {
	was := t.colors.scheme()
	t.opts.Colors, t.colors.own = c, c
	if t.inner.schemeReports && t.colors.scheme() != was {
		t.reportScheme()
	}
}

// Recolored reports whether the child has set colours for its text (OSC 4, 10, 11).
func (t *Terminal) Recolored() bool {
	c := &t.colors
	return len(c.changed) > 0 || c.special[foreground] != 0 || c.special[background] != 0
}

// Recolor returns a style with the child's colours in place of palette numbers and
// default colours.
func (t *Terminal) Recolor(s grid.Style) grid.Style {
	c := &t.colors
	s.FG = c.drawn(s.FG, c.special[foreground])
	s.BG = c.drawn(s.BG, c.special[background])
	s.UL = c.drawn(s.UL, grid.DefaultColor)
	return s
}

// drawn returns the colour to draw v in; instead replaces the default colour.
func (c *colorTable) drawn(v, instead grid.Color) grid.Color {
	if v == grid.DefaultColor {
		return instead
	}
	if n, ok := v.Index(); ok {
		if set, ok := c.changed[n]; ok {
			return set
		}
	}
	return v
}

// recolor gives all rows new generations, since the child has changed its colours.
func (t *Terminal) recolor() {
	for _, s := range []*screen{t.main, t.alt} {
		if s == nil {
			continue
		}
		for y := range s.rows {
			t.gen++
			s.line(y).gen = t.gen
		}
	}
	t.gen++
}

// oscColors sets or reports special colours. OSC 10 ; spec ST to OSC 19. Further specs
// are for the colours that follow.
func (t *Terminal) oscColors(n int, b []byte) {
	for _, spec := range bytes.Split(b, []byte{';'}) {
		i := n - 10
		if i >= specialColors {
			return
		}
		if string(spec) == "?" {
			t.replyColor(strconv.Itoa(n), t.colors.specialColor(i))
		} else if c, ok := parseColor(string(spec)); ok {
			t.setSpecialColor(i, c)
		}
		n++
	}
}

// setSpecialColor sets a special colour; [grid.DefaultColor] restores the terminal's own
// (OSC 110 to 119).
func (t *Terminal) setSpecialColor(i int, c grid.Color) {
	if t.colors.special[i] == c {
		return
	}
	t.colors.special[i] = c
	if i <= background {
		t.recolor()
	}
}

// oscPalette sets or reports entries of the 256 colours, and after them the colours for
// marks. OSC 4 ; n ; spec ; ... ST.
func (t *Terminal) oscPalette(b []byte) {
	eachColor(b, func(n int, spec string) bool {
		switch {
		case n >= 256:
			return t.oscMark("4;"+strconv.Itoa(n), n-256, spec)
		case spec == "?":
			t.replyColor(fmt.Sprintf("4;%d", n), t.colors.entry(uint8(n)))
		default:
			if c, ok := parseColor(spec); ok {
				t.setPaletteColor(uint8(n), c)
			}
		}
		return true
	})
}

// oscMarks sets or reports the colours for marks. OSC 5 ; n ; spec ; ... ST.
func (t *Terminal) oscMarks(b []byte) {
	eachColor(b, func(n int, spec string) bool { return t.oscMark("5;"+strconv.Itoa(n), n, spec) })
}

// oscMark sets or reports colour i for marks, and returns whether it exists.
func (t *Terminal) oscMark(what string, i int, spec string) bool {
	if i >= markColors {
		return false
	}
	if spec == "?" {
		t.replyColor(what, t.colors.markColor(i))
	} else if c, ok := parseColor(spec); ok {
		t.colors.marks[i] = c
	}
	return true
}

// eachColor calls f with each pair of number and spec in b, until f returns false or a
// number is invalid.
func eachColor(b []byte, f func(n int, spec string) bool) {
	parts := bytes.Split(b, []byte{';'})
	for ; len(parts) >= 2; parts = parts[2:] {
		n, err := strconv.ParseUint(string(parts[0]), 10, 16)
		if err != nil || !f(int(n), string(parts[1])) {
			return
		}
	}
}

func (t *Terminal) setPaletteColor(n uint8, v grid.Color) {
	if t.colors.changed == nil {
		t.colors.changed = map[uint8]grid.Color{}
	}
	if t.colors.changed[n] != v {
		t.colors.changed[n] = v
		t.recolor()
	}
}

// resetPalette resets the entries named or, if none is named, all of them and the colours
// for marks. OSC 104.
func (t *Terminal) resetPalette(b []byte) {
	before := len(t.colors.changed)
	if len(b) == 0 {
		t.colors.changed = nil
		t.colors.resetMarks(nil)
	}
	eachNumber(b, func(n int) {
		if n < 256 {
			delete(t.colors.changed, uint8(n))
		} else {
			t.colors.resetMark(n - 256)
		}
	})
	if len(t.colors.changed) != before {
		t.recolor()
	}
}

// resetMarks resets the named colours for marks, or all if none is named. OSC 105.
func (c *colorTable) resetMarks(b []byte) {
	if len(b) == 0 {
		c.marks = [markColors]grid.Color{}
	}
	eachNumber(b, c.resetMark)
}

func (c *colorTable) resetMark(i int) {
	if i < markColors {
		c.marks[i] = grid.DefaultColor
	}
}

// eachNumber calls f with the numbers of b.
func eachNumber(b []byte, f func(n int)) {
	for _, p := range bytes.Split(b, []byte{';'}) {
		if n, err := strconv.ParseUint(string(p), 10, 16); err == nil {
			f(int(n))
		}
	}
}

// entry returns one of the 256 colours: the child's, else the terminal's, else xterm's.
func (c *colorTable) entry(n uint8) grid.Color {
	if v, ok := c.changed[n]; ok {
		return v
	}
	if n < 16 && c.own.Palette[n] != grid.DefaultColor {
		return c.own.Palette[n]
	}
	return grid.RGB(grid.PaletteRGB(n))
}

// replyColor answers with a colour. It ends with BEL if the question did, else with ST.
func (t *Terminal) replyColor(what string, c grid.Color) {
	end := "\x1b\\"
	if t.parser.bell {
		end = "\a"
	}
	r, g, b, _ := c.RGB()
	t.reply(fmt.Sprintf("\x1b]%s;rgb:%02x%02x/%02x%02x/%02x%02x%s", what, r, r, g, g, b, b, end))
}

// reportScheme reports whether the background is dark (1) or light (2). It answers CSI ?
// 996 n, and notifies programs that set mode 2031.
func (t *Terminal) reportScheme() {
	t.reply(fmt.Sprintf("\x1b[?997;%dn", t.colors.scheme()))
}

// scheme is 1 for a dark background, 2 for a light one.
func (c *colorTable) scheme() int {
	r, g, b, _ := c.specialColor(background).RGB()
	if 299*int(r)+587*int(g)+114*int(b) > 127_500 {
		return 2
	}
	return 1
}

// parseColor parses a colour in X11 notation.
func parseColor(s string) (grid.Color, bool) {
	r, g, b, ok := colorspec.Parse(s)
	return grid.RGB(r, g, b), ok
}

// reportColor appends a colour as parameters of SGR.
func reportColor(b *strings.Builder, what int, c grid.Color) {
	n, ok := c.Index()
	switch {
	case !ok:
	case n < 8 && what != 58:
		fmt.Fprintf(b, ";%d", what-8+int(n))
	case n < 16 && what != 58:
		fmt.Fprintf(b, ";%d", what+52-8+int(n))
	default:
		fmt.Fprintf(b, ";%d:5:%d", what, n)
	}
	if r, g, bl, ok := c.RGB(); ok {
		fmt.Fprintf(b, ";%d:2::%d:%d:%d", what, r, g, bl)
	}
}
