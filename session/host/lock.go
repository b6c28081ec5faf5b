package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"dormer/session"
	"dormer/session/private"
	"dormer/session/proc"
)

// lockName is a file in a session's directory that its host keeps locked while it lives. It holds
// the host's process id, the directory of its socket and the process id of its child, one per line.
const lockName = "host.lock"

// maxLock is the longest content of a lock, in bytes.
const maxLock = 8 << 10

// relistenSignal asks a host to make a removed socket again.
const relistenSignal = syscall.SIGUSR1

// writeHolder writes the holder into a lock file. Readers see either the old text or the new one;
// the remainder of a longer old text is ignored.
func writeHolder(f *os.File, runtime string) error {
	text := holderText(runtime)
	if _, err := f.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	return f.Truncate(int64(len(text)))
}

func holderText(runtime string) string { return fmt.Sprintf("%d\n%s\n", os.Getpid(), runtime) }

// Holder is a living host, as described by its lock file.
type Holder struct {
	PID int
	// Runtime is the directory of the host's socket.
	Runtime string
}

// FindHolder returns the host that holds the lock in a session's directory; ok is false if
// none does.
func FindHolder(dir string) (h Holder, ok bool) {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return Holder{}, false
	}
	defer func() { _ = f.Close() }() // this releases a lock that was taken
	if !errors.Is(private.CheckLock(f), private.ErrLocked) {
		return Holder{}, false
	}
	text := make([]byte, maxLock)
	n, _ := f.Read(text) // without text there is no holder
	pid, rest, _ := strings.Cut(string(text[:n]), "\n")
	h.Runtime, _, ok = strings.Cut(rest, "\n")
	h.PID, err = strconv.Atoi(pid)
	return h, ok && err == nil && h.PID > 1 && filepath.IsAbs(h.Runtime)
}

// Held reports whether a host holds the lock in a session's directory, or may hold it. If it
// returns false, no host writes there.
func Held(dir string) bool {
	f, err := private.Open(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	defer func() { _ = f.Close() }() // this releases a lock that was taken
	return private.CheckLock(f) != nil
}

// Relisten asks the host to make its socket again if it was removed. It signals only a process that
// is a host: the lock file may be damaged, or its number may belong to a process elsewhere, as in a
// container that shares the directory.
func (h Holder) Relisten() error {
	if !isHost(h.PID) {
		return fmt.Errorf("process %d is not a host", h.PID)
	}
	return syscall.Kill(h.PID, relistenSignal)
}

// isHost reports whether a process is a host, by its arguments. If the system does not show
// arguments, it returns true.
func isHost(pid int) bool {
	if _, is := hostName(pid); is {
		return true
	}
	_, err := proc.Arguments(os.Getpid())
	return err != nil
}

// hostName returns the name of a process's host from its arguments; is is false for other
// processes.
func hostName(pid int) (name string, is bool) {
	words, err := proc.Arguments(pid)
	if err != nil || len(words) < 3 || words[0] != programName || words[1] != Command || !session.IsHostName(words[2]) {
		return "", false
	}
	return words[2], true
}
