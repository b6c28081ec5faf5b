package host

import "time"

// childState is what the pacer of a viewer is told of the child. The lock is held.
func (h *Host) childState(now time.Time) childState {
	return childState{progress: h.progress(now), over: h.exit != nil, typed: h.typed, cells: h.size.Rows * h.size.Cols}
}

// progress is how far the child has come now. The lock is held.
func (h *Host) progress(now time.Time) progress {
	return progress{at: now, printed: h.printed, waited: h.run.idle.until(now)}
}

// noteTyping notes that somebody types into a flood. (A key that sets one off is answered
// by its first frame, which never waits.) The lock is held.
func (h *Host) noteTyping(now time.Time) {
	if now.Sub(h.flooded) < floodFrames*h.opts.FrameInterval {
		h.typed = now
	}
}
