package host

import (
	"time"

	"dormer/session/wire"
)

// Acknowledgements hold back frames for viewers that are too slow. For a viewer that keeps up they
// are useless, and each wakes the host. So such a viewer gets a few kilobytes of frames without
// acknowledgement, and then one that it must acknowledge before the next. If it stops or becomes
// slow, no more than that waits for it.
const (
	// maxUnacked is the number of consecutive frames that need no acknowledgement, and
	// maxUnackedBytes is about their total size.
	maxUnacked      = 15
	maxUnackedBytes = 12 << 10
	// maxUnackedFrame is about the largest size of one of them.
	maxUnackedFrame = 4 << 10
	// promptTime is the time within which a viewer that keeps up acknowledges. A viewer
	// that is not visible waits longer on purpose.
	promptTime = 100 * time.Millisecond
)

// mayGoUnacked reports whether the viewer need not acknowledge frame f, and counts f. The lock is
// held.
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

// wireSize returns the approximate encoded size of a frame, in bytes.
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
