package ui

import (
	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/config"
)

// theme is how the chrome looks. It says nothing by colour alone: what is active is
// in reverse video, which shows where there are no colours too.
type theme struct {
	bar, tab, activeTab          grid.Style
	border, activeBorder         grid.Style
	title, activeTitle           grid.Style
	status, chip, prefix, notice grid.Style
	hint, footer                 grid.Style
	match, matchHere, where      grid.Style
	sync                         grid.Style // of what is typed into several panes
	accent, muted                grid.Color
	selected                     grid.Style
	borders                      config.Borders
	ascii                        bool
}

// themeOf is the configured theme for a terminal with these colours of its own, which
// may be unknown ([grid.DefaultColor]).
func themeOf(c config.Theme, fg, bg grid.Color) theme {
	p, ok := paletteOf(themeName(c, bg))
	if !ok {
		p = terminalPalette(fg, bg)
	}
	p.override(c.Colors)
	t := p.theme()
	t.borders, t.ascii = c.Borders, c.ASCII
	return t
}

// themeName is the theme for a terminal of a background, which may be unknown.
func themeName(c config.Theme, bg grid.Color) string {
	_, _, _, known := bg.RGB()
	switch {
	case known && isLight(bg) && c.Light != "":
		return c.Light
	case known && !isLight(bg) && c.Dark != "":
		return c.Dark
	}
	return c.Name
}

// black is what is written in on the colours that light things up.
var black = grid.Indexed(0)

// theme is the styles that are made of the colours.
func (p palette) theme() theme {
	// Reversed, so that it shows without colours; with them the two have changed
	// places.
	active := grid.Style{FG: p.active, BG: p.activeText, Attrs: grid.Reverse}
	bold := active
	bold.Attrs |= grid.Bold
	bar := grid.Style{FG: p.barText, BG: p.bar}
	return theme{
		bar:          bar,
		tab:          bar,
		activeTab:    bold,
		border:       grid.Style{FG: p.border},
		activeBorder: grid.Style{FG: p.activeBorder},
		title:        grid.Style{FG: p.muted},
		activeTitle:  bold,
		status:       bar,
		chip:         grid.Style{FG: p.accent, BG: p.bar, Attrs: grid.Bold},
		prefix:       bold,
		notice:       grid.Style{FG: p.barText, BG: p.bar, Attrs: grid.Bold},
		hint:         grid.Style{FG: p.barMuted, BG: p.bar},
		footer:       active,
		// Underlined, so that they show without colours too. Black text is never bold:
		// many terminals make that grey, which cannot be read on colours.
		match:     grid.Style{FG: black, BG: grid.Indexed(3), Underline: grid.SingleUnderline},
		matchHere: grid.Style{FG: grid.Indexed(13), BG: black, Attrs: grid.Reverse, Underline: grid.SingleUnderline},
		where:     bold,
		sync:      grid.Style{FG: grid.Indexed(3), BG: black, Attrs: grid.Bold | grid.Reverse},
		accent:    p.accent,
		muted:     p.muted,
		selected:  active,
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

// looks are the styles of dialogs, and what their frames are made of.
type looks struct {
	edge, head, dim, key, selected, off ink
	frame                               lipgloss.Border
	reader                              bool // see accessible.go
}

func (t theme) looks() looks {
	muted := grid.Style{FG: t.muted}
	off := muted
	off.Attrs = grid.Reverse
	return looks{
		edge:  inkOf(grid.Style{FG: t.accent}),
		head:  inkOf(grid.Style{Attrs: grid.Bold}),
		dim:   inkOf(muted),
		key:   inkOf(grid.Style{FG: t.accent, Attrs: grid.Bold}),
		frame: t.frame(),
		// Reverse video shows without colours too. Off is what is selected and cannot
		// be done.
		selected: inkOf(grid.Style{FG: t.selected.FG, BG: t.selected.BG, Attrs: grid.Reverse}),
		off:      inkOf(off),
	}
}

// frame is the border of dialogs.
func (t theme) frame() lipgloss.Border {
	if t.ascii {
		return lipgloss.ASCIIBorder()
	}
	switch t.borders {
	case config.Single:
		return lipgloss.NormalBorder()
	case config.Double:
		return lipgloss.DoubleBorder()
	case config.NoBorders:
		return lipgloss.HiddenBorder()
	case config.HeavyActive, config.Rounded:
	}
	return lipgloss.RoundedBorder()
}
