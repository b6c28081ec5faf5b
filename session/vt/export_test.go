package vt

// HistoryBytes is the memory that the packed history takes.
func (t *Terminal) HistoryBytes() int { return t.history.size() }
