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
	// maxUnacked is how many frames go in a row that are not to be acknowledged, and
	// aheadBytes how long they may be together, in bytes, roughly.
	maxUnacked      = 15
	maxUnackedBytes = 12 << 10
	// maxUnackedFrame is how long one of them may be.
	maxUnackedFrame = 4 << 10
	// promptTime is within what time a viewer that keeps up acknowledges. One that
	// nobody looks at takes longer on purpose.
	promptTime = 100 * time.Millisecond
)

// mayGoUnacked reports whether a viewer need not acknowledge its next frame, and counts
// those. The lock is held.
func (v *viewer) mayGoUnacked(f *wire.Frame) bool {
	size := wireSize(f)
	if !v.prompt || v.unackedFrames >= maxUnacked || v.unackedBytes+size > maxUnackedBytes || f.Full || size > maxUnackedFrame {
		v.unackedFrames, v.unackedBytes = 0, 0
		return false
	}
	v.unackedFrames++
	v.unackedBytes += size
	return true
}

// wireSize is how long a frame is on the wire, roughly.
func wireSize(f *wire.Frame) int {
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
