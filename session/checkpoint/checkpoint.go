package checkpoint

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dormer/session/private"
	"dormer/session/wire"
)

// Lines is how many lines above the screen are kept in a checkpoint.
const Lines = 200

const (
	fileName = "checkpoint"
	// opening begins every file; the number is the version of the format.
	opening = "dormer checkpoint 1\n"
	// maxFile is the size above which a file is none of ours, in bytes.
	maxFile = 80 << 20
)

// errDamaged says that a file is no checkpoint, or not a whole one.
var errDamaged = errors.New("checkpoint is damaged")

// Checkpoint is what a session showed at a time.
type Checkpoint struct {
	At time.Time
	// Screen is a full frame, and its History is the range of Above.
	Screen wire.Frame
	// Above are the lines above the screen.
	Above wire.LinesReply
}

// Write replaces the checkpoint in a session's directory. The file has mode 0600.
func Write(dir string, c Checkpoint) error {
	data, err := encode(c)
	if err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	path := filepath.Join(dir, fileName)
	private.Sweep(path)
	if err := private.Replace(path, data); err != nil {
		return fmt.Errorf("write checkpoint: %w", err)
	}
	return nil
}

// Read returns the checkpoint in a session's directory. Where there is none the
// error is [io/fs.ErrNotExist]; where it cannot be believed, [errDamaged].
func Read(dir string) (Checkpoint, error) {
	f, err := private.Open(filepath.Join(dir, fileName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if errors.Is(err, private.ErrNotRegular) {
		err = fmt.Errorf("%w: %w", errDamaged, err)
	}
	if err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	c, err := read(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return Checkpoint{}, fmt.Errorf("read checkpoint: %w", err)
	}
	return c, nil
}

func read(f *os.File) (Checkpoint, error) {
	st, err := f.Stat()
	if err != nil {
		return Checkpoint{}, err
	}
	if st.Size() > maxFile {
		return Checkpoint{}, fmt.Errorf("%w: it has %d bytes", errDamaged, st.Size())
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile))
	if err != nil {
		return Checkpoint{}, err
	}
	return decode(data)
}

// encode writes opening, checksum of what follows, time, and two messages.
func encode(c Checkpoint) ([]byte, error) {
	head := len(opening) + crc32.Size
	b := make([]byte, head, 16<<10)
	copy(b, opening)
	b = binary.LittleEndian.AppendUint64(b, uint64(c.At.UnixNano()))
	b, err := wire.Append(b, c.Screen)
	if err != nil {
		return nil, err
	}
	if b, err = wire.Append(b, c.Above); err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint32(b[len(opening):], crc32.ChecksumIEEE(b[head:]))
	return b, nil
}

func decode(b []byte) (Checkpoint, error) {
	b, ok := bytes.CutPrefix(b, []byte(opening))
	if !ok || len(b) < crc32.Size+8 {
		return Checkpoint{}, errDamaged
	}
	sum, b := binary.LittleEndian.Uint32(b), b[crc32.Size:]
	if crc32.ChecksumIEEE(b) != sum {
		return Checkpoint{}, errDamaged
	}
	at := time.Unix(0, int64(binary.LittleEndian.Uint64(b))).UTC()
	screen, b, err := wire.Decode(b[8:])
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	above, _, err := wire.Decode(b)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("%w: %w", errDamaged, err)
	}
	c := Checkpoint{At: at}
	var isFrame, isLines bool
	c.Screen, isFrame = screen.(wire.Frame)
	c.Above, isLines = above.(wire.LinesReply)
	if !isFrame || !isLines {
		return Checkpoint{}, errDamaged
	}
	return c, nil
}
