package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"dormer/session/private"
)

// ErrLocked says that another program owns the workspace document. The error
// that carries it is a [*LockedError].
var ErrLocked = errors.New("the workspace is open in another program")

// Holder is the program that owns a workspace document, in its own words. All
// fields are zero where the holder has not written them yet.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
	// Socket is the path of the socket at which the holder can be asked things, empty
	// where there is none.
	Socket string `json:"socket,omitempty"`
}

// LockedError is an [ErrLocked] that tells who holds the workspace.
type LockedError struct {
	Workspace string
	Holder    Holder
}

func (e *LockedError) Error() string { return e.Fact() + ": leave it there first" }

// Fact is the error without what can be done, for those who can do more.
func (e *LockedError) Fact() string {
	who := "in another dormer"
	if e.Holder.PID != 0 {
		who += " (" + e.Holder.String() + ")"
	}
	return fmt.Sprintf("workspace %q is open %s", e.Workspace, who)
}

// String names a holder, empty where nothing is known of it.
func (h Holder) String() string {
	if h.PID == 0 {
		return ""
	}
	return fmt.Sprintf("pid %d on %s, since %s", h.PID, h.Host, h.Since.Local().Format(time.DateTime))
}

// Here reports whether the holder is a process of this machine.
func (h Holder) Here() bool {
	host, err := os.Hostname()
	return h.PID != 0 && err == nil && host == h.Host
}

// HolderOf is the program that has the workspace in dir open, by its own word, the
// zero value where none has or none says so. It takes no lock.
func HolderOf(dir string) Holder { return readHolder(filepath.Join(dir, "lock")) }

// Is makes the error an [ErrLocked].
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// lock is the ownership of a workspace's directory. The kernel drops it with the
// process; the file stays, because removing a lock file lets two programs each
// hold a lock of that name.
type lock struct{ file *os.File }

// acquire takes the lock without waiting and writes the holder into it.
func acquire(dir string, holder Holder) (*lock, error) {
	path := filepath.Join(dir, "lock")
	f, err := private.Open(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	err = private.Lock(f)
	if errors.Is(err, private.ErrLocked) {
		_ = f.Close() // nothing was written to it
		return nil, &LockedError{Workspace: filepath.Base(dir), Holder: readHolder(path)}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), f.Close())
	}
	l := &lock{f}
	// What the lock says is a courtesy: a full disk must not keep anyone from
	// opening a workspace.
	_ = l.write(holder)
	return l, nil
}

func (l *lock) write(holder Holder) error {
	text, err := json.Marshal(holder)
	if err != nil {
		return err
	}
	// It is emptied by who releases it. Emptied here, some file systems would have what
	// is written on the disk before it is closed.
	text = append(text, '\n')
	_, err = l.file.WriteAt(text, 0)
	if st, told := l.file.Stat(); err == nil && (told != nil || st.Size() > int64(len(text))) { // who held it was killed
		err = l.file.Truncate(int64(len(text)))
	}
	return err
}

// release empties the file first, so that a later reader is not told of a holder
// that has gone.
func (l *lock) release() error {
	// It is unlocked by name: a process that is being started may have the file still.
	return errors.Join(l.file.Truncate(0), private.Unlock(l.file), l.file.Close())
}

// maxHolder bounds what is read of a lock, in bytes.
const maxHolder = 8 << 10

// readHolder reads what the holder says of itself. It may be just about to, and
// what stands there until then is of a program that has gone: nothing is better
// than a wrong answer.
func readHolder(path string) Holder {
	text, err := private.ReadFile(path, maxHolder)
	if err != nil {
		return Holder{}
	}
	var h Holder
	if json.Unmarshal(text, &h) != nil || h.PID <= 0 {
		return Holder{}
	}
	if h.Here() && syscall.Kill(h.PID, 0) == syscall.ESRCH {
		return Holder{}
	}
	return h
}
