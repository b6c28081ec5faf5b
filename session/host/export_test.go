package host

// ReportedDir is the directory that the child itself told (OSC 7).
func (h *Host) ReportedDir() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.term.Dir()
}
