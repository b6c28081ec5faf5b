package screen

import (
	"strings"

	"dormer/session/grid"
)

// Profile is the set of colours that the outer terminal can show.
type Profile uint8

const (
	// NoColor terminals show attributes only.
	NoColor Profile = iota
	// Color16 terminals show the eight colours and their bright forms.
	Color16
	// Color256 terminals show the xterm palette.
	Color256
	// TrueColor terminals show 24-bit colours.
	TrueColor
)

func (p Profile) String() string {
	switch p {
	case Color16:
		return "16 colours"
	case Color256:
		return "256 colours"
	case TrueColor:
		return "true colour"
	}
	return "no colours"
}

// profileOf reads the profile from the environment: first NO_COLOR (any value that is not empty),
// then COLORTERM, then the name of the terminal.
func profileOf(env func(string) string) Profile {
	term := env("TERM")
	switch {
	case env("NO_COLOR") != "":
		return NoColor
	case env("COLORTERM") == "truecolor", env("COLORTERM") == "24bit":
		return TrueColor
	case strings.HasSuffix(term, "-direct"), modernTerm(term):
		return TrueColor
	case strings.Contains(term, "256color"):
		return Color256
	case strings.HasPrefix(term, "vt"):
		return NoColor
	}
	return Color16
}

// downgrade returns the nearest colour that the profile can show.
func (p Profile) downgrade(c grid.Color) grid.Color {
	if p == TrueColor || c.IsDefault() {
		return c
	}
	if p == NoColor {
		return grid.DefaultColor
	}
	if r, g, b, ok := c.RGB(); ok {
		c = grid.Indexed(nearest(r, g, b, p))
	}
	if i, ok := c.Index(); ok && p == Color16 && i >= 16 {
		r, g, b := grid.PaletteRGB(i)
		c = grid.Indexed(nearest(r, g, b, p))
	}
	return c
}

// nearest returns the closest entry of the fixed part of the palette: 16 to 255 for 256
// colours (programs redefine the first sixteen), else 0 to 15.
func nearest(r, g, b uint8, p Profile) uint8 {
	first, last := 0, 15
	if p == Color256 {
		first, last = 16, 255
	}
	best, distance := first, 1<<30
	for i := first; i <= last; i++ {
		pr, pg, pb := grid.PaletteRGB(uint8(i))
		if d := colorDistance(r, g, b, pr, pg, pb); d < distance {
			best, distance = i, d
		}
	}
	return uint8(best)
}

// colorDistance returns the "redmean" distance, a cheap approximation of perceived difference,
// plus a penalty for another hue: a pale yellow becomes a darker pale yellow rather than an
// equally light orange.
func colorDistance(r1, g1, b1, r2, g2, b2 uint8) int {
	mean := (int(r1) + int(r2)) / 2
	r, g, b := int(r1)-int(r2), int(g1)-int(g2), int(b1)-int(b2)
	return (512+mean)*r*r>>8 + 4*g*g + (767-mean)*b*b>>8 + 2*(r-g)*(r-g) + 2*(g-b)*(g-b)
}
