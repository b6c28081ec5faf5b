package host

import (
	"time"

	"dormer/session"
)

// ReportedDir is the directory that the child itself has reported (OSC 7).
func (h *Host) ReportedDir() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.term.Dir()
}

// Missed reports whether events are kept for the next viewer.
func (h *Host) Missed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.missed.done != nil && len(h.notices) > 0 && !h.missed.bell.IsZero()
}

// Wait waits for [Host.Done] and returns the exit of the child.
func (h *Host) Wait() session.Exit {
	<-h.done
	h.mu.Lock()
	defer h.mu.Unlock()
	return *h.exit
}

// WasIdle makes a session look as if it had been idle for d.
func WasIdle(h *Host, d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hashOutput()
	ago := time.Now().Add(-d)
	h.run.started, h.lastInput, h.output.changed = ago, ago, ago
}

// ForgetInput makes a session look as if nobody had typed.
func ForgetInput(h *Host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastInput = time.Time{}
}

// HoldLogs blocks the start and end of logs until it is released.
func HoldLogs(h *Host) (release func()) {
	h.logMu.Lock()
	return h.logMu.Unlock
}
