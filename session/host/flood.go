package host

import (
	"time"

	"dormer/session/wire"
)

// In a flood, each frame rewrites the screen with what the next one rewrites again.
// Nobody reads 120 screens a second, but hosts, programs and terminals would spend
// more on them than on all that the child prints. So such frames are held back, up to
// floodFrames times as long as others, unless
//
//   - the child pauses or has exited: what it printed is then complete, and shown at
//     once;
//   - somebody types into it: what comes of that is shown as soon as ever.
const (
	floodFrames = 5
	// typingTime is how long after a key what comes of it is expected.
	typingTime = 50 * time.Millisecond
)

// progress is how far a child has come at a time.
type progress struct {
	at      time.Time
	printed uint64        // bytes
	waited  time.Duration // for the child to print
}

// progress is how far the child has come now. The lock is held.
func (h *Host) progress(now time.Time) progress {
	return progress{at: now, printed: h.printed, waited: h.run.idle.until(now)}
}

// holdBack is how long the viewer's frame, whose time has come, waits until it is
// looked at again, 0 where it goes now. The lock is held.
func (h *Host) holdBack(v *viewer, now time.Time) time.Duration {
	step := h.opts.FrameInterval
	if h.exit != nil || !v.rewrote || now.Sub(v.last) >= floodFrames*step || now.Sub(h.typed) < typingTime {
		return 0
	}
	if left := v.seen.at.Add(step).Sub(now); left > 0 {
		return left
	}
	before := v.seen
	v.seen = h.progress(now)
	if !v.seen.floods(before, h.size.Rows*h.size.Cols) {
		return 0
	}
	h.flooded = now
	return step
}

// typedInto takes note that somebody types, where that is into a flood. (A key that
// sets one off is answered by its first frame, which never waits.) The lock is held.
func (h *Host) typedInto(now time.Time) {
	if now.Sub(h.flooded) < floodFrames*h.opts.FrameInterval {
		h.typed = now
	}
}

// floods reports whether the child has printed since then enough for a screen of so
// many cells, and for more than a quarter of the time.
func (p progress) floods(then progress, cells int) bool {
	return p.printed-then.printed >= uint64(cells) && 4*(p.waited-then.waited) < 3*p.at.Sub(then.at)
}

// rewrites reports whether a frame replaces half of the screen or more: in its place,
// or by what pushed that much into the history since it ended before there. (Where all
// lines are the same, no row of the screen looks otherwise.)
func rewrites(f *wire.Frame, before uint64) bool {
	return 2*len(f.Lines) >= f.Rows || f.History.End > before && 2*(f.History.End-before) >= uint64(f.Rows)
}
