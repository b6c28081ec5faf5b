package screen

import "dormer/session/grid"

// withoutColors returns the attributes of s for a terminal without colours. Programs highlight
// selections, matches and errors by backgrounds, for which such a terminal only has
// reverse video: it is set if the background is lighter than the text, or, for text of the default
// colour, if the background is not nearly black.
func withoutColors(s grid.Style) grid.Attrs {
	reversed := s.Attrs&grid.Reverse != 0
	text, background := s.FG, s.BG
	if reversed {
		text, background = background, text
	}
	switch {
	case text.IsDefault() && background.IsDefault():
	case reversed && (text.IsDefault() || background.IsDefault()):
	case background.IsDefault():
	case text.IsDefault():
		reversed = !nearlyBlack(background)
	default:
		reversed = lightness(background) > lightness(text)
	}
	if reversed {
		return s.Attrs | grid.Reverse
	}
	return s.Attrs &^ grid.Reverse
}

// rgbOf returns a colour that is not the default as xterm shows it.
func rgbOf(c grid.Color) (r, g, b uint8) {
	if i, ok := c.Index(); ok {
		return grid.PaletteRGB(i)
	}
	r, g, b, _ = c.RGB()
	return r, g, b
}

func nearlyBlack(c grid.Color) bool {
	r, g, b := rgbOf(c)
	return max(r, g, b) < 0x40
}

// lightness returns the perceived lightness of a colour, from 0 to 255 (the luma of
// ITU-R BT.709).
func lightness(c grid.Color) int {
	r, g, b := rgbOf(c)
	return (2126*int(r) + 7152*int(g) + 722*int(b)) / 10000
}

// legibleText returns the text colour of s, a style that was reduced to fewer colours from
// before. If two different colours have become the same, the text is black or white, so
// that it can be read.
func legibleText(s, before grid.Style) grid.Color {
	switch {
	case s.FG != s.BG, s.FG.IsDefault(), before.FG == before.BG:
		return s.FG
	case lightness(before.FG) < lightness(before.BG) && !nearlyBlack(s.BG), lightness(s.BG) > 0xe0:
		return grid.Indexed(0)
	}
	return grid.Indexed(15)
}
