package theme

import (
	"dormer/session/grid"
	"dormer/ui/config"
)

// Choice is the choice of a theme.
type Choice struct {
	// Before is the theme that is configured, Background that of the terminal.
	Before     config.Theme
	Background grid.Color
}

// Name is the name of the theme that is configured.
func (c Choice) Name() string { return Name(c.Before, c.Background) }

// Named is the theme of a name, whatever the terminal's background; the configured one for its
// own name and for an empty one.
func (c Choice) Named(name string) config.Theme {
	t := c.Before
	if name != "" && name != c.Name() {
		t.Name, t.Light, t.Dark = name, "", ""
	}
	return t
}

// Kept is the key that a theme is kept under on this terminal, and the configured theme with it.
func (c Choice) Kept(name string) (string, config.Theme) {
	_, _, _, known := c.Background.RGB()
	t := c.Before
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
