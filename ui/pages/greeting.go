package pages

import (
	"time"

	"dormer/ui/input"
)

// ReadTime is how long the page of a first launch must be on the screen to have been read.
const ReadTime = 2 * time.Second

// Greeting decides when the page of a first launch goes. The page is not a dialog: input goes where
// it would go without the page, and takes the page away, because it lies over what the input
// prints.
type Greeting struct {
	// Began is when the program started.
	Began time.Time
	// Over means that the page is not shown in this run: panes came back, or somebody typed before
	// the page could be read. In the second case it is shown again when dormer next opens an empty
	// workspace.
	Over bool
}

// Takes takes an event of the user while the page is wanted. Shown says that the page is on the
// screen, alone that no dialog is over it. The page keeps Esc for itself if it is alone: a shell
// would take Esc and the next letter for an Alt chord. Read reports whether the page was read, so
// that it is not shown again.
func (g *Greeting) Takes(e input.Event, shown, alone bool, now time.Time) (taken, read bool) {
	k, isKey := e.(input.Key)
	_, clicked := e.(input.Mouse)
	taken = shown && alone && isKey && k.Key.Name() == "esc"
	read = taken || shown && (clicked || now.Sub(g.Began) >= ReadTime)
	g.Over = !read
	return taken, read
}
