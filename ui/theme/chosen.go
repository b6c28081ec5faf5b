package theme

import (
	"dormer/session/grid"
	"dormer/ui/config"
)

// Named is a theme of another name, whatever the terminal's background.
func Named(t config.Theme, name string) config.Theme {
	t.Name, t.Light, t.Dark = name, "", ""
	return t
}

// Key is the key that a theme is kept under on a terminal of a background, and
// the configured theme with it.
func Key(t config.Theme, background grid.Color, name string) (string, config.Theme) {
	_, _, _, known := background.RGB()
	switch {
	case known && IsLight(background) && t.Light != "":
		t.Light = name
		return "theme.light", t
	case known && !IsLight(background) && t.Dark != "":
		t.Dark = name
		return "theme.dark", t
	}
	t.Name = name
	return "theme.name", t
}
