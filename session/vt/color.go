package vt

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"dormer/session/grid"
)

// Colors are the terminal's own colours, as 24-bit values: what a child is told
// that asks for them. A zero value means a light grey on black.
type Colors struct {
	Foreground, Background, Cursor grid.Color
}

// colorTable holds the colours that queries are answered with. Children may set
// them and read them back; what they set is not drawn.
type colorTable struct {
	special [3]grid.Color // foreground, background, cursor
	changed map[uint8]grid.Color
}

var defaultSpecial = [3]grid.Color{grid.RGB(0xd0, 0xd0, 0xd0), grid.RGB(0, 0, 0), grid.RGB(0xd0, 0xd0, 0xd0)}

func (c *colorTable) reset(own Colors) {
	c.changed = nil
	for i := range c.special {
		c.resetSpecial(i, own)
	}
}

func (c *colorTable) resetSpecial(i int, own Colors) {
	c.special[i] = [3]grid.Color{own.Foreground, own.Background, own.Cursor}[i]
	if _, _, _, ok := c.special[i].RGB(); !ok {
		c.special[i] = defaultSpecial[i]
	}
}

// SetColors changes what colour queries are answered with, as when the outer
// terminal said what its colours are.
func (t *Terminal) SetColors(c Colors) {
	t.opts.Colors = c
	for i := range t.colors.special {
		t.colors.resetSpecial(i, c)
	}
}

// oscColors sets or tells the foreground, background and cursor colour. OSC 10 ;
// spec ST; further specs are for the colours that follow.
func (t *Terminal) oscColors(n int, b []byte) {
	for _, spec := range bytes.Split(b, []byte{';'}) {
		i := n - 10
		if i >= len(t.colors.special) {
			return
		}
		if string(spec) == "?" {
			t.replyColor(strconv.Itoa(n), t.colors.special[i])
		} else if c, ok := parseColor(string(spec)); ok {
			t.colors.special[i] = c
		}
		n++
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
			t.colors.set(uint8(n), c)
		}
	}
}

func (c *colorTable) set(n uint8, v grid.Color) {
	if c.changed == nil {
		c.changed = map[uint8]grid.Color{}
	}
	c.changed[n] = v
}

// resetPalette takes back what was set: the entries named, or all. OSC 104.
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

// entry is one of the 256 colours as xterm has them.
func (c *colorTable) entry(n uint8) grid.Color {
	if v, ok := c.changed[n]; ok {
		return v
	}
	switch {
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

// reportScheme answers whether the background is dark (1) or light (2). CSI ? 996 n.
func (t *Terminal) reportScheme() {
	r, g, b, _ := t.colors.special[1].RGB()
	scheme := 1
	if 299*int(r)+587*int(g)+114*int(b) > 127_500 {
		scheme = 2
	}
	t.reply(fmt.Sprintf("\x1b[?997;%dn", scheme))
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
