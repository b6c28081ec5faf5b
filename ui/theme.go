package ui

import "dormer/session/grid"

// theme is how the chrome looks. The default uses the outer terminal's own
// colours and says nothing by colour alone.
type theme struct {
	bar, tab, activeTab, mark    grid.Style
	border, activeBorder         grid.Style
	title, activeTitle           grid.Style
	status, chip, prefix, notice grid.Style
	hint, footer                 grid.Style
}

func defaultTheme() theme {
	accent := grid.Indexed(6)
	// Reverse video keeps the contrast of the terminal's own colours, light or dark;
	// a coloured background would not.
	return theme{
		bar:          grid.Style{},
		tab:          grid.Style{},
		activeTab:    grid.Style{Attrs: grid.Bold | grid.Reverse},
		mark:         grid.Style{FG: grid.Indexed(3), Attrs: grid.Bold},
		border:       grid.Style{FG: grid.Indexed(8)},
		activeBorder: grid.Style{FG: accent},
		title:        grid.Style{FG: grid.Indexed(8)},
		activeTitle:  grid.Style{Attrs: grid.Bold | grid.Reverse},
		status:       grid.Style{},
		chip:         grid.Style{FG: accent, Attrs: grid.Bold},
		prefix:       grid.Style{FG: grid.Indexed(3), Attrs: grid.Bold | grid.Reverse},
		notice:       grid.Style{FG: grid.Indexed(3), Attrs: grid.Bold},
		hint:         grid.Style{FG: grid.Indexed(8)},
		footer:       grid.Style{FG: grid.Indexed(3), Attrs: grid.Reverse},
	}
}
