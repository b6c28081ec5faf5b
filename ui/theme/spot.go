package theme

import "dormer/session/grid"

// Spot is a text in a bar or a title, in the columns [X, End) of the screen.
type Spot struct {
	X, End int
	Text   string
	Style  grid.Style
}
