package pages

import (
	"time"

	"dormer/ui/input"
)

// ReadTime is how long the page of a first launch must have been on the screen to count as read.
const ReadTime = 2 * time.Second

// Greeting decides when the page of a first launch disappears. The page is not a dialog: input goes
// to the same place as without the page, and also removes the page, because it covers the output
// that the input causes.
type Greeting struct {
	// Began is when the program started.
	Began time.Time
	// Over means that the page is not shown in this run: panes were restored, or the user typed
	// before the page could be read. In the second case it is shown again when dormer next opens an
	// empty workspace.
	Over bool
}

// Takes handles an input event while the page is wanted. shown means that the page is on the
// screen, alone that no dialog covers it. If the page is alone, it consumes Esc: a shell would take
// Esc and the next letter for an Alt chord. read reports whether the page was read, so that it is
// not shown again.
func (g *Greeting) Takes(e input.Event, shown, alone bool, now time.Time) (taken, read bool) {
	k, isKey := e.(input.Key)
	_, clicked := e.(input.Mouse)
	taken = shown && alone && isKey && k.Key.Name() == "esc"
	read = taken || shown && (clicked || now.Sub(g.Began) >= ReadTime)
	g.Over = !read
	return taken, read
}
