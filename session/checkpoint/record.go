package checkpoint

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"time"

	"dormer/session/wire"
)

// A record is the length of its content and the content's checksum, 32 bits little-endian each, and
// the content: its kind, one byte, and its fields. Numbers are uvarints.
const headLen = 8

type kind byte

const (
	// lineRecord: columns, number of lines that end in the rows, and a [wire.LinesReply].
	lineRecord kind = 1
	// cutRecord: number of whole lines, counted from the start of the file, that stay.
	cutRecord kind = 2
	// screenRecord: the time in nanoseconds, 64 bits, a [wire.Frame] and a
	// [wire.LinesReply]. It ends a batch.
	screenRecord kind = 3
)

// beginRecord returns b, emptied, with room for the header of a record.
func beginRecord(b []byte, k kind) []byte { return append(b[:0], 0, 0, 0, 0, 0, 0, 0, 0, byte(k)) }

// endRecord fills in the header of a record.
func endRecord(b []byte) []byte {
	content := b[headLen:]
	binary.LittleEndian.PutUint32(b, uint32(len(content)))
	binary.LittleEndian.PutUint32(b[4:], crc32.ChecksumIEEE(content))
	return b
}

func appendRows(b []byte, r Rows) ([]byte, error) {
	b = binary.AppendUvarint(beginRecord(b, lineRecord), uint64(r.Cols))
	b = binary.AppendUvarint(b, r.whole())
	b, err := wire.Append(b, r.LinesReply)
	return endRecord(b), err
}

func appendCut(b []byte, whole uint64) []byte {
	return endRecord(binary.AppendUvarint(beginRecord(b, cutRecord), whole))
}

func appendScreen(b []byte, c Checkpoint) ([]byte, error) {
	b = binary.LittleEndian.AppendUint64(beginRecord(b, screenRecord), uint64(c.At.UnixNano()))
	b, err := wire.Append(b, c.Screen)
	if err == nil {
		b, err = wire.Append(b, c.Behind)
	}
	return endRecord(b), err
}

// fields reads the fields of a record.
type fields struct {
	b   []byte
	err error
}

func (f *fields) number() uint64 {
	v, n := binary.Uvarint(f.b)
	if n <= 0 {
		f.err = ErrDamaged
		return 0
	}
	f.b = f.b[n:]
	return v
}

func (f *fields) time() time.Time {
	if len(f.b) < 8 {
		f.err = ErrDamaged
		return time.Time{}
	}
	at := time.Unix(0, int64(binary.LittleEndian.Uint64(f.b))).UTC()
	f.b = f.b[8:]
	return at
}

// message reads a message of a type.
func message[T wire.Message](f *fields) (out T) {
	if f.err != nil {
		return out
	}
	m, rest, err := wire.Decode(f.b)
	out, ok := m.(T)
	if err != nil || !ok {
		f.err = fmt.Errorf("%w: %T, %w", ErrDamaged, m, err)
		return out
	}
	f.b = rest
	return out
}

func (f *fields) rows() Rows {
	r := Rows{Cols: int(f.number() & (1<<16 - 1))}
	f.number()
	r.LinesReply = message[wire.LinesReply](f)
	if f.err == nil {
		f.err = wire.CheckLines(r.Lines, wire.MaxRows, wire.MaxCols, len(r.Styles))
	}
	return r
}

func (f *fields) checkpoint() Checkpoint {
	c := Checkpoint{At: f.time()}
	c.Screen = message[wire.Frame](f)
	c.Behind = message[wire.LinesReply](f)
	f.check(&c)
	return c
}

// check returns an error for an invalid checkpoint.
func (f *fields) check(c *Checkpoint) {
	s := &c.Screen
	switch {
	case f.err != nil:
	case s.Rows < 1 || s.Rows > wire.MaxRows || s.Cols < 1 || s.Cols > wire.MaxCols:
		f.err = fmt.Errorf("%w: a screen of %d rows and %d columns", ErrDamaged, s.Rows, s.Cols)
	default:
		f.err = wire.CheckLines(s.Lines, s.Rows, s.Cols, len(s.Styles))
		if f.err == nil {
			f.err = wire.CheckLines(c.Behind.Lines, wire.MaxRows, wire.MaxCols, len(c.Behind.Styles))
		}
	}
}
