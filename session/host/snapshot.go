package host

import (
	"time"

	"dormer/session/checkpoint"
	"dormer/session/state"
	"dormer/session/wire"
)

// checkpoint is what the session shows now: as a first frame to a new viewer, with
// the last lines above it.
func (h *Host) checkpoint(now time.Time) checkpoint.Checkpoint {
	h.refresh()
	h.mu.Lock()
	defer h.mu.Unlock()
	var w view
	c := checkpoint.Checkpoint{At: now}
	c.Screen, _ = w.next(h.term, h.dir, "")
	first, end := h.term.History()
	if end-first > checkpoint.Lines {
		first = end - checkpoint.Lines
	}
	var enc encoder
	c.Above = historyLines(h.term, &enc, wire.Lines{Range: wire.Range{First: first, End: end}})
	c.Above.Range.End = max(c.Above.Range.End, c.Above.Range.First)
	c.Screen.History = c.Above.Range
	return c
}

// bytesPrinted is how much the session's children have printed.
func (h *Host) bytesPrinted() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.printed
}

// activity is the hash of what the screen shows, and when the child last printed
// something: [state.Hash] of the text of all rows.
func (h *Host) activity() (hash uint32, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	rows, _ := h.term.Size()
	var text []byte
	for y := range rows {
		for _, c := range trim(h.term.Row(y)) {
			text = h.term.Palette().AppendText(text, c)
		}
		text = append(text, '\n')
	}
	return state.Hash(text), h.lastPrint
}
