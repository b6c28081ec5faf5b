package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// Side is an end of a stream. It determines which messages are received.
type Side int

const (
	// OwnerSide receives messages of viewers.
	OwnerSide Side = iota
	// ViewerSide receives messages of owners.
	ViewerSide
)

const (
	// stallTime is how long a viewer may read nothing of a message before its owner drops the
	// connection.
	stallTime = 10 * time.Second
	// keptBuffer limits the buffer that is kept for the next message, in bytes.
	keptBuffer = 256 << 10
	// step is how much memory is allocated for a message before its bytes have arrived.
	step = 64 << 10
)

// writeDeadliner is a stream whose writes can time out.
type writeDeadliner interface{ SetWriteDeadline(time.Time) error }

// nonBlockingWriter is a stream that can write as much as there is room for now. WriteNow returns the
// number of bytes written.
type nonBlockingWriter interface {
	WriteNow([]byte) (int, error)
}

// stream is a connection over bytes.
type stream struct {
	rw     io.ReadWriteCloser
	side   Side
	in     *bufio.Reader
	out    []byte
	limit  uint32 // of a received message
	closed atomic.Bool
}

// newStream returns a connection over a stream of bytes, without any handshake (see [Greet] and
// [Receive]). Messages of an unknown kind, or not for this side, are skipped. After a damaged or
// too long message the stream cannot be used any more.
//
// If rw has write deadlines, an owner gets an error when its viewer reads nothing for [stallTime].
// A viewer waits for its owner.
func newStream(rw io.ReadWriteCloser, side Side) *stream {
	s := &stream{rw: rw, side: side, limit: maxToOwner}
	if side == ViewerSide {
		s.limit = maxToViewer
	}
	return s
}

// SendAll sends messages in order. Over a stream they go in one write, so that the receiver wakes
// once, and if one cannot be encoded, none is sent.
func SendAll(c Conn, messages []Message) error {
	if s, ok := c.(*stream); ok {
		return s.send(messages)
	}
	for _, m := range messages {
		if err := c.Send(m); err != nil {
			return err
		}
	}
	return nil
}

// keep keeps a buffer for the next message, unless it is large.
func (s *stream) keep(b []byte) {
	if cap(b) <= keptBuffer {
		s.out = b
	}
}

// Send encodes a message and writes it as a whole.
func (s *stream) Send(m Message) error { return s.send([]Message{m}) }

func (s *stream) send(messages []Message) (err error) {
	b := s.out[:0]
	for _, m := range messages {
		if b, err = Append(b, m); err != nil {
			return err
		}
	}
	s.keep(b)
	return s.write(b)
}

func (s *stream) write(b []byte) error {
	if len(b) == 0 {
		return nil
	}
	if s.closed.Load() {
		return ErrClosed
	}
	if w, ok := s.rw.(nonBlockingWriter); ok {
		n, err := w.WriteNow(b)
		if err != nil {
			return s.ended(err)
		}
		if b = b[n:]; len(b) == 0 {
			return nil
		}
	}
	if d, ok := s.rw.(writeDeadliner); ok && s.side == OwnerSide {
		return s.writeUntil(d, b)
	}
	if _, err := s.rw.Write(b); err != nil {
		return s.ended(err)
	}
	return nil
}

// writeUntil writes b with a time limit. The deadline is removed afterwards, so that it
// does not wake the process.
func (s *stream) writeUntil(d writeDeadliner, b []byte) error {
	err := d.SetWriteDeadline(time.Now().Add(stallTime))
	if err == nil {
		_, err = s.rw.Write(b)
	}
	if err == nil {
		err = d.SetWriteDeadline(time.Time{})
	}
	if err != nil {
		return s.ended(err)
	}
	return nil
}

// ended returns the error for a failed write, [ErrClosed] if the connection was closed.
func (s *stream) ended(err error) error {
	if s.closed.Load() {
		return ErrClosed
	}
	return fmt.Errorf("send: %w", err)
}

// ahead returns the size of the read buffer, in bytes. Messages of viewers are either short, or
// long enough to be read directly into their own memory. An owner may have many viewers.
func (s Side) ahead() int {
	if s == OwnerSide {
		return 512
	}
	return 4 << 10
}

// Receive returns the next message, or [io.EOF] when the connection has ended between two messages.
func (s *stream) Receive() (Message, error) {
	if s.in == nil {
		s.in = bufio.NewReaderSize(s.rw, s.side.ahead())
	}
	for {
		t, n, err := readHeader(s.in, s.limit)
		if err != nil {
			return nil, s.lost(err)
		}
		if t.fromViewer() != (s.side == OwnerSide) {
			if _, err := io.CopyN(io.Discard, s.in, int64(n)); err != nil {
				return nil, s.lost(noEOF(err))
			}
			continue
		}
		payload, err := readPayload(s.in, int(n))
		if err != nil {
			return nil, s.lost(err)
		}
		m, err := decodePayload(t, payload)
		if err != nil {
			return nil, fmt.Errorf("receive: %w", err)
		}
		if m != nil {
			return m, nil
		}
	}
}

// lost returns the error for a failed read.
func (s *stream) lost(err error) error {
	switch {
	case s.closed.Load(), errors.Is(err, io.EOF):
		return io.EOF
	case errors.Is(err, errTooLong):
		return err
	}
	return fmt.Errorf("receive: %w", err)
}

// Close ends the connection; closing again does nothing.
func (s *stream) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	return s.rw.Close()
}

// readHeader reads tag and length of a message. The error is [io.EOF] only before
// its first byte.
func readHeader(r io.Reader, limit uint32) (tag, uint32, error) {
	var header [headerLen]byte
	if _, err := io.ReadFull(r, header[:]); err != nil {
		return 0, 0, err
	}
	n := binary.LittleEndian.Uint32(header[1:])
	if n > limit {
		return 0, 0, fmt.Errorf("receive %d bytes: %w", n, errTooLong)
	}
	return tag(header[0]), n, nil
}

// readPayload reads n bytes. It allocates memory only as they arrive, so that a length alone costs
// nothing.
func readPayload(r io.Reader, n int) (string, error) {
	b := make([]byte, 0, min(n, step))
	for len(b) < n {
		if len(b) == cap(b) {
			b = append(make([]byte, 0, min(2*cap(b), n)), b...)
		}
		m, err := io.ReadFull(r, b[len(b):min(cap(b), n)])
		b = b[:len(b)+m]
		if err != nil {
			return "", noEOF(err)
		}
	}
	return string(b), nil
}

// noEOF turns the end of the stream in the middle of a message into an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
