package input

import (
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
)

// polled reads a terminal that was opened once more, so that not blocking is a
// property of this description alone: the one that it was opened from is shared
// with the shell.
type polled struct {
	ctx    context.Context
	file   *os.File
	waiter *rawio.Waiter
	unwake func() bool
	timed  bool // a deadline is set
}

// openPolled opens f again for the poller; nil where that cannot be done, and the
// other way is to be taken.
func openPolled(ctx context.Context, f *os.File) source {
	const flags = unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC
	fd, err := unix.Open(fmt.Sprintf("/proc/self/fd/%d", f.Fd()), flags, 0)
	if err != nil {
		return nil
	}
	again := os.NewFile(uintptr(fd), f.Name())
	raw, err := again.SyscallConn()
	if err == nil {
		err = again.SetReadDeadline(time.Time{}) // what cannot be polled has none
	}
	if err != nil {
		_ = again.Close()
		return nil
	}
	p := &polled{ctx: ctx, file: again, waiter: rawio.NewWaiter(raw)}
	p.unwake = context.AfterFunc(ctx, func() { _ = again.SetReadDeadline(time.Unix(1, 0)) })
	return p
}

func (p *polled) close() {
	p.unwake()
	_ = p.file.Close()
}

func (p *polled) read(b []byte, timeout time.Duration) (n int, err error) {
	p.limit(timeout)
	if p.ctx.Err() != nil {
		return 0, nil
	}
	waited := p.waiter.Await(func(fd int) bool {
		n, err = readAll(fd, b)
		return n > 0 || err != nil
	})
	switch {
	case waited == nil:
	case !errors.Is(waited, os.ErrDeadlineExceeded):
		err = waited
	case p.ctx.Err() == nil:
		return p.lastLook(b)
	}
	return n, err
}

// lastLook reads what came in time but was not looked at, because it is this process
// that was late: what the poller says then is that the time is over.
func (p *polled) lastLook(b []byte) (n int, err error) {
	if closed := p.waiter.Control(func(fd int) { n, err = readAll(fd, b) }); closed != nil {
		return 0, closed
	}
	return n, err
}

// limit sets the time until which reading waits. It comes before looking at the
// context, whose end sets it too.
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

// few is less than a terminal gives out at a time where it has more.
const few = 1024

// readAll reads all there is, as far as b holds it; what comes with an error counts.
func readAll(fd int, b []byte) (n int, err error) {
	for n < len(b) {
		m, err := rawio.Read(fd, b[n:])
		n += m
		switch {
		case errors.Is(err, syscall.EAGAIN):
			return n, nil
		case err != nil:
			return n, err
		case m < few:
			return n, nil
		}
	}
	return n, nil
}
