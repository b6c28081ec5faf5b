package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/nonblock"
)

// polled reads a terminal that was opened again, so that only this descriptor is non-blocking, and
// not the one shared with the shell.
type polled struct {
	ctx      context.Context
	file     *os.File
	raw      syscall.RawConn
	stopWake func() bool
	timed    bool // a deadline is set
}

// openPolled opens f again for the poller; nil if that is not possible.
func openPolled(ctx context.Context, f *os.File) source {
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC
	fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), flags, 0)
	if err != nil {
		return nil
	}
	again := os.NewFile(uintptr(fd), f.Name())
	raw, err := again.SyscallConn()
	if err == nil {
		err = again.SetReadDeadline(time.Time{}) // fails if the file cannot be polled
	}
	if err != nil {
		_ = again.Close()
		return nil
	}
	p := &polled{ctx: ctx, file: again, raw: raw}
	p.stopWake = context.AfterFunc(ctx, func() { _ = again.SetReadDeadline(time.Unix(1, 0)) })
	return p
}

func (p *polled) close() {
	p.stopWake()
	_ = p.file.Close()
}

func (p *polled) read(b []byte, timeout time.Duration) (n int, err error) {
	p.limit(timeout)
	if p.ctx.Err() != nil {
		return 0, nil
	}
	waited := p.raw.Read(func(fd uintptr) bool {
		n, err = readAll(int(fd), b)
		return n > 0 || err != nil
	})
	switch {
	case waited == nil:
	case !errors.Is(waited, os.ErrDeadlineExceeded):
		err = waited
	case p.ctx.Err() == nil:
		return p.readLate(b)
	}
	return n, err
}

// readLate reads after a timeout of the poller: input may have arrived in time while this process
// was delayed.
func (p *polled) readLate(b []byte) (n int, err error) {
	if closed := p.raw.Control(func(fd uintptr) { n, err = readAll(int(fd), b) }); closed != nil {
		return 0, closed
	}
	return n, err
}

// limit sets the read deadline. It must be called before the context is checked, because the end
// of the context sets the deadline too.
func (p *polled) limit(timeout time.Duration) {
	switch {
	case timeout >= 0:
		p.timed = true
		_ = p.file.SetReadDeadline(time.Now().Add(max(timeout, 1)))
	case p.timed:
		p.timed = false
		_ = p.file.SetReadDeadline(time.Time{})
	}
}

// few is the size of a read below which the terminal has no more input.
const few = 1024

// readAll reads all available input, up to the size of b. It may return bytes together with an
// error.
func readAll(fd int, b []byte) (n int, err error) {
	for n < len(b) {
		m, err := nonblock.Read(fd, b[n:])
		n += m
		switch {
		case errors.Is(err, unix.EAGAIN):
			return n, nil
		case err != nil:
			return n, err
		case m == 0:
			return n, io.EOF
		case m < few:
			return n, nil
		}
	}
	return n, nil
}
