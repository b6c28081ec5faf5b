package ui

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/keys"
	"dormer/ui/theme"
	"dormer/workspace"
)

// defaultKeymap returns the keymap without configuration.
func defaultKeymap() *bind.Keymap {
	m, _ := bind.New(command.Full(), config.DefaultKeys())
	return m
}

// themeOn returns the default theme on a terminal with these colours.
func themeOn(fg, bg grid.Color) theme.Theme { return theme.Of(config.Default().Theme, fg, bg) }

// themeNamed returns a theme by name on a terminal with unknown colours.
func themeNamed(name string) theme.Theme {
	c := config.Default().Theme
	c.Name = name
	return theme.Of(c, grid.DefaultColor, grid.DefaultColor)
}

func defaultTheme() theme.Theme { return themeOn(grid.DefaultColor, grid.DefaultColor) }

// noOther is the reason that disables commands that need several panes.
const noOther = "this is the only pane of the tab"

// eachSize calls f with screen sizes from one cell to a usual size.
func eachSize(f func(session.Size)) {
	for rows := 1; rows <= 24; rows++ {
		for _, cols := range []int{1, 2, 3, 5, 8, 10, 15, 16, 20, 23, 24, 30, 40, 79, 80} {
			f(session.Size{Rows: rows, Cols: cols})
		}
	}
}

func within(size session.Size, r workspace.Rect) bool {
	return r.X >= 0 && r.Y >= 0 && r.X+r.W <= size.Cols && r.Y+r.H <= size.Rows
}

// prefixNode returns the node after the prefix.
func prefixNode(m *bind.Keymap) *bind.Node {
	k, _ := keys.Parse(m.Config.Prefix)
	return m.Root(config.Normal).Find(k)
}
