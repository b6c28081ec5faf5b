//go:build unix

package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

// EscapeTimeout is how long an ESC may turn out to be the start of a sequence where
// the configuration does not say.
const EscapeTimeout = 25 * time.Millisecond

// Read decodes what f, a terminal in raw mode, sends, and hands the events over,
// never none, until ctx ends or f does. send is called by this goroutine alone;
// while it blocks nothing is read. An escTimeout of 0 is [EscapeTimeout].
//
// It returns the error of ctx, io.EOF where f came to its end, or what reading
// said. Once it has returned, not a byte more of f is taken: another program may
// have the terminal.
func Read(ctx context.Context, f *os.File, escTimeout time.Duration, send func([]Event)) error {
	wake, stop, err := waker(ctx)
	if err != nil {
		return fmt.Errorf("read the terminal: %w", err)
	}
	defer stop()
	if escTimeout <= 0 {
		escTimeout = EscapeTimeout
	}
	r := reader{fd: int(f.Fd()), wake: int(wake.Fd()), buf: make([]byte, maxPart)}
	for {
		events, err := r.next(escTimeout)
		if len(events) > 0 {
			send(events)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return err
		case err != nil:
			return fmt.Errorf("read the terminal: %w", err)
		}
	}
}

// waker is a pipe that becomes readable when ctx ends. stop frees it.
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

// reader reads and decodes one terminal.
type reader struct {
	fd, wake int
	buf      []byte
	decoder  Decoder
}

// next waits for input, the end of the context, or the end of the decoder's
// patience, whichever comes first.
func (r *reader) next(escTimeout time.Duration) ([]Event, error) {
	timeout := time.Duration(-1)
	if r.decoder.Pending() {
		timeout = r.decoder.Patience(escTimeout)
	}
	ready, woken, err := await(r.fd, r.wake, timeout)
	switch {
	case err != nil || woken:
		return nil, err
	case !ready:
		return r.decoder.Flush(), nil
	}
	n, err := r.fill()
	events := r.decoder.Feed(r.buf[:n])
	if err != nil {
		events = append(events, r.decoder.Flush()...)
	}
	return events, err
}

// fill reads what is there: a terminal gives out 4 KiB at a time, and a paste
// should not be a message for each of them.
func (r *reader) fill() (n int, err error) {
	for n < len(r.buf) {
		more, err := read(r.fd, r.buf[n:])
		n += more
		if err != nil {
			return n, err
		}
		ready, woken, err := await(r.fd, r.wake, 0)
		if err != nil || woken || !ready {
			return n, err
		}
	}
	return n, nil
}

// read reads once; interruptions are no errors.
func read(fd int, p []byte) (int, error) {
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
