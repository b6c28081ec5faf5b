//go:build linux

package drive

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// watcher wakes when something changes in one directory.
type watcher struct {
	fd int
}

// watch starts to watch a directory. It makes the directory if it is missing.
func (p *Program) watch(dir string) watcher {
	p.t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		p.t.Fatal(err)
	}
	w, err := watchDir(dir)
	if err != nil {
		p.t.Fatal(err)
	}
	return w
}

func watchDir(dir string) (watcher, error) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return watcher{}, fmt.Errorf("watch %s: %w", dir, err)
	}
	if _, err := unix.InotifyAddWatch(fd, dir, unix.IN_MOVED_TO|unix.IN_CLOSE_WRITE|unix.IN_CREATE); err != nil {
		_ = unix.Close(fd)
		return watcher{}, fmt.Errorf("watch %s: %w", dir, err)
	}
	return watcher{fd}, nil
}

// WaitFile waits until a file exists and returns an error if it does not appear within
// [Patience]. The file's directory must exist. WaitFile wakes when the directory changes.
func WaitFile(path string) error {
	return waitPath(path, func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

// WaitContent waits until a file exists with a content that is accepts, as [WaitFile] does. It
// notices when the file is replaced, but not each write to it.
func WaitContent(path string, is func(content []byte) bool) error {
	return waitPath(path, func() bool {
		content, err := os.ReadFile(path)
		return err == nil && is(content)
	})
}

func waitPath(path string, is func() bool) error {
	w, err := watchDir(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer w.close()
	deadline := time.Now().Add(Patience)
	for !is() {
		if !w.wait(time.Until(deadline)) {
			return fmt.Errorf("%s did not become what is waited for within %v", path, Patience)
		}
	}
	return nil
}

// wait returns true when something changed since the last call, and false after patience.
func (w watcher) wait(patience time.Duration) bool {
	deadline := time.Now().Add(patience)
	for {
		left := max(0, time.Until(deadline))
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(w.fd), Events: unix.POLLIN}}, int(left.Milliseconds()))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil || n == 0 {
			return false
		}
		buf := make([]byte, 64<<10)
		_, _ = unix.Read(w.fd, buf) // only the fact of a change matters
		return true
	}
}

func (w watcher) close() { _ = unix.Close(w.fd) }
