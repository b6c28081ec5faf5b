package wire

import (
	"encoding/binary"
	"errors"
	"fmt"

	"dormer/session"
)

// An encoded message is its tag, one byte; the length of what follows, 32 bits
// little-endian; and its fields. See field.go for those.

// headerLen is the length of tag and length.
const headerLen = 5

// The longest encoded message without its header, in either direction. A longer
// one is refused before it is read.
const (
	maxToOwner  = 1 << 20
	maxToViewer = 64 << 20
)

// errTooLong is what a message is that is longer than its receiver allows.
var errTooLong = errors.New("message is too long")

// Append appends the encoded message to dst.
func Append(dst []byte, m Message) ([]byte, error) {
	if f, ok := m.(Frame); ok {
		return appendFrame(dst, &f)
	}
	t := tagOf(m)
	if t == 0 {
		return dst, fmt.Errorf("encode %T: it has no tag", m)
	}
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

// appendFrame appends an encoded frame to dst, and makes no garbage.
func appendFrame(dst []byte, f *Frame) ([]byte, error) {
	w := writer{begun(dst, tagFrame)}
	w.frame(f)
	out, err := ended(w.b, len(dst), maxToViewer)
	if errors.Is(err, errTooLong) {
		plain := *f
		plain.Styles = dropLinks(f.Styles)
		w := writer{begun(dst, tagFrame)}
		w.frame(&plain)
		return ended(w.b, len(dst), maxToViewer)
	}
	return out, err
}

// appendFramed appends header and fields. On an error dst is what it was.
func appendFramed(dst []byte, t tag, limit int, fields func(*writer)) ([]byte, error) {
	w := &writer{begun(dst, t)}
	fields(w)
	return ended(w.b, len(dst), limit)
}

// begun is dst with the header of a message whose length is not known yet.
func begun(dst []byte, t tag) []byte { return append(dst, byte(t), 0, 0, 0, 0) }

// ended is b with the length of the message that begins at start, or as it was before
// that where it is too long.
func ended(b []byte, start, limit int) ([]byte, error) {
	n := len(b) - start - headerLen
	if n > limit {
		return b[:start], fmt.Errorf("%d bytes: %w", n, errTooLong)
	}
	binary.LittleEndian.PutUint32(b[start+1:], uint32(n))
	return b, nil
}

// withoutLinks is a message that says the same without hyperlinks, which are the
// only part of a screen whose length its size does not bound.
func withoutLinks(m Message) (Message, bool) {
	if m, ok := m.(LinesReply); ok {
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

// Decode takes the first encoded message off b; the message does not refer to b.
// One of a kind that this version does not know is nil, without an error.
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

func tagOf(m Message) tag {
	switch m := m.(type) {
	case FromViewer:
		return tagOfViewers(m)
	case FromOwner:
		return tagOfOwners(m)
	}
	return 0
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

// decodePayload reads the fields of a message, which refers to payload. One of an
// unknown kind is nil.
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

// message reads the fields of a message; nil for a tag that is not known.
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
