package ui

import (
	"dormer/session/grid"
	"dormer/ui/config"
)

// defaultKeymap is the keymap where nothing is configured.
func defaultKeymap() keymap {
	m, _ := newKeymap(commands(), config.DefaultKeys())
	return m
}

// themeOn is the theme where nothing is configured, on a terminal with these colours.
func themeOn(fg, bg grid.Color) theme { return themeOf(config.Default().Theme, fg, bg) }

func defaultTheme() theme { return themeOn(grid.DefaultColor, grid.DefaultColor) }
