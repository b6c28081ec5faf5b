package vt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// Colors are the terminal's own colours, as 24-bit values: what a child is told
// that asks for them, until it sets them itself. Those that are
// [grid.DefaultColor] are not known: a light grey on black, and xterm's sixteen.
type Colors struct {
	Foreground, Background, Cursor grid.Color
	// Palette are the first sixteen colours (SGR 30 to 37 and 90 to 97).
	Palette [16]grid.Color
}

// The colours besides the 256, by number: those of OSC 10, 11 and 12.
const (
	foreground = iota
	background
	cursorColor
	specialColors // how many there are
)

// colorTable holds the colours that queries are answered with, and those that the
// child set, in which its text is drawn ([Terminal.Recolor]).
type colorTable struct {
	own     Colors
	special [specialColors]grid.Color // set by the child, else the default
	changed map[uint8]grid.Color      // likewise, of the 256
}

var defaultSpecial = [specialColors]grid.Color{grid.RGB(0xd0, 0xd0, 0xd0), grid.RGB(0, 0, 0), grid.RGB(0xd0, 0xd0, 0xd0)}

// reset forgets what the child set.
func (c *colorTable) reset(own Colors) { *c = colorTable{own: own} }

// specialColor is one of the colours besides the 256.
func (c *colorTable) specialColor(i int) grid.Color {
	own := [specialColors]grid.Color{c.own.Foreground, c.own.Background, c.own.Cursor}
	for _, v := range []grid.Color{c.special[i], own[i]} {
		if _, _, _, ok := v.RGB(); ok {
			return v
		}
	}
	return defaultSpecial[i]
}

// SetColors changes what colour queries are answered with, as when the outer
// terminal said what its colours are; what the child set stays. A child that asked
// for it (mode 2031) is told when that makes a dark terminal light, or the reverse.
func (t *Terminal) SetColors(c Colors) {
	was := t.colors.scheme()
	t.opts.Colors, t.colors.own = c, c
	if t.inner.schemeReports && t.colors.scheme() != was {
		t.reportScheme()
	}
}

// Recolored reports whether the child set colours of its own, which its text is
// to be drawn in (OSC 4, 10, 11).
func (t *Terminal) Recolored() bool {
	c := &t.colors
	return len(c.changed) > 0 || c.special[foreground] != 0 || c.special[background] != 0
}

// Recolor is a style with the colours that the child set, in the place of the
// numbers that it gave them.
func (t *Terminal) Recolor(s grid.Style) grid.Style {
	c := &t.colors
	s.FG = c.drawn(s.FG, c.special[foreground])
	s.BG = c.drawn(s.BG, c.special[background])
	s.UL = c.drawn(s.UL, grid.DefaultColor)
	return s
}

// drawn is the colour that v is drawn in; instead is what the default is.
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

// recolor draws everything again after the child changed its colours.
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

// oscColors sets or tells the foreground, background and cursor colour. OSC 10 ;
// spec ST; further specs are for the colours that follow.
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

// setSpecialColor is what the child makes of a colour besides the 256: the default
// for the terminal's own. OSC 110 to 112 take one back.
func (t *Terminal) setSpecialColor(i int, c grid.Color) {
	if t.colors.special[i] != c {
		t.colors.special[i] = c
		t.recolor()
	}
}

// oscPalette sets or tells entries of the 256 colours. OSC 4 ; n ; spec ; ... ST.
func (t *Terminal) oscPalette(b []byte) {
	parts := bytes.Split(b, []byte{';'})
	for ; len(parts) >= 2; parts = parts[2:] {
		n, err := strconv.ParseUint(string(parts[0]), 10, 8)
		if err != nil {
			return
		}
		if string(parts[1]) == "?" {
			t.replyColor(fmt.Sprintf("4;%d", n), t.colors.entry(uint8(n)))
		} else if c, ok := parseColor(string(parts[1])); ok {
			t.setPaletteColor(uint8(n), c)
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

// resetPalette takes back what was set: the entries named, or all. OSC 104.
func (t *Terminal) resetPalette(b []byte) {
	if len(t.colors.changed) > 0 {
		t.colors.resetPalette(b)
		t.recolor()
	}
}

func (c *colorTable) resetPalette(b []byte) {
	if len(b) == 0 {
		c.changed = nil
	}
	for _, p := range bytes.Split(b, []byte{';'}) {
		if n, err := strconv.ParseUint(string(p), 10, 8); err == nil {
			delete(c.changed, uint8(n))
		}
	}
}

// entry is one of the 256 colours: as the child set it, as the terminal has it, or
// as xterm has it.
func (c *colorTable) entry(n uint8) grid.Color {
	if v, ok := c.changed[n]; ok {
		return v
	}
	switch {
	case n < 16 && c.own.Palette[n] != grid.DefaultColor:
		return c.own.Palette[n]
	case n < 16:
		v := basicColors[n]
		return grid.RGB(uint8(v>>16), uint8(v>>8), uint8(v))
	case n < 232:
		n -= 16
		return grid.RGB(cube(n/36), cube(n/6%6), cube(n%6))
	}
	grey := 8 + 10*(n-232)
	return grid.RGB(grey, grey, grey)
}

func cube(n uint8) uint8 {
	if n == 0 {
		return 0
	}
	return 55 + 40*n
}

var basicColors = [16]uint32{
	0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
	0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
}

func (t *Terminal) replyColor(what string, c grid.Color) {
	r, g, b, _ := c.RGB()
	t.reply(fmt.Sprintf("\x1b]%s;rgb:%02x%02x/%02x%02x/%02x%02x\x1b\\", what, r, r, g, g, b, b))
}

// reportScheme answers whether the background is dark (1) or light (2). CSI ? 996 n,
// and mode 2031 without being asked.
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

// parseColor reads a colour as XParseColor has them: rgb:r/g/b with one to four
// hexadecimal digits each, or #rrggbb.
func parseColor(s string) (grid.Color, bool) {
	if hex, ok := strings.CutPrefix(s, "#"); ok && len(hex) == 6 {
		v, err := strconv.ParseUint(hex, 16, 24)
		return grid.RGB(uint8(v>>16), uint8(v>>8), uint8(v)), err == nil
	}
	rest, ok := strings.CutPrefix(s, "rgb:")
	parts := strings.Split(rest, "/")
	if !ok || len(parts) != 3 {
		return 0, false
	}
	var v [3]uint8
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) > 4 {
			return 0, false
		}
		v[i] = uint8(n * 255 / (1<<(4*len(p)) - 1))
	}
	return grid.RGB(v[0], v[1], v[2]), true
}

// reportColor appends a colour as parameters of SGR.
func reportColor(b *strings.Builder, what int, c grid.Color) {
	if n, ok := c.Index(); ok {
		fmt.Fprintf(b, ";%d:5:%d", what, n)
	}
	if r, g, bl, ok := c.RGB(); ok {
		fmt.Fprintf(b, ";%d:2::%d:%d:%d", what, r, g, bl)
	}
}
