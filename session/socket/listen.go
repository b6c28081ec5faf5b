package socket

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"dormer/session/private"
)

// Listener is a host's socket.
type Listener struct {
	path   string
	id     fs.FileInfo // of the original socket
	socket *net.UnixListener
}

// acceptPause is how long a listener waits if no descriptors are available.
const acceptPause = 100 * time.Millisecond

// Listen makes the socket of a host, with mode 0600, in dir, which is made if it is missing
// ([private.MakeDir]). A socket whose process has ended is replaced; if a process listens already,
// or the path is taken by something else, nothing is changed and the error names it.
func Listen(dir, name string) (*Listener, error) {
	path, err := Path(dir, name)
	if err != nil {
		return nil, err
	}
	if err := private.MakeDir(dir); err != nil {
		return nil, err
	}
	if err := checkFree(path); err != nil {
		return nil, err
	}
	// Between bind and listen a socket refuses connections like a stale one, so it gets its name
	// when it listens.
	fresh := filepath.Join(dir, "."+strconv.Itoa(os.Getpid())+".new")
	_ = os.Remove(fresh) // of an earlier process with our number; if it remains, bind fails
	removeAbandoned(dir)
	s, err := net.ListenUnix("unix", &net.UnixAddr{Name: fresh, Net: "unix"})
	if err != nil {
		return nil, err
	}
	s.SetUnlinkOnClose(false) // the path will change; Close removes the socket
	made := &Listener{path: path, socket: s}
	if err := made.publish(fresh); err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), os.Remove(fresh), s.Close())
	}
	return made, nil
}

// removeAbandoned removes sockets of processes that were killed before they had renamed them.
func removeAbandoned(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		number, fresh := strings.CutSuffix(strings.TrimPrefix(e.Name(), "."), ".new")
		if pid, err := strconv.Atoi(number); fresh && err == nil && pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
			_ = os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

// publish sets the mode and the name of the socket.
func (l *Listener) publish(fresh string) error {
	err := os.Chmod(fresh, 0o600)
	if err != nil {
		return err
	}
	if l.id, err = os.Lstat(fresh); err != nil {
		return err
	}
	return os.Rename(fresh, l.path)
}

// checkFree returns an error unless the path is free, or a socket whose process has ended.
func checkFree(path string) error {
	st, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("socket: %w", err)
	case st.Mode().Type() != fs.ModeSocket:
		return fmt.Errorf("socket %s: something else is there (%s): move it away", path, st.Mode())
	}
	c, err := dial(path)
	switch {
	case err == nil:
		return errors.Join(fmt.Errorf("socket %s: a process listens there: end it first", path), c.Close())
	case !errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Errorf("socket %s: it is in use: %w", path, err)
	}
	return nil
}

// Lost reports whether the socket is no longer at its path: it or its directory was removed, as
// some systems do at logout.
func (l *Listener) Lost() bool {
	st, err := os.Lstat(l.path)
	return err != nil || !os.SameFile(st, l.id)
}

// Accept waits for a connection of this user; those of other users are closed unread. The only
// error is [os.ErrClosed], after Close.
func (l *Listener) Accept() (Conn, error) {
	for {
		c, err := l.socket.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return nil, os.ErrClosed
		}
		if err != nil {
			time.Sleep(acceptPause) // no descriptors: wait until some are closed
			continue
		}
		if trusted, err := checkedConn(c); err == nil {
			return trusted, nil
		}
	}
}

// Close stops listening and removes the socket, if the path still has the original one.
func (l *Listener) Close() error {
	st, err := os.Lstat(l.path)
	if err == nil && os.SameFile(st, l.id) {
		err = os.Remove(l.path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, l.socket.Close())
}
