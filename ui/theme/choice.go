package theme

import (
	"dormer/session/grid"
	"dormer/ui/config"
)

// Choice is the choice of a theme.
type Choice struct {
	// Configured is the configured theme, and Background the terminal's background.
	Configured config.Theme
	Background grid.Color
}

// Name returns the name of the configured theme.
func (c Choice) Name() string { return Name(c.Configured, c.Background) }

// Named returns the theme with a name, regardless of the terminal's background. It returns the
// configured theme for that theme's name and for the empty name.
func (c Choice) Named(name string) config.Theme {
	t := c.Configured
	if name != "" && name != c.Name() {
		t.Name, t.Light, t.Dark = name, "", ""
	}
	return t
}

// Kept returns the configuration key that stores a theme for this terminal, and the configured
// theme with that key changed.
func (c Choice) Kept(name string) (string, config.Theme) {
	_, _, _, known := c.Background.RGB()
	t := c.Configured
	switch {
	case known && IsLight(c.Background) && t.Light != "":
		t.Light = name
		return "theme.light", t
	case known && !IsLight(c.Background) && t.Dark != "":
		t.Dark = name
		return "theme.dark", t
	}
	t.Name = name
	return "theme.name", t
}
