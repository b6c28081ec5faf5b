package host

import "time"

// childState returns the child's state for a pacer. The lock is held.
func (h *Host) childState(now time.Time) childState {
	return childState{progress: h.progress(now), over: h.exit != nil, typed: h.typed, cells: h.size.Rows * h.size.Cols}
}

// progress returns the child's progress. The lock is held.
func (h *Host) progress(now time.Time) progress {
	return progress{at: now, printed: h.printed, waited: h.run.idle.until(now)}
}

// noteTyping notes that the user typed into a flood. A key that starts a flood is answered
// by the first frame, which never waits. The lock is held.
func (h *Host) noteTyping(now time.Time) {
	if now.Sub(h.flooded) < floodFrames*h.opts.FrameInterval {
		h.typed = now
	}
}
