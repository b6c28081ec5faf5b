package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"dormer/session"
)

// Fields of a message follow each other without names:
//
//	number      unsigned LEB128, at most 64 bits
//	integer     a number, zigzag
//	truth       a number, 0 or 1
//	text        its length in bytes as a number, then the bytes
//	time        nanoseconds since 1970 as an integer; 0 for none
//	duration    nanoseconds as an integer
//	list        its length as a number, then its elements
//
// Missing fields at the end of a message are zero, and data after the last known field is ignored,
// so that fields can be added at the end. A message that ends within a field is damaged.

// errDamaged is returned for a message that cannot be decoded.
var errDamaged = errors.New("message is damaged")

// writer appends fields.
type writer struct{ b []byte }

func (w *writer) number(v uint64) { w.b = binary.AppendUvarint(w.b, v) }

func (w *writer) integer(v int) { w.b = binary.AppendVarint(w.b, int64(v)) }

func (w *writer) truth(v bool) {
	if v {
		w.b = append(w.b, 1)
	} else {
		w.b = append(w.b, 0)
	}
}

func (w *writer) text(s string) {
	w.number(uint64(len(s)))
	w.b = append(w.b, s...)
}

func (w *writer) texts(list []string) {
	w.number(uint64(len(list)))
	for _, s := range list {
		w.text(s)
	}
}

func (w *writer) data(d []byte) {
	w.number(uint64(len(d)))
	w.b = append(w.b, d...)
}

func (w *writer) time(t time.Time) {
	var nano int64
	if !t.IsZero() {
		nano = t.UnixNano()
	}
	w.b = binary.AppendVarint(w.b, nano)
}

func (w *writer) duration(d time.Duration) { w.b = binary.AppendVarint(w.b, int64(d)) }

func (w *writer) size(s session.Size) {
	w.integer(s.Rows)
	w.integer(s.Cols)
}

// reader reads fields from the payload of a message. After an error all its results are zero.
type reader struct {
	s      string
	off    int
	failed bool
	room   []Span // for the next spans
}

func (r *reader) fail() {
	r.failed = true
	r.off = len(r.s)
}

func (r *reader) err() error {
	if r.failed {
		return errDamaged
	}
	return nil
}

func (r *reader) number() uint64 {
	if r.off >= len(r.s) {
		return 0
	}
	if c := r.s[r.off]; c < 0x80 {
		r.off++
		return uint64(c)
	}
	return r.longNumber()
}

func (r *reader) longNumber() uint64 {
	var v uint64
	for shift := uint(0); shift < 64 && r.off < len(r.s); shift += 7 {
		c := r.s[r.off]
		r.off++
		if shift == 63 && c > 1 {
			break
		}
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	r.fail()
	return 0
}

func (r *reader) long() int64 {
	v := r.number()
	return int64(v>>1) ^ -int64(v&1)
}

// integer reads an integer of at most 32 bits; no count here is larger.
func (r *reader) integer() int {
	v := r.long()
	if v < math.MinInt32 || v > math.MaxInt32 {
		r.fail()
		return 0
	}
	return int(v)
}

// count reads the number of parts that take at least one byte each. It fails if that is more than
// the remaining bytes.
func (r *reader) count() int {
	v := r.number()
	if v > uint64(len(r.s)-r.off) {
		r.fail()
		return 0
	}
	return int(v)
}

// bounded reads a number that must not exceed a limit.
func (r *reader) bounded(bound uint64) uint64 {
	v := r.number()
	if v > bound {
		r.fail()
		return 0
	}
	return v
}

func (r *reader) index(bound int) int { return int(r.bounded(uint64(bound))) }

func (r *reader) truth() bool { return r.number() != 0 }

func (r *reader) text() string {
	n := r.count()
	s := r.s[r.off : r.off+n]
	r.off += n
	return s
}

func (r *reader) texts() []string {
	n := r.count()
	if n == 0 {
		return nil
	}
	list := make([]string, n)
	for i := range list {
		list[i] = r.text()
	}
	return list
}

func (r *reader) data() []byte { return []byte(r.text()) }

func (r *reader) time() time.Time {
	nano := r.long()
	if nano == 0 {
		return time.Time{}
	}
	return time.Unix(0, nano).UTC()
}

func (r *reader) duration() time.Duration { return time.Duration(r.long()) }

func (r *reader) size() session.Size {
	return session.Size{Rows: r.integer(), Cols: r.integer()}
}
