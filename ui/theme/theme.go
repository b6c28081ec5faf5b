package theme

import (
	"dormer/session/grid"
	"dormer/ui/config"
)

// Theme is the look of the chrome. Nothing depends on colour alone: active elements are in reverse
// video, which also shows without colours.
type Theme struct {
	Bar, Tab, ActiveTab          grid.Style
	Border, ActiveBorder         grid.Style
	Title, ActiveTitle           grid.Style
	Status, Chip, Prefix, Notice grid.Style
	Hint, Footer                 grid.Style
	Match, MatchHere, Where      grid.Style
	Sync                         grid.Style // for input that goes to several panes
	Accent, Muted                grid.Color
	Good, Bad, Warn              grid.Color // for success, failure, and questions
	Selected                     grid.Style
	Surface                      grid.Style // the background of dialogs
	Borders                      config.Borders
	ASCII                        bool
}

// Of returns the configured theme for a terminal with these default colours, which may be unknown
// ([grid.DefaultColor]).
func Of(c config.Theme, fg, bg grid.Color) Theme {
	p, ok := paletteOf(Name(c, bg))
	if !ok {
		p = terminalPalette(fg, bg)
	}
	p.override(c.Colors)
	t := p.theme()
	t.Surface = surface(p.text, p.ground)
	t.Borders, t.ASCII = c.Borders, c.ASCII
	return t
}

// On returns the theme adapted to a terminal: colorless means that it shows no colours, wide that
// its line characters take two columns, which would break every layout.
func (t Theme) On(colorless, wide bool) Theme {
	if colorless {
		t = t.Shadeless()
	}
	t.ASCII = t.ASCII || wide
	return t
}

// Name returns the name of the theme for a terminal with background bg, which may be unknown.
func Name(c config.Theme, bg grid.Color) string {
	_, _, _, known := bg.RGB()
	switch {
	case known && IsLight(bg) && c.Light != "":
		return c.Light
	case known && !IsLight(bg) && c.Dark != "":
		return c.Dark
	}
	return c.Name
}

// black is the text colour on highlights.
var black = grid.Indexed(0)

// theme returns the styles made of the colours.
func (p palette) theme() Theme {
	// Reversed, so that it shows without colours; foreground and background are swapped to make up
	// for that.
	active := grid.Style{FG: p.active, BG: p.activeText, Attrs: grid.Reverse}
	bold := active
	bold.Attrs |= grid.Bold
	bar := grid.Style{FG: p.barText, BG: p.bar}
	return Theme{
		Bar:          bar,
		Tab:          bar,
		ActiveTab:    bold,
		Border:       grid.Style{FG: p.border},
		ActiveBorder: grid.Style{FG: p.activeBorder},
		Title:        grid.Style{FG: p.muted},
		ActiveTitle:  grid.Style{FG: p.accent, Attrs: grid.Bold},
		Status:       bar,
		Chip:         grid.Style{FG: p.accent, BG: p.bar, Attrs: grid.Bold},
		Prefix:       bold,
		Notice:       grid.Style{FG: p.barText, BG: p.bar, Attrs: grid.Bold},
		Hint:         grid.Style{FG: p.barMuted, BG: p.bar},
		Footer:       p.footer(),
		// Underlined, so that they also show without colours. Black text is never bold: many
		// terminals turn bold black into grey, which cannot be read on colours.
		Match:     grid.Style{FG: black, BG: grid.Indexed(3), Underline: grid.SingleUnderline},
		MatchHere: grid.Style{FG: grid.Indexed(13), BG: black, Attrs: grid.Reverse, Underline: grid.SingleUnderline},
		Where:     bold,
		Sync:      grid.Style{FG: grid.Indexed(3), BG: black, Attrs: grid.Bold | grid.Reverse},
		Accent:    p.accent,
		Muted:     p.muted,
		Good:      p.good,
		Bad:       p.bad,
		Warn:      p.warn,
		Selected:  active,
	}
}

// footer returns the style of a line over a pane: on the colour of the bars, or reversed if they
// have none.
func (p palette) footer() grid.Style {
	if p.bar == grid.DefaultColor {
		return grid.Style{Attrs: grid.Reverse}
	}
	return grid.Style{FG: p.barText, BG: p.bar, Attrs: grid.Bold}
}

// Shadeless returns the theme without the backgrounds of bars and surfaces. A terminal without
// colours would show those in reverse video.
func (t Theme) Shadeless() Theme {
	for _, s := range []*grid.Style{&t.Bar, &t.Tab, &t.Status, &t.Chip, &t.Notice, &t.Hint, &t.Surface} {
		s.BG = grid.DefaultColor
	}
	t.Footer = grid.Style{Attrs: grid.Reverse}
	return t
}

// IsLight reports whether a colour is known to be a light one (ITU-R BT.601 luma).
func IsLight(c grid.Color) bool {
	r, g, b, ok := c.RGB()
	return ok && 299*int(r)+587*int(g)+114*int(b) > 128*1000
}

// mix returns a colour between two known ones: share percent of the first, the rest of the second.
// It returns false if one of them is not known.
func mix(fg, bg grid.Color, share int) (grid.Color, bool) {
	fr, fgr, fb, known := fg.RGB()
	br, bgr, bb, also := bg.RGB()
	part := func(a, b uint8) uint8 { return uint8((int(a)*share + int(b)*(100-share)) / 100) }
	return grid.RGB(part(fr, br), part(fgr, bgr), part(fb, bb)), known && also
}

// SyncBorder returns the style of the lines around panes that receive input together.
func (t Theme) SyncBorder() grid.Style {
	return grid.Style{FG: t.Sync.FG, Attrs: grid.Bold}
}
