package ui

import (
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/theme"
)

// defaultKeymap is the keymap where nothing is configured.
func defaultKeymap() *bind.Keymap {
	m, _ := bind.New(Commands(), config.DefaultKeys())
	return m
}

// themeOn is the theme where nothing is configured, on a terminal with these colours.
func themeOn(fg, bg grid.Color) theme.Theme { return theme.Of(config.Default().Theme, fg, bg) }

// themeNamed is the theme of a name on a terminal that says nothing of itself.
func themeNamed(name string) theme.Theme {
	c := config.Default().Theme
	c.Name = name
	return theme.Of(c, grid.DefaultColor, grid.DefaultColor)
}

func defaultTheme() theme.Theme { return themeOn(grid.DefaultColor, grid.DefaultColor) }

// noOther is why what needs several panes cannot be done in a tab of one.
const noOther = "this is the only pane of the tab"
