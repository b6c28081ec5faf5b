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

// ErrLocked means that another program owns the workspace document. The concrete error is a
// [*LockedError].
var ErrLocked = errors.New("the workspace is open in another program")

// Holder is the program that owns a workspace document, as it describes itself. All fields
// are zero if it has not written them yet.
type Holder struct {
	PID   int       `json:"pid"`
	Host  string    `json:"host"`
	Since time.Time `json:"since"`
	// Socket is the path of the holder's socket for requests, empty if it has none.
	Socket string `json:"socket,omitempty"`
}

// LockedError is an [ErrLocked] that names the holder.
type LockedError struct {
	Workspace string
	Holder    Holder
}

func (e *LockedError) Error() string { return e.Fact() + ": leave it there first" }

// Fact returns the error message without advice.
func (e *LockedError) Fact() string {
	who := "in another dormer"
	if e.Holder.PID != 0 {
		who += " (" + e.Holder.String() + ")"
	}
	return fmt.Sprintf("workspace %q is open %s", e.Workspace, who)
}

// String describes a holder; it is empty if the holder is unknown.
func (h Holder) String() string {
	if h.PID == 0 {
		return ""
	}
	return fmt.Sprintf("pid %d on %s, since %s", h.PID, h.Host, h.Since.Local().Format(time.DateTime))
}

// Here reports whether the holder is a process on this machine.
func (h Holder) Here() bool {
	host, err := os.Hostname()
	return h.PID != 0 && err == nil && host == h.Host
}

// HolderOf returns the program that has the workspace in dir open, as it describes itself; or
// the zero value if there is none or it is unknown. It takes no lock.
func HolderOf(dir string) Holder { return readHolder(filepath.Join(dir, "lock")) }

// Is makes the error an [ErrLocked].
func (e *LockedError) Is(target error) bool { return target == ErrLocked }

// lock is the ownership of a workspace's directory. The kernel releases it when the process
// ends. The file stays, since after removing a lock file two programs could each hold a lock of
// that name.
type lock struct{ file *os.File }

// acquire takes the lock without waiting and writes the holder into it.
func acquire(dir string, holder Holder) (*lock, error) {
	path := filepath.Join(dir, "lock")
	f, err := private.OpenLocked(path, 0)
	if errors.Is(err, private.ErrLocked) {
		return nil, &LockedError{Workspace: filepath.Base(dir), Holder: readHolder(path)}
	}
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	l := &lock{f}
	// The content of the lock is only informative: a full disk must not prevent anyone from
	// opening a workspace.
	_ = l.write(holder)
	return l, nil
}

func (l *lock) write(holder Holder) error {
	text, err := json.Marshal(holder)
	if err != nil {
		return err
	}
	// The program that releases it empties it. Emptied here, some file systems would write
	// it to disk before closing it.
	text = append(text, '\n')
	_, err = l.file.WriteAt(text, 0)
	if st, told := l.file.Stat(); err == nil && (told != nil || st.Size() > int64(len(text))) { // the previous holder was killed
		err = l.file.Truncate(int64(len(text)))
	}
	return err
}

// release empties the file first, so that a later reader does not find a holder that no longer
// runs.
func (l *lock) release() error {
	// It is unlocked explicitly: a process that is being started may still have the file
	// open.
	return errors.Join(l.file.Truncate(0), private.Unlock(l.file), l.file.Close())
}

// maxHolder is the maximum number of bytes read from a lock.
const maxHolder = 8 << 10

// readHolder reads what the holder wrote. If the holder has not written yet, the text is
// that of a program that has gone, and nothing is returned.
func readHolder(path string) Holder {
	var h Holder
	if private.ReadJSON(path, maxHolder, &h) != nil || h.PID <= 0 {
		return Holder{}
	}
	if h.Here() && syscall.Kill(h.PID, 0) == syscall.ESRCH {
		return Holder{}
	}
	return h
}
