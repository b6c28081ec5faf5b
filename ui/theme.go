package ui

import (
	"image/color"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
)

// theme is how the chrome looks. It says nothing by colour alone, and reverse
// video instead of coloured backgrounds keeps the contrast of the terminal's own
// colours.
type theme struct {
	bar, tab, activeTab          grid.Style
	border, activeBorder         grid.Style
	title, activeTitle           grid.Style
	status, chip, prefix, notice grid.Style
	hint, footer                 grid.Style
	match, matchHere, where      grid.Style
	accent, muted                grid.Color
}

func defaultTheme() theme { return themeOn(grid.DefaultColor, grid.DefaultColor) }

// themeOn is the theme for a terminal with these colours of its own, which may be
// unknown ([grid.DefaultColor]).
func themeOn(fg, bg grid.Color) theme {
	accent, muted := grid.Indexed(6), grid.Indexed(8)
	if isLight(bg) {
		accent = grid.Indexed(4) // cyan on white is hardly there
	}
	if mixed, ok := mix(fg, bg); ok {
		muted = mixed // the palette's grey is the background of some themes
	}
	return theme{
		activeTab:    grid.Style{Attrs: grid.Bold | grid.Reverse},
		border:       grid.Style{FG: muted},
		activeBorder: grid.Style{FG: accent},
		title:        grid.Style{FG: muted},
		activeTitle:  grid.Style{Attrs: grid.Bold | grid.Reverse},
		chip:         grid.Style{FG: accent, Attrs: grid.Bold},
		prefix:       grid.Style{Attrs: grid.Bold | grid.Reverse},
		notice:       grid.Style{Attrs: grid.Bold},
		hint:         grid.Style{FG: muted},
		footer:       grid.Style{Attrs: grid.Reverse},
		// Underlined, so that they show without colours too.
		match:     grid.Style{FG: grid.Indexed(0), BG: grid.Indexed(3), Underline: grid.SingleUnderline},
		matchHere: grid.Style{FG: grid.Indexed(0), BG: grid.Indexed(13), Attrs: grid.Bold, Underline: grid.SingleUnderline},
		where:     grid.Style{Attrs: grid.Bold | grid.Reverse},
		accent:    accent,
		muted:     muted,
	}
}

// isLight reports whether a colour is known to be a light one (ITU-R BT.601 luma).
func isLight(c grid.Color) bool {
	r, g, b, ok := c.RGB()
	return ok && 299*int(r)+587*int(g)+114*int(b) > 128*1000
}

// mix is a colour between two known ones, nearer to the first, so that text in it
// can still be read on the second.
func mix(fg, bg grid.Color) (grid.Color, bool) {
	fr, fgr, fb, known := fg.RGB()
	br, bgr, bb, also := bg.RGB()
	part := func(a, b uint8) uint8 { return uint8((int(a)*11 + int(b)*9) / 20) }
	return grid.RGB(part(fr, br), part(fgr, bgr), part(fb, bb)), known && also
}

// looks are the styles of dialogs.
type looks struct{ box, head, dim, key, selected lipgloss.Style }

func (t theme) looks() looks {
	accent, muted := paint(t.accent), paint(t.muted)
	return looks{
		box:  lipgloss.NewStyle().Border(lipgloss.RoundedBorder()).BorderForeground(accent).Padding(0, 1),
		head: lipgloss.NewStyle().Bold(true),
		dim:  lipgloss.NewStyle().Foreground(muted),
		key:  lipgloss.NewStyle().Bold(true).Foreground(accent),
		// Reverse video shows without colours too.
		selected: lipgloss.NewStyle().Reverse(true),
	}
}

// paint is a colour as lipgloss takes it.
func paint(c grid.Color) color.Color {
	if i, ok := c.Index(); ok {
		return lipgloss.ANSIColor(i)
	}
	r, g, b, _ := c.RGB()
	return color.RGBA{R: r, G: g, B: b, A: 255}
}
