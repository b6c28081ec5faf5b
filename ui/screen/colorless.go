package screen

import "dormer/session/grid"

// withoutColors is the attributes of s for a terminal that shows no colours.
// Programs show by a background what is selected, found or wrong, and on such a
// terminal reverse video is all that can: where the background is lighter than
// the text, or anything but nearly black behind text of the default colour.
// What is as dark as the terminal's own background is drawn as that.
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

// rgbOf is a colour that is not the default one as xterm shows it.
func rgbOf(c grid.Color) (r, g, b uint8) {
	if i, ok := c.Index(); ok {
		return paletteRGB(i)
	}
	r, g, b, _ = c.RGB()
	return r, g, b
}

func nearlyBlack(c grid.Color) bool {
	r, g, b := rgbOf(c)
	return max(r, g, b) < 0x40
}

// lightness is how light a colour is to the eye, from 0 to 255 (the luma of
// ITU-R BT.709).
func lightness(c grid.Color) int {
	r, g, b := rgbOf(c)
	return (2126*int(r) + 7152*int(g) + 722*int(b)) / 10000
}

// apart is the colour for the text of s, whose colours are those of before where
// there were more: where two that differed have become one, black or white, so
// that what could be read still can.
func apart(s, before grid.Style) grid.Color {
	switch {
	case s.FG != s.BG, s.FG.IsDefault(), before.FG == before.BG:
		return s.FG
	case lightness(before.FG) < lightness(before.BG) && !nearlyBlack(s.BG), lightness(s.BG) > 0xe0:
		return grid.Indexed(0)
	}
	return grid.Indexed(15)
}
