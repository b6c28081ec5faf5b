package host

import (
	"time"

	"dormer/session"
)

// ReportedDir is the directory that the child itself told (OSC 7).
func (h *Host) ReportedDir() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.term.Dir()
}

// Missed reports whether anything waits to be told to who comes next.
func (h *Host) Missed() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.missed.done != nil && len(h.notices) > 0 && !h.missed.bell.IsZero()
}

// Wait waits for [Host.Done] and returns how the child ended.
func (h *Host) Wait() session.Exit {
	<-h.done
	h.mu.Lock()
	defer h.mu.Unlock()
	return *h.exit
}

// WasIdle has a session look as if nothing had happened in it for a time.
func WasIdle(h *Host, d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hashOutput()
	ago := time.Now().Add(-d)
	h.run.started, h.lastInput, h.output.changed = ago, ago, ago
}

// ForgetInput has a session look as if nobody had typed.
func ForgetInput(h *Host) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastInput = time.Time{}
}

// HoldLogs has no log begin or end until it is released.
func HoldLogs(h *Host) (release func()) {
	h.logMu.Lock()
	return h.logMu.Unlock
}
