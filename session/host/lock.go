package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockName is a file in a session's directory that its host locks for as long as
// it lives. It holds the host's process id, the directory of its socket and the process
// id of its child, a line each.
const lockName = "host.lock"

// maxLock is the longest content of a lock, in bytes.
const maxLock = 8 << 10

// knock asks a host to see that its socket is where it was made.
const knock = syscall.SIGUSR1

// sign writes into a lock who holds it.
func sign(f *os.File, runtime string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(signature(runtime)), 0)
	return err
}

func signature(runtime string) string { return fmt.Sprintf("%d\n%s\n", os.Getpid(), runtime) }

// Holder is a host that lives, as its lock tells.
type Holder struct {
	PID int
	// Runtime is the directory of its socket.
	Runtime string
}

// FindHolder returns the host that holds the lock in a session's directory; ok is
// false where nobody does.
func FindHolder(dir string) (h Holder, ok bool) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return Holder{}, false
	}
	defer func() { _ = f.Close() }() // a lock that was taken goes with it
	if err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); !errors.Is(err, unix.EWOULDBLOCK) {
		return Holder{}, false
	}
	text := make([]byte, maxLock)
	n, _ := f.Read(text) // none is no holder
	pid, rest, _ := strings.Cut(string(text[:n]), "\n")
	h.Runtime, _, ok = strings.Cut(rest, "\n")
	h.PID, err = strconv.Atoi(pid)
	return h, ok && err == nil && h.PID > 1 && filepath.IsAbs(h.Runtime)
}

// Knock asks the host to make its socket again, where it was removed. What is held
// is held by a process that lives, so the number is its own.
func (h Holder) Knock() error { return syscall.Kill(h.PID, knock) }
