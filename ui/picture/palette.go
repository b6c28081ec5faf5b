package picture

import (
	"image/color"

	"dormer/session/grid"
)

// Colors are the colours of a picture: text, background, and the 16 basic ones.
type Colors struct {
	Foreground, Background color.RGBA
	Named                  [16]color.RGBA
}

// Dark and Light are colours for dark and for light pages.
var (
	Dark = Colors{
		Foreground: rgb(0xcdd6f4), Background: rgb(0x1e1e2e),
		Named: [16]color.RGBA{
			rgb(0x45475a), rgb(0xf38ba8), rgb(0xa6e3a1), rgb(0xf9e2af), rgb(0x89b4fa), rgb(0xf5c2e7), rgb(0x94e2d5), rgb(0xbac2de),
			rgb(0x6c7086), rgb(0xf38ba8), rgb(0xa6e3a1), rgb(0xf9e2af), rgb(0x89b4fa), rgb(0xf5c2e7), rgb(0x94e2d5), rgb(0xffffff),
		},
	}
	Light = Colors{
		Foreground: rgb(0x4c4f69), Background: rgb(0xeff1f5),
		Named: [16]color.RGBA{
			rgb(0x5c5f77), rgb(0xd20f39), rgb(0x40a02b), rgb(0xdf8e1d), rgb(0x1e66f5), rgb(0xea76cb), rgb(0x179299), rgb(0xacb0be),
			rgb(0x8c8fa1), rgb(0xd20f39), rgb(0x40a02b), rgb(0xdf8e1d), rgb(0x1e66f5), rgb(0xea76cb), rgb(0x179299), rgb(0x4c4f69),
		},
	}
)

func rgb(n uint32) color.RGBA { return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 0xff} }

// resolve returns a cell's colour; def stands for the default.
func (p Colors) resolve(c grid.Color, def color.RGBA) color.RGBA {
	if r, g, b, ok := c.RGB(); ok {
		return color.RGBA{r, g, b, 0xff}
	}
	if i, ok := c.Index(); ok {
		return p.indexed(i)
	}
	return def
}

// indexed returns entry i of the 256 colours.
func (p Colors) indexed(i uint8) color.RGBA {
	if i < 16 {
		return p.Named[i]
	}
	r, g, b := grid.PaletteRGB(i)
	return color.RGBA{r, g, b, 0xff}
}

// mix returns the colour between two, with share of a.
func mix(a, b color.RGBA, share float64) color.RGBA {
	part := func(x, y uint8) uint8 { return uint8(float64(x)*share + float64(y)*(1-share)) }
	return color.RGBA{part(a.R, b.R), part(a.G, b.G), part(a.B, b.B), 0xff}
}

// look holds the resolved colours and attributes of a cell.
type look struct {
	fg, bg, ul       color.RGBA
	bold, italic     bool
	strike, overline bool
	underline        grid.Underline
	hidden           bool
}

// lines returns the lines under, through and over the text, by their CSS names.
func (l look) lines() (lines []string) {
	if l.underline != grid.NoUnderline {
		lines = append(lines, "underline")
	}
	if l.strike {
		lines = append(lines, "line-through")
	}
	if l.overline {
		lines = append(lines, "overline")
	}
	return lines
}

func (p Colors) lookOf(s grid.Style) look {
	l := look{
		fg: p.resolve(s.FG, p.Foreground), bg: p.resolve(s.BG, p.Background),
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
	l.ul = p.resolve(s.UL, l.fg)
	return l
}
