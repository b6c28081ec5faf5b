package host

import (
	"time"

	"dormer/session/wire"
)

// An acknowledgement is for viewers that do not keep up. Of one that does, each wakes
// the host and says what was to be expected. So a few kilobytes of frames go to it
// without, and then one that has to be acknowledged before the next: a viewer that stops
// has no more than that waiting for it, and one that becomes slow is at most that far
// behind.
const (
	// maxAhead is how many frames go in a row that are not to be acknowledged, and
	// aheadBytes how long they may be together, in bytes, roughly.
	maxAhead   = 15
	aheadBytes = 12 << 10
	// aheadSize is how long one of them may be.
	aheadSize = 4 << 10
	// promptTime is within what time a viewer that keeps up acknowledges. One that
	// nobody looks at takes longer on purpose.
	promptTime = 100 * time.Millisecond
)

// goesAhead reports whether a viewer need not acknowledge its next frame, and counts
// those. The lock is held.
func (v *viewer) goesAhead(f *wire.Frame) bool {
	size := onTheWire(f)
	if !v.prompt || v.ahead >= maxAhead || v.aheadBytes+size > aheadBytes || f.Full || size > aheadSize {
		v.ahead, v.aheadBytes = 0, 0
		return false
	}
	v.ahead++
	v.aheadBytes += size
	return true
}

// onTheWire is how long a frame is on the wire, roughly.
func onTheWire(f *wire.Frame) int {
	n := len(f.Title) + len(f.Icon) + len(f.Dir)
	for i := range f.Styles {
		n += 12 + len(f.Styles[i].Hyperlink.URI)
	}
	for i := range f.Lines {
		n += 2
		for j := range f.Lines[i].Spans {
			n += 4 + len(f.Lines[i].Spans[j].Text)
		}
	}
	return n
}
