package wire

// From the viewer to the owner.
type (
	// Hold sets the positions that the viewer follows, at most [maxHeld], in place of those of the
	// last Hold. When a new width of the screen renumbers lines, a [Held] contains the new ones.
	Hold struct{ Positions []Position }
)

// From the owner to the viewer.
type (
	// Held contains the positions of the last [Hold] for a screen with this number of columns, in
	// the same order. It comes before or after the first frame of that width.
	Held struct {
		Cols      int
		Positions []Position
	}
)

// maxHeld limits the positions of a [Hold].
const maxHeld = 8

func (Hold) tag() tag { return tagHold }
func (Held) tag() tag { return tagHeld }

func (Hold) fromViewer() {}
func (Held) fromOwner()  {}

func (w *writer) positions(list []Position) {
	w.number(uint64(len(list)))
	for _, p := range list {
		w.position(p)
	}
}

func (r *reader) positions() (list []Position) {
	for n := r.bounded(maxHeld); n > 0 && !r.failed; n-- {
		list = append(list, r.position())
	}
	return list
}
