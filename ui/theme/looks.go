package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
	"dormer/ui/config"
)

// Looks are the styles of dialogs, and what their frames are made of. They say nothing of
// the background: what they are drawn on has that of the theme ([Theme.Surface]).
type Looks struct {
	Edge, Head, Dim, Key lipgloss.Style
	Rule                 lipgloss.Style // a line within a frame
	Good, Bad, Warn      lipgloss.Style // marks
	// Selected is what is selected, Off what is selected and cannot be done.
	Selected, Off lipgloss.Style
	// Button is a button, Danger one that ends something for good.
	Button, Danger lipgloss.Style
	Frame          lipgloss.Border
	// Reader says that a screen reader reads what is drawn: the cursor goes to what is
	// selected.
	Reader bool
}

// Looks are those of a theme's dialogs.
func (t Theme) Looks() Looks {
	text := colorOf(t.Surface.BG)
	if t.Surface.BG.IsDefault() {
		text = lipgloss.Black
	}
	muted := lipgloss.NewStyle().Foreground(colorOf(t.Muted))
	return Looks{
		Edge:  lipgloss.NewStyle().Foreground(colorOf(t.Accent)),
		Head:  lipgloss.NewStyle().Bold(true),
		Dim:   muted,
		Rule:  muted,
		Good:  lipgloss.NewStyle().Foreground(colorOf(t.Good)),
		Bad:   lipgloss.NewStyle().Foreground(colorOf(t.Bad)),
		Warn:  lipgloss.NewStyle().Foreground(colorOf(t.Warn)),
		Key:   lipgloss.NewStyle().Foreground(colorOf(t.Accent)).Bold(true),
		Frame: t.dialogFrame(),
		// Reverse video shows without colours too.
		Selected: lipgloss.NewStyle().Foreground(colorOf(t.Selected.FG)).Background(colorOf(t.Selected.BG)).Reverse(true),
		Off:      muted.Reverse(true),
		Button:   lipgloss.NewStyle().Foreground(colorOf(t.Accent)).Bold(true).Underline(true),
		Danger:   lipgloss.NewStyle().Foreground(colorOf(t.Bad)).Background(text).Bold(true).Reverse(true),
	}
}

// dialogFrame is the border of dialogs.
func (t Theme) dialogFrame() lipgloss.Border {
	if t.ASCII {
		return lipgloss.ASCIIBorder()
	}
	switch t.Borders {
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

// lift is how much lighter a surface is than a dark background, or darker than a light
// one.
const lift = 0.045

// surface is what dialogs are drawn on: a shade of the background, so that they stand out
// from what is behind them. There is none where the background is not known.
func surface(text, ground grid.Color) grid.Style {
	_, _, _, known := ground.RGB()
	switch {
	case !known:
		return grid.Style{}
	case IsLight(ground):
		return grid.Style{FG: text, BG: gridColor(lipgloss.Darken(colorOf(ground), lift))}
	}
	return grid.Style{FG: text, BG: gridColor(lipgloss.Lighten(colorOf(ground), lift))}
}

// colorOf is a colour as lipgloss has it.
func colorOf(c grid.Color) color.Color {
	if i, ok := c.Index(); ok {
		return ansi.IndexedColor(i)
	}
	if r, g, b, ok := c.RGB(); ok {
		return color.RGBA{r, g, b, 0xff}
	}
	return lipgloss.NoColor{}
}

// gridColor is a colour of lipgloss as we have it.
func gridColor(c color.Color) grid.Color {
	r, g, b, _ := c.RGBA()
	return grid.RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}
