package dialog

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/theme"
	"dormer/workspace"
)

// standard is a usual screen size.
var standard = session.Size{Rows: 24, Cols: 80}

// looks are the default looks on a terminal with unknown colours.
var looks = theme.Of(config.Default().Theme, grid.DefaultColor, grid.DefaultColor).Looks()

// keymap returns the default keymap.
func keymap() *bind.Keymap {
	m, _ := bind.New(command.NewTable(nil), config.DefaultKeys())
	return m
}

// eachSize calls f with screen sizes from one cell to a usual size.
func eachSize(f func(session.Size)) {
	for rows := 1; rows <= 24; rows++ {
		for _, cols := range []int{1, 2, 3, 5, 8, 10, 15, 16, 20, 23, 24, 30, 40, 79, 80} {
			f(session.Size{Rows: rows, Cols: cols})
		}
	}
}

// rowsOf returns the rows of an Overlay as text, cut as on the screen.
func rowsOf(o Overlay) []string {
	lines := strings.Split(ansi.Strip(o.Text), "\n")
	return lines[:min(len(lines), o.Rect.H)]
}

func within(size session.Size, r workspace.Rect) bool {
	return r.X >= 0 && r.Y >= 0 && r.X+r.W <= size.Cols && r.Y+r.H <= size.Rows
}
