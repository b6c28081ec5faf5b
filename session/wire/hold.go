package wire

// From the viewer to the owner.
type (
	// Hold names places that the viewer reads, instead of those it named before: at
	// most [maxHeld]. When the screen gets another width, which gives the lines other
	// numbers, a [Held] tells where they are.
	Hold struct{ Positions []Position }
)

// From the owner to the viewer.
type (
	// Held tells where the places of the last [Hold] are since the screen has had this
	// number of columns, in the same order. It comes before or after the first frame of
	// that width.
	Held struct {
		Cols      int
		Positions []Position
	}
)

// maxHeld is how many places a viewer can hold.
const maxHeld = 8

func (Hold) message() {}
func (Held) message() {}

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
