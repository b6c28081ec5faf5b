package checkpoint

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"dormer/session/private"
)

// Writer writes the checkpoints of a session. It is the only writer in its directory, and
// not safe for concurrent use.
type Writer struct {
	path string
	// size is the size of the file; 0 if nothing can be appended to it.
	size int64
	// base is the number of the first whole line in the file, and whole their count.
	base, whole uint64
	// screens is the size of all screens in the file, last the size of the newest, in bytes.
	screens, last int64
	lines         uint64 // Lines
	bytes         int64  // Bytes
	buf           []byte
}

// NewWriter returns a writer in a session's directory. It appends to the saved state k, whose lines
// count from 0, unless k is nil, damaged or of an old version.
func NewWriter(dir string, k *Kept) *Writer {
	w := &Writer{path: filepath.Join(dir, fileName), lines: Lines, bytes: Bytes}
	if k != nil && k.Damage == nil {
		w.size, w.whole, w.screens, w.last = k.size, k.whole(), k.last, k.last
	}
	return w
}

// Follows reports whether a batch that begins after that many whole lines, with cut set if lines
// were removed, can be appended. If not, the batch must contain everything.
func (w *Writer) Follows(whole uint64, cut bool) bool {
	end := w.base + w.whole
	return w.size > 0 && (whole == end || cut && whole >= w.base && whole < end)
}

// Batch contains the changes since the last batch.
type Batch struct {
	Checkpoint
	// Anew means that it replaces everything written before.
	Anew bool
	// Whole is the number of whole lines before the first row of the batch, in the caller's count.
	// With Cut, only these of the written lines stay.
	Whole uint64
	Cut   bool
	// Lines calls add for the new lines above the screen; nil for none.
	Lines func(add func(Rows) error) error
}

// Write writes a batch. After an error the file is unchanged, and the next batch must contain
// everything; see [Writer.Follows]. The file has mode 0600.
func (w *Writer) Write(b Batch) error {
	next := *w
	var err error
	switch {
	case b.Anew:
		next.base, next.whole, next.screens, next.size = b.Whole, 0, 0, 0
		err = next.replace(b, func(io.Writer) error { return nil })
	case !w.Follows(b.Whole, b.Cut):
		err = errors.New("what was written before is missing")
	case w.grown():
		err = next.replace(b, func(to io.Writer) error { return next.copyNewest(to, w.size) })
	default:
		err = next.append(b)
	}
	if err != nil {
		w.size = 0
		return fmt.Errorf("write checkpoint: %w", err)
	}
	*w = next
	return nil
}

// grown reports whether the file must be rewritten.
func (w *Writer) grown() bool {
	return w.size > 2*w.bytes || w.whole > 2*w.lines || w.screens > w.size/2 && w.screens > 64*w.last
}

// replace writes a new file: the output of begin, and a batch.
func (w *Writer) replace(b Batch, begin func(io.Writer) error) error {
	private.Sweep(w.path)
	return private.ReplaceBy(w.path, func(f io.Writer) error {
		w.size = 0
		to := io.MultiWriter(f, (*counter)(&w.size))
		_, err := io.WriteString(to, opening)
		return errors.Join(err, begin(to), w.batch(to, b))
	})
}

// counter counts the bytes written.
type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// append appends a batch to the file.
func (w *Writer) append(b Batch) (err error) {
	f, err := private.Open(w.path, os.O_WRONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	st, err := f.Stat()
	switch {
	case err != nil:
		return err
	case st.Size() < w.size:
		return errors.New("somebody else has changed the file")
	case st.Size() > w.size: // from a killed writer
		if err := f.Truncate(w.size); err != nil {
			return err
		}
	}
	before, err := f.Seek(w.size, io.SeekStart)
	if err != nil {
		return err
	}
	if err := w.batch(io.MultiWriter(f, (*counter)(&w.size)), b); err != nil {
		return errors.Join(err, f.Truncate(before))
	}
	return f.Sync()
}

// batch writes the records of a batch.
func (w *Writer) batch(to io.Writer, b Batch) error {
	if b.Cut && !b.Anew {
		w.whole = b.Whole - w.base
		if _, err := to.Write(appendCut(w.buf, w.whole)); err != nil {
			return err
		}
	}
	if b.Lines != nil {
		err := b.Lines(func(r Rows) (err error) {
			if w.buf, err = appendRows(w.buf, r); err != nil {
				return err
			}
			w.whole += r.whole()
			_, err = to.Write(w.buf)
			return err
		})
		if err != nil {
			return err
		}
	}
	screen, err := appendScreen(w.buf, b.Checkpoint)
	if err != nil {
		return err
	}
	w.buf, w.last = nil, int64(len(screen)) // it is needed again in half a minute
	w.screens += w.last
	_, err = to.Write(screen)
	return err
}

// copyNewest copies the newest lines of the file.
func (w *Writer) copyNewest(to io.Writer, before int64) error {
	k, err := Open(filepath.Dir(w.path))
	if err != nil {
		return err
	}
	defer func() { _ = k.Close() }() // only read
	if k.size != before {
		return errors.New("somebody else has changed the file")
	}
	first, lines, bytes := len(k.parts), uint64(0), int64(0)
	for first > 0 && lines < w.lines && bytes < w.bytes {
		first--
		lines += k.parts[first].whole
		bytes += int64(k.parts[first].size)
	}
	for _, p := range k.parts[:first] {
		w.base += p.whole
	}
	w.whole, w.screens = 0, 0
	for _, p := range k.parts[first:] {
		if _, err := io.Copy(to, io.NewSectionReader(k.file, p.at-headLen, headLen+int64(p.size))); err != nil {
			return err
		}
		w.whole += p.whole
		if p.cut {
			if _, err := to.Write(appendCut(nil, w.whole)); err != nil {
				return err
			}
		}
	}
	return nil
}
