package checkpoint

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"dormer/session/private"
	"dormer/session/wire"
)

// Kept is a saved session, read from its file.
type Kept struct {
	Checkpoint
	// Damage says why the rest of the file cannot be trusted; nil if there is none. An incomplete
	// batch of a killed writer is not damage.
	Damage error

	file  *os.File
	parts []part
	above Rows  // of a file of version 1
	size  int64 // of the whole batches; 0 in a file of version 1
	last  int64 // bytes of the last screen
}

// part is a record of rows.
type part struct {
	at    int64 // offset of its content
	size  int
	whole uint64 // lines that end in it
	cut   bool   // its rows after those lines were removed
}

// Open reads the saved state in a session's directory, except the lines above the screen, which
// [Kept.Lines] reads. If there is none the error is [io/fs.ErrNotExist]; if everything is damaged,
// [ErrDamaged].
func Open(dir string) (*Kept, error) {
	f, err := private.Open(filepath.Join(dir, fileName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if errors.Is(err, private.ErrNotRegular) {
		err = fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", err)
	}
	k := &Kept{file: f}
	if err := k.read(); err != nil {
		return nil, fmt.Errorf("read checkpoint: %w", errors.Join(err, f.Close()))
	}
	return k, nil
}

// Close closes the file.
func (k *Kept) Close() error { return k.file.Close() }

func (k *Kept) read() error {
	st, err := k.file.Stat()
	if err != nil {
		return err
	}
	if st.Size() > maxFile {
		return fmt.Errorf("%w: it has %d bytes", ErrDamaged, st.Size())
	}
	r := bufio.NewReaderSize(k.file, 64<<10)
	first := make([]byte, len(opening))
	if _, err := io.ReadFull(r, first); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	switch string(first) {
	case opening:
		return k.readLog(r, st.Size())
	case openingOld:
		return k.readOld(r)
	}
	return fmt.Errorf("%w: it begins with %q", ErrDamaged, first)
}

// readLog reads the records of all batches up to the last screen.
func (k *Kept) readLog(r io.Reader, size int64) error {
	var all []record
	screen, buf := -1, []byte(nil)
	for at := int64(len(opening)); at < size; {
		var rec record
		var err error
		rec, buf, err = readRecord(r, at, size, buf)
		if err != nil {
			if !errors.Is(err, errIncomplete) {
				k.Damage = err
			}
			break
		}
		if rec.kind == screenRecord {
			screen = len(all)
		}
		all = append(all, rec)
		at = rec.end()
	}
	if screen < 0 {
		return errors.Join(ErrDamaged, k.Damage)
	}
	for _, rec := range all[:screen] {
		k.take(rec)
	}
	last := all[screen]
	k.size, k.last = last.end(), int64(headLen+last.size)
	content, err := k.content(last.at, last.size)
	if err != nil {
		return err
	}
	f := fields{b: content}
	k.Checkpoint = f.checkpoint()
	return f.err
}

// record is the header of a record.
type record struct {
	part
	kind kind
}

// end returns the offset of the next record.
func (r record) end() int64 { return r.at + int64(r.size) }

// errIncomplete is returned if the last record of a file is incomplete.
var errIncomplete = errors.New("the end of the file is missing")

// readRecord reads the record at an offset of a file of the given size, into buf, which it returns
// for the next call.
func readRecord(r io.Reader, at, size int64, buf []byte) (record, []byte, error) {
	var head [headLen]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return record{}, buf, asIncomplete(err)
	}
	n, sum := binary.LittleEndian.Uint32(head[:]), binary.LittleEndian.Uint32(head[4:])
	rec := record{part: part{at: at + headLen, size: int(n)}}
	if n == 0 && sum == 0 || rec.end() > size { // a power cut may leave zeros
		return record{}, buf, errIncomplete
	}
	bad := fmt.Errorf("%w: the record at byte %d", ErrDamaged, at)
	if rec.end() == size {
		bad = errIncomplete
	}
	buf = slices.Grow(buf[:0], int(n))[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		return record{}, buf, asIncomplete(err)
	}
	if crc32.ChecksumIEEE(buf) != sum || n == 0 {
		return record{}, buf, bad
	}
	f := fields{b: buf[1:]}
	rec.kind = kind(buf[0])
	switch rec.kind {
	case lineRecord:
		f.number()
		rec.whole = f.number()
	case cutRecord:
		rec.whole = f.number()
	case screenRecord:
	default:
		return record{}, buf, bad
	}
	return rec, buf, f.err
}

// asIncomplete returns the error for a read that may have met the end of the file.
func asIncomplete(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errIncomplete
	}
	return err
}

// take applies a record.
func (k *Kept) take(r record) {
	switch r.kind {
	case lineRecord:
		k.parts = append(k.parts, r.part)
	case cutRecord:
		k.cut(r.whole)
	}
}

// cut keeps the first whole lines.
func (k *Kept) cut(whole uint64) {
	for i := range k.parts {
		p := &k.parts[i]
		if whole <= p.whole {
			p.whole, p.cut = whole, true
			k.parts = k.parts[:i+1]
			return
		}
		whole -= p.whole
	}
}

// whole returns the number of whole lines above the screen.
func (k *Kept) whole() (n uint64) {
	for _, p := range k.parts {
		n += p.whole
	}
	return n
}

// content reads the content of a record, without its kind.
func (k *Kept) content(at int64, size int) ([]byte, error) {
	b := make([]byte, size)
	if _, err := k.file.ReadAt(b, at); err != nil {
		return nil, err
	}
	return b[1:], nil
}

// Lines calls take for the lines above the screen, some at a time, oldest first, without those
// behind an alternate screen.
func (k *Kept) Lines(take func(Rows)) error {
	if len(k.above.Lines) > 0 {
		take(k.above)
	}
	for _, p := range k.parts {
		content, err := k.content(p.at, p.size)
		if err != nil {
			return fmt.Errorf("read checkpoint: %w", err)
		}
		f := fields{b: content}
		rows := f.rows()
		if f.err != nil {
			return fmt.Errorf("read checkpoint: %w", f.err)
		}
		if p.cut {
			rows.keep(p.whole)
		}
		take(rows)
	}
	return nil
}

// SetAside renames a damaged file in a session's directory, so that it is not overwritten, and
// returns its new name.
func SetAside(dir string) (string, error) {
	path, aside := filepath.Join(dir, fileName), filepath.Join(dir, setAside)
	if err := errors.Join(private.CheckReplaceable(path), private.CheckReplaceable(aside)); err != nil {
		return "", fmt.Errorf("set a damaged checkpoint aside: %w", err)
	}
	return aside, os.Rename(path, aside)
}

// readOld reads a file of version 1: a checksum of the rest, the time, the screen and some lines
// above it.
func (k *Kept) readOld(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if len(b) < crc32.Size || crc32.ChecksumIEEE(b[crc32.Size:]) != binary.LittleEndian.Uint32(b) {
		return ErrDamaged
	}
	f := fields{b: b[crc32.Size:]}
	k.At = f.time()
	k.Screen = message[wire.Frame](&f)
	k.above.LinesReply = message[wire.LinesReply](&f)
	k.above.Cols = k.Screen.Cols
	f.check(&k.Checkpoint)
	if f.err == nil {
		f.err = wire.CheckLines(k.above.Lines, wire.MaxRows, wire.MaxCols, len(k.above.Styles))
	}
	return f.err
}
