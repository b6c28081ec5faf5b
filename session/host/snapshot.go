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

// output is what is known of what the session shows: facts, of which nothing is asked
// while nobody wants to know.
type output struct {
	hash    uint32
	hashed  time.Time // the last print that the hash was taken after
	changed time.Time // the last print that was seen to show something else than before
}

// activity is the hash of what the screen shows, and when the child last printed
// something.
func (h *Host) activity() (hash uint32, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hashOutput()
	return h.output.hash, h.lastPrint
}

// hashOutput takes the hash of the text of all rows, [state.Hash], where something was
// printed since the last. The lock is held.
func (h *Host) hashOutput() {
	if h.lastPrint.Equal(h.output.hashed) {
		return
	}
	rows, _ := h.term.Size()
	var text []byte
	for y := range rows {
		for _, c := range trim(h.term.Row(y)) {
			text = h.term.Palette().AppendText(text, c)
		}
		text = append(text, '\n')
	}
	hash := state.Hash(text)
	if hash != h.output.hash || h.output.changed.IsZero() {
		h.output.hash, h.output.changed = hash, h.lastPrint
	}
	h.output.hashed = h.lastPrint
}
