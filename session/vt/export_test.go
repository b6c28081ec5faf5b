package vt

// HistoryBytes returns the memory of the packed history.
func (t *Terminal) HistoryBytes() int { return t.history.size() }
