package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dormer/session"
)

// An encoded message is its tag, one byte; the length of the rest, 32 bits little-endian; and its
// fields, which are described in field.go.

// headerLen is the length of tag and length.
const headerLen = 5

// The lengths of the longest encoded messages, without header, in each direction. A longer
// message is refused before it is read.
const (
	maxToOwner  = 1 << 20
	maxToViewer = 64 << 20
)

// errTooLong is returned for a message that is longer than its receiver allows.
var errTooLong = errors.New("message is too long")

// Append appends the encoded message to dst.
func Append(dst []byte, m Message) ([]byte, error) {
	t := m.tag()
	limit := maxToViewer
	if t.fromViewer() {
		limit = maxToOwner
	}
	out, err := appendFramed(dst, t, limit, func(w *writer) { w.message(m) })
	if errors.Is(err, errTooLong) {
		if plain, ok := withoutLinks(m); ok {
			return appendFramed(dst, t, limit, func(w *writer) { w.message(plain) })
		}
	}
	return out, err
}

// appendFramed appends header and fields. After an error it returns dst.
func appendFramed(dst []byte, t tag, limit int, fields func(*writer)) ([]byte, error) {
	start := len(dst)
	w := &writer{append(dst, byte(t), 0, 0, 0, 0)} // the length is not known yet
	fields(w)
	n := len(w.b) - start - headerLen
	if n > limit {
		return dst, fmt.Errorf("%d bytes: %w", n, errTooLong)
	}
	binary.LittleEndian.PutUint32(w.b[start+1:], uint32(n))
	return w.b, nil
}

// withoutLinks returns a message without its hyperlinks. They are the only part of a screen whose
// length is not limited by the screen's size.
func withoutLinks(m Message) (Message, bool) {
	switch m := m.(type) {
	case Frame:
		m.Styles = dropLinks(m.Styles)
		return m, true
	case LinesReply:
		m.Styles = dropLinks(m.Styles)
		return m, true
	}
	return nil, false
}

func dropLinks(styles []Style) []Style {
	plain := make([]Style, len(styles))
	for i, s := range styles {
		plain[i].Style = s.Style
	}
	return plain
}

// Decode decodes the first message of b, and returns it and the rest of b. The message does not
// refer to b. It is nil, without an error, if this version does not know its kind.
func Decode(b []byte) (m Message, rest []byte, err error) {
	if len(b) < headerLen {
		return nil, nil, errDamaged
	}
	n := uint64(binary.LittleEndian.Uint32(b[1:]))
	if n > uint64(len(b)-headerLen) {
		return nil, nil, errDamaged
	}
	rest = b[headerLen+n:]
	m, err = decodePayload(tag(b[0]), string(b[headerLen:headerLen+n]))
	return m, rest, err
}

// message appends the fields of a message.
func (w *writer) message(m Message) {
	switch m := m.(type) {
	case FromViewer:
		w.fromViewer(m)
	case FromOwner:
		w.fromOwner(m)
	}
}

// decodePayload reads the fields of a message, which refers to payload. It returns nil for
// an unknown kind.
func decodePayload(t tag, payload string) (Message, error) {
	r := &reader{s: payload}
	m := r.message(t)
	if m == nil {
		return nil, nil
	}
	if err := r.err(); err != nil {
		return nil, fmt.Errorf("%T: %w", m, err)
	}
	return m, nil
}

// message reads the fields of a message; nil for an unknown tag.
func (r *reader) message(t tag) Message {
	if t.fromViewer() {
		return r.fromViewer(t)
	}
	return r.fromOwner(t)
}

func (w *writer) rangeOf(r Range) {
	w.number(r.First)
	w.number(r.End)
}

func (r *reader) rangeOf() Range { return Range{First: r.number(), End: r.number()} }

func (w *writer) exit(e session.Exit) {
	w.integer(e.Code)
	w.text(e.Signal)
	w.text(e.Err)
	w.time(e.Started)
	w.time(e.Ended)
}

func (r *reader) exit() session.Exit {
	return session.Exit{Code: r.integer(), Signal: r.text(), Err: r.text(), Started: r.time(), Ended: r.time()}
}
