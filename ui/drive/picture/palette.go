//go:build linux

package picture

import (
	"image/color"

	"dormer/session/grid"
)

// The colours of a picture: text, ground, and the 16 that programs name.
var (
	foreground = color.RGBA{0xcd, 0xd6, 0xf4, 0xff}
	background = color.RGBA{0x1e, 0x1e, 0x2e, 0xff}
	named      = [16]color.RGBA{
		{0x45, 0x47, 0x5a, 0xff}, {0xf3, 0x8b, 0xa8, 0xff}, {0xa6, 0xe3, 0xa1, 0xff}, {0xf9, 0xe2, 0xaf, 0xff},
		{0x89, 0xb4, 0xfa, 0xff}, {0xf5, 0xc2, 0xe7, 0xff}, {0x94, 0xe2, 0xd5, 0xff}, {0xba, 0xc2, 0xde, 0xff},
		{0x6c, 0x70, 0x86, 0xff}, {0xf3, 0x8b, 0xa8, 0xff}, {0xa6, 0xe3, 0xa1, 0xff}, {0xf9, 0xe2, 0xaf, 0xff},
		{0x89, 0xb4, 0xfa, 0xff}, {0xf5, 0xc2, 0xe7, 0xff}, {0x94, 0xe2, 0xd5, 0xff}, {0xff, 0xff, 0xff, 0xff},
	}
)

// resolve is the colour that a cell's colour means; def stands for the default.
func resolve(c grid.Color, def color.RGBA) color.RGBA {
	if r, g, b, ok := c.RGB(); ok {
		return color.RGBA{r, g, b, 0xff}
	}
	if i, ok := c.Index(); ok {
		return indexed(int(i))
	}
	return def
}

// indexed is entry i of the 256 colours: 16 named ones, a cube of 6 by 6 by 6,
// and 24 greys.
func indexed(i int) color.RGBA {
	switch {
	case i < 16:
		return named[i]
	case i < 232:
		i -= 16
		return color.RGBA{level(i / 36), level(i / 6 % 6), level(i % 6), 0xff}
	}
	grey := uint8(8 + 10*(i-232))
	return color.RGBA{grey, grey, grey, 0xff}
}

func level(i int) uint8 {
	if i == 0 {
		return 0
	}
	return uint8(55 + 40*i)
}

// mix is the colour between two, with share of a.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(float64(x)*share + float64(y)*(1-share)) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// look is how a cell is drawn.
type look struct {
	fg, bg, ul       color.RGBA
	bold, italic     bool
	strike, overline bool
	underline        grid.Underline
	hidden           bool
}

func lookOf(s grid.Style) look {
	l := look{
		fg: resolve(s.FG, foreground), bg: resolve(s.BG, background),
		bold: s.Attrs&grid.Bold != 0, italic: s.Attrs&grid.Italic != 0,
		strike: s.Attrs&grid.Strike != 0, overline: s.Attrs&grid.Overline != 0,
		underline: s.Underline, hidden: s.Attrs&grid.Conceal != 0,
	}
	if s.Attrs&grid.Reverse != 0 {
		l.fg, l.bg = l.bg, l.fg
	}
	if s.Attrs&grid.Faint != 0 {
		l.fg = mix(l.fg, l.bg, 0.6)
	}
	l.ul = resolve(s.UL, l.fg)
	return l
}
