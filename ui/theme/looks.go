package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session/grid"
	"dormer/ui/config"
)

// Looks are the styles of dialogs and of their frames. They do not set the background: dialogs are
// drawn on that of the theme ([Theme.Surface]).
type Looks struct {
	Edge, Head, Dim, Key lipgloss.Style
	Rule                 lipgloss.Style // a line within a frame
	Good, Bad, Warn      lipgloss.Style // marks
	// Selected is for the selected entry, Off for a selected entry that is not available.
	Selected, Off lipgloss.Style
	// Button is for buttons, Danger for buttons that end something permanently.
	Button, Danger lipgloss.Style
	Frame          lipgloss.Border
	// Reader means that a screen reader is in use: the cursor moves to the selection.
	Reader bool
}

// Looks returns the styles of the theme's dialogs.
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
		// Reverse video also shows without colours.
		Selected: lipgloss.NewStyle().Foreground(colorOf(t.Selected.FG)).Background(colorOf(t.Selected.BG)).Reverse(true),
		Off:      muted.Reverse(true),
		Button:   lipgloss.NewStyle().Foreground(colorOf(t.Accent)).Bold(true).Underline(true),
		Danger:   lipgloss.NewStyle().Foreground(colorOf(t.Bad)).Background(text).Bold(true).Reverse(true),
	}
}

// dialogFrame returns the border of dialogs.
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

// surfaceContrast is how much lighter a surface is than a dark background, or darker than a light one.
const surfaceContrast = 0.045

// surface returns the style of the area that dialogs are drawn on: a shade of the background, so
// that they stand out from the panes behind them. It is the zero style if the background is not
// known.
func surface(text, ground grid.Color) grid.Style {
	_, _, _, known := ground.RGB()
	switch {
	case !known:
		return grid.Style{}
	case IsLight(ground):
		return grid.Style{FG: text, BG: GridColor(lipgloss.Darken(colorOf(ground), surfaceContrast))}
	}
	return grid.Style{FG: text, BG: GridColor(lipgloss.Lighten(colorOf(ground), surfaceContrast))}
}

// colorOf converts a colour to one of lipgloss.
func colorOf(c grid.Color) color.Color {
	if i, ok := c.Index(); ok {
		return ansi.IndexedColor(i)
	}
	if r, g, b, ok := c.RGB(); ok {
		return color.RGBA{r, g, b, 0xff}
	}
	return lipgloss.NoColor{}
}

// GridColor converts a colour of lipgloss or one that a terminal has reported; nil is the default.
func GridColor(c color.Color) grid.Color {
	if c == nil {
		return grid.DefaultColor
	}
	r, g, b, _ := c.RGBA()
	return grid.RGB(uint8(r>>8), uint8(g>>8), uint8(b>>8))
}
