package host

import "dormer/session"

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
