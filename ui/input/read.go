//go:build unix

package input

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// EscapeTimeout is the default timeout for the rest of a sequence after ESC.
const EscapeTimeout = 25 * time.Millisecond

// Read decodes the input of f, a terminal in raw mode, and passes events to send, at least one at
// a time, until ctx or the input ends. It calls send only from this goroutine, and does not read
// while send blocks. An escTimeout of 0 means [EscapeTimeout].
//
// It returns the error of ctx, io.EOF at the end of the input, or an error of reading. After it has
// returned, nothing more is read from f, so that another program can use the terminal.
func Read(ctx context.Context, f *os.File, escTimeout time.Duration, send func([]Event)) error {
	in, err := openSource(ctx, f)
	if err != nil {
		return fmt.Errorf("read the terminal: %w", err)
	}
	defer in.close()
	if escTimeout <= 0 {
		escTimeout = EscapeTimeout
	}
	r := reader{in: in, buf: make([]byte, maxPart)}
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

// source reads the bytes of a terminal.
type source interface {
	// read waits for input, the end of the context, or the timeout (a negative one never
	// expires), and reads as much as p holds. In the latter two cases it returns no bytes
	// and no error. It may return bytes together with an error.
	read(p []byte, timeout time.Duration) (int, error)
	close()
}

// openSource returns the best way to read f: the poller, which needs no waiting thread,
// else blocking calls.
func openSource(ctx context.Context, f *os.File) (source, error) {
	if in := openPolled(ctx, f); in != nil {
		return in, nil
	}
	return openBlocking(ctx, f)
}

// reader reads and decodes one terminal.
type reader struct {
	in      source
	buf     []byte
	decoder Decoder
}

// next waits for input, the end of the context, or the decoder's timeout, whichever is first.
func (r *reader) next(escTimeout time.Duration) ([]Event, error) {
	timeout := time.Duration(-1)
	if r.decoder.Pending() {
		timeout = r.decoder.Patience(escTimeout)
	}
	n, err := r.in.read(r.buf, timeout)
	events := r.decoder.Feed(r.buf[:n])
	if err != nil || n == 0 && timeout >= 0 {
		events = append(events, r.decoder.Flush()...)
	}
	return events, err
}
