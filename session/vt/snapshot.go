package vt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"dormer/session/vt/internal/freeze"
)

// snapshotVersion changes when a state of the same layout means something else.
const snapshotVersion = 2

// ErrOtherVersion says that a snapshot was made by a version of this package that
// keeps its state differently.
var ErrOtherVersion = errors.New("the snapshot was made by another version")

// Snapshot is all that the terminal is, as bytes for [Restore]: screens, history,
// modes, a sequence that is not complete. Answers that wait are part of it; events
// are not: take them first.
func (t *Terminal) Snapshot() []byte {
	t.settle()
	b := binary.AppendUvarint(nil, snapshotVersion)
	b = binary.BigEndian.AppendUint64(b, freeze.Layout(t))
	shown := byte(0)
	if t.scr != t.main {
		shown = 1
	}
	b = freeze.Append(append(b, shown), t)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
}

// Restore returns a terminal that does with all that follows what the one did that
// the snapshot is of. The options are the owner's and not part of it. Bytes that are
// damaged are an error; [ErrOtherVersion] says that they are whole, but of no use here.
func Restore(snapshot []byte, o Options) (*Terminal, error) {
	n := len(snapshot) - 4
	if n < 0 || crc32.ChecksumIEEE(snapshot[:n]) != binary.BigEndian.Uint32(snapshot[n:]) {
		return nil, errors.New("restore a terminal: the snapshot is damaged")
	}
	t := New(1, 1, o)
	b := snapshot[:n]
	version, size := binary.Uvarint(b)
	if b = b[max(size, 0):]; version != snapshotVersion || len(b) < 9 || binary.BigEndian.Uint64(b) != freeze.Layout(t) {
		return nil, fmt.Errorf("restore a terminal: %w", ErrOtherVersion)
	}
	if err := freeze.Read(b[9:], t); err != nil {
		return nil, fmt.Errorf("restore a terminal: %w", err)
	}
	t.history.maxBytes, t.history.maxLines = t.opts.HistoryBytes, t.opts.HistoryLines
	t.history.recount()
	t.colors.own = t.opts.Colors
	for _, s := range t.screens() {
		s.palette = t.palette
	}
	t.scr = t.main
	if b[8] != 0 {
		t.scr = t.alt
	}
	return t, nil
}
