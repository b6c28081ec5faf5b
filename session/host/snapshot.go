package host

import (
	"errors"
	"time"

	"dormer/session/checkpoint"
	"dormer/session/state"
	"dormer/session/vt"
	"dormer/session/wire"
)

// errRenumbered reports that lines were renumbered while they were being saved.
var errRenumbered = errors.New("the history has changed meanwhile")

// saveTries is how often saving is tried if lines are renumbered.
const saveTries = 3

// save writes the session's screen, as a first frame to a new viewer; if history is set, also the
// unsaved lines above the screen. If lines are renumbered meanwhile, as in a flood or when the
// width changes, it tries again with fewer.
func (h *Host) save(w *checkpoint.Writer, history bool) (err error) {
	h.refreshForeground()
	for try := range saveTries {
		if err = w.Write(h.batch(w, history, 2*try)); !errors.Is(err, errRenumbered) {
			return err
		}
	}
	return err
}

// batch returns the data to write. If all lines must be written again, it takes 1/2^fewer of the
// usual limits.
func (h *Host) batch(w *checkpoint.Writer, history bool, fewer int) checkpoint.Batch {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.term
	var v view
	b := checkpoint.Batch{Anew: true}
	b.At = time.Now()
	b.Screen, _ = v.next(t, h.dir, "")
	var enc encoder
	b.Behind = mainScreenRows(t, &enc)
	if !history {
		return b
	}
	u := t.Unsaved()
	_, end := t.History()
	if goesOn := !u.Anew && w.Follows(u.Whole, u.Cut); !goesOn || end-u.From > rowsAtOnce {
		if newest := t.Newest(checkpoint.Lines>>fewer, checkpoint.Bytes>>fewer); !goesOn || newest > u.From {
			u = t.UnsavedFrom(newest)
		}
	}
	b.Anew, b.Cut, b.Whole = u.Anew, u.Cut, u.Whole
	first := unsavedRows(t, &enc, u.From, end)
	t.MarkSaved()
	b.Lines = func(add func(checkpoint.Rows) error) (err error) {
		for rows := first; err == nil && len(rows.Lines) > 0; {
			if err = add(rows); err == nil {
				rows, err = h.moreRows(&enc, rows.Range.End, end)
			}
		}
		return err
	}
	return b
}

// rowsAtOnce is the number of rows that are encoded at a time, with the lock held.
const rowsAtOnce = 128

// unsavedRows returns the first of the rows [at, end) of the history.
func unsavedRows(t *vt.Terminal, enc *encoder, at, end uint64) checkpoint.Rows {
	_, cols := t.Size()
	q := wire.Lines{Range: wire.Range{First: at, End: min(end, at+rowsAtOnce)}}
	return checkpoint.Rows{Cols: cols, LinesReply: historyLines(t, enc, q)}
}

// moreRows is unsavedRows for later parts, between which the history may have changed.
func (h *Host) moreRows(enc *encoder, at, end uint64) (checkpoint.Rows, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if first, _ := h.term.History(); at < end && first > at || h.term.Unsaved().Changed() {
		return checkpoint.Rows{}, errRenumbered
	}
	return unsavedRows(h.term, enc, at, end), nil
}

// mainScreenRows returns the rows of the main screen if the alternate one is shown.
func mainScreenRows(t *vt.Terminal, enc *encoder) (r wire.LinesReply) {
	if !t.Modes().AltScreen {
		return r
	}
	rows, _ := t.Size()
	for rows > 0 {
		if cells, _ := t.MainRow(rows - 1); len(trim(cells)) > 0 {
			break
		}
		rows--
	}
	_, end := t.History()
	marks := marksOf(t, wire.Range{First: end, End: end + uint64(rows)})
	enc.begin(t)
	for y := range rows {
		cells, wrapped := t.MainRow(y)
		enc.add(cells)
		r.Lines = append(r.Lines, wire.Line{Row: y, Wrapped: wrapped, Marks: marks[end+uint64(y)]})
	}
	enc.take(r.Lines)
	r.Styles = enc.styles
	return r
}

// bytesPrinted returns the number of bytes that the session's children have printed.
func (h *Host) bytesPrinted() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.printed
}

// output describes the screen's content. It is only updated on request.
type output struct {
	hash    uint32
	hashed  time.Time // time of the last output included in the hash
	changed time.Time // time of the last output that changed the content
}

// activity returns the hash of the screen's content, and the time of the child's last output.
func (h *Host) activity() (hash uint32, at time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hashOutput()
	return h.output.hash, h.lastPrint
}

// hashOutput updates the hash of the text of all rows, [state.Hash], if there was output since the
// last time. The lock is held.
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
