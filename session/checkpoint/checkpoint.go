package checkpoint

import (
	"errors"
	"time"

	"dormer/session/wire"
)

const (
	// Lines and Bytes limit the lines above a screen: the newest ones are kept, at most that many
	// lines and bytes. A file is at most a little more than twice as large.
	Lines = 20_000
	Bytes = 4 << 20
)

const (
	fileName = "checkpoint"
	// setAside is the name of a damaged file.
	setAside = fileName + ".damaged"
	// opening begins every file; the number is the version of the format. Files of version 1 have
	// one screen and some lines: see [Kept.readOld].
	opening    = "dormer checkpoint 2\n"
	openingOld = "dormer checkpoint 1\n"
	// maxFile is the largest size of a checkpoint, in bytes.
	maxFile = 80 << 20
)

// ErrDamaged is returned for a file that is not a checkpoint, or an incomplete one.
var ErrDamaged = errors.New("checkpoint is damaged")

// Checkpoint is the content of a session's screen at a time.
type Checkpoint struct {
	At time.Time
	// Screen is a full frame.
	Screen wire.Frame
	// Behind are the rows of the main screen if Screen is the alternate one.
	Behind wire.LinesReply
}

// Rows are some of the lines above the screen, from a screen of Cols columns.
type Rows struct {
	Cols int
	wire.LinesReply
}

// whole returns the number of lines that end in the rows.
func (r Rows) whole() (n uint64) {
	for i := range r.Lines {
		if !r.Lines[i].Wrapped {
			n++
		}
	}
	return n
}

// keep keeps the rows of the first n whole lines.
func (r *Rows) keep(n uint64) {
	i := 0
	for ; n > 0 && i < len(r.Lines); i++ {
		if !r.Lines[i].Wrapped {
			n--
		}
	}
	r.Lines = r.Lines[:i]
	r.Range.End = r.Range.First + uint64(i)
}
