package screen

import (
	"strings"

	"dormer/session/grid"
)

// Profile says which colours the outer terminal can show.
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

// profileOf reads the profile from the environment: NO_COLOR (any value but the
// empty one) wins, then COLORTERM, then the name of the terminal.
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

// downgrade is the nearest colour that the profile can show.
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
		r, g, b := paletteRGB(i)
		c = grid.Indexed(nearest(r, g, b, p))
	}
	return c
}

// nearest is the entry of the fixed part of the palette that is closest to a
// colour: 16 to 255 for 256 colours (programs redefine the first sixteen), else
// 0 to 15.
func nearest(r, g, b uint8, p Profile) uint8 {
	first, last := 0, 15
	if p == Color256 {
		first, last = 16, 255
	}
	best, distance := first, 1<<30
	for i := first; i <= last; i++ {
		pr, pg, pb := paletteRGB(uint8(i))
		if d := colorDistance(r, g, b, pr, pg, pb); d < distance {
			best, distance = i, d
		}
	}
	return uint8(best)
}

// colorDistance is the "redmean" distance, a cheap one that follows the eye.
func colorDistance(r1, g1, b1, r2, g2, b2 uint8) int {
	mean := (int(r1) + int(r2)) / 2
	r, g, b := int(r1)-int(r2), int(g1)-int(g2), int(b1)-int(b2)
	return (512+mean)*r*r>>8 + 4*g*g + (767-mean)*b*b>>8
}

// basic holds the first sixteen colours as xterm shows them by default.
var basic = [16][3]uint8{
	{0, 0, 0}, {205, 0, 0}, {0, 205, 0}, {205, 205, 0},
	{0, 0, 238}, {205, 0, 205}, {0, 205, 205}, {229, 229, 229},
	{127, 127, 127}, {255, 0, 0}, {0, 255, 0}, {255, 255, 0},
	{92, 92, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255},
}

// paletteRGB is entry i of xterm's palette of 256 colours: sixteen basic ones, a
// cube of 6x6x6 and 24 greys.
func paletteRGB(i uint8) (r, g, b uint8) {
	switch {
	case i < 16:
		return basic[i][0], basic[i][1], basic[i][2]
	case i >= 232:
		grey := 8 + 10*(i-232)
		return grey, grey, grey
	}
	i -= 16
	return cubeLevel(i / 36), cubeLevel(i / 6 % 6), cubeLevel(i % 6)
}

func cubeLevel(i uint8) uint8 {
	if i == 0 {
		return 0
	}
	return 55 + 40*i
}
