//go:build unix

package input

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"
	"time"
)

// blocking reads a descriptor shared with other processes, whose modes must not be changed: it
// waits with a system call.
type blocking struct {
	fd   int
	wake *os.File // becomes readable when the context ends
	stop func()
}

func openBlocking(ctx context.Context, f *os.File) (*blocking, error) {
	wake, stop, err := waker(ctx)
	if err != nil {
		return nil, err
	}
	return &blocking{fd: int(f.Fd()), wake: wake, stop: stop}, nil
}

// waker returns a pipe that becomes readable when ctx ends. stop closes it.
func waker(ctx context.Context) (wake *os.File, stop func(), err error) {
	wake, end, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	cancel := context.AfterFunc(ctx, func() { _ = end.Close() })
	return wake, func() {
		if cancel() {
			_ = end.Close()
		}
		_ = wake.Close()
	}, nil
}

func (b *blocking) close() { b.stop() }

func (b *blocking) read(p []byte, timeout time.Duration) (int, error) {
	wake := int(b.wake.Fd())
	ready, woken, err := await(b.fd, wake, timeout)
	if err != nil || woken || !ready {
		return 0, err
	}
	// A terminal returns 4 KiB at a time, and a paste should not be split into a message for
	// each.
	n := 0
	for n < len(p) {
		more, err := readOnce(b.fd, p[n:])
		n += more
		if err != nil {
			return n, err
		}
		ready, woken, err := await(b.fd, wake, 0)
		if err != nil || woken || !ready {
			return n, err
		}
	}
	return n, nil
}

// readOnce reads once, and retries after an interruption.
func readOnce(fd int, p []byte) (int, error) {
	for {
		n, err := syscall.Read(fd, p)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
			return 0, nil
		case err != nil:
			return 0, err
		case n == 0:
			return 0, io.EOF
		}
		return n, nil
	}
}
