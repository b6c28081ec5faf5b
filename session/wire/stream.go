package wire

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"
	"unsafe"
)

// Side is which end of a stream this is: it decides what is received.
type Side int

const (
	// OwnerSide receives what viewers send.
	OwnerSide Side = iota
	// ViewerSide receives what owners send.
	ViewerSide
)

const (
	// stallTime is how long a viewer may take nothing of a message that is sent to
	// it, before its owner gives it up.
	stallTime = 10 * time.Second
	// keptBuffer is how large a buffer may be that is kept for the next message.
	keptBuffer = 256 << 10
	// step is how much memory is taken for a message ahead of its bytes.
	step = 64 << 10
)

// writeDeadliner is what a stream has that can stop waiting for its reader.
type writeDeadliner interface{ SetWriteDeadline(time.Time) error }

// presentWriter is what a stream has that can write what there is room for now, and
// says how much that was.
type presentWriter interface {
	WriteNow([]byte) (int, error)
}

// stream is a connection over bytes.
type stream struct {
	rw     io.ReadWriteCloser
	side   Side
	in     *bufio.Reader
	out    []byte
	limit  uint32 // of a message that is received
	closed atomic.Bool
}

// newStream returns a connection over a stream of bytes, without any handshake (see
// [Greet] and [Receive]). Messages of a kind that is not known, or is not for this
// side, are skipped. Receiving one that is damaged or too long is an error, after
// which the stream is of no use.
//
// An owner whose viewer takes nothing for [stallTime] gets an error, where rw has
// write deadlines; a viewer waits for its owner.
func newStream(rw io.ReadWriteCloser, side Side) *stream {
	s := &stream{rw: rw, side: side, limit: maxToOwner}
	if side == ViewerSide {
		s.limit = maxToViewer
	}
	return s
}

// SendAll sends messages in order, then a frame unless it is nil, and, over a stream, in
// one piece: whoever receives them wakes once. Where one cannot be encoded, none is sent.
func SendAll(c Conn, messages []Message, frame *Frame) error {
	if s, ok := c.(*stream); ok {
		return s.send(messages, frame)
	}
	for _, m := range messages {
		if err := c.Send(m); err != nil {
			return err
		}
	}
	if frame == nil {
		return nil
	}
	return c.Send(*frame)
}

// presentSender is what a connection has that can send what there is room for now.
type presentSender interface {
	sendNow(Message) (bool, error)
}

// SendNow sends a message if there is room for it now, and reports whether it did. As
// of Send, there is one call at a time.
func SendNow(c Conn, m Message) (bool, error) {
	if s, ok := c.(presentSender); ok {
		return s.sendNow(m)
	}
	return false, nil
}

func (s *stream) sendNow(m Message) (bool, error) {
	w, ok := s.rw.(presentWriter)
	if !ok {
		return false, nil
	}
	if s.closed.Load() {
		return false, ErrClosed
	}
	b, err := Append(s.out[:0], m)
	if err != nil {
		return false, err
	}
	s.keep(b)
	n, err := w.WriteNow(b)
	switch {
	case err != nil:
		return false, s.ended(err)
	case n == 0:
		return false, nil
	}
	return true, s.write(b[n:]) // of a message shorter than a page nothing is left
}

// keep keeps a buffer for the next message, unless that would be a waste.
func (s *stream) keep(b []byte) {
	if cap(b) <= keptBuffer {
		s.out = b
	}
}

// Send encodes a message and writes it as a whole.
func (s *stream) Send(m Message) error { return s.send([]Message{m}, nil) }

func (s *stream) send(messages []Message, frame *Frame) (err error) {
	b := s.out[:0]
	for _, m := range messages {
		if b, err = Append(b, m); err != nil {
			return err
		}
	}
	if frame != nil {
		if b, err = appendFrame(b, frame); err != nil {
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
	if w, ok := s.rw.(presentWriter); ok {
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

// writeUntil writes b to somebody who may take too long. There is no deadline
// afterwards: it would wake the process for nothing.
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

// ended is the error of a write: that of a closed connection, where it is.
func (s *stream) ended(err error) error {
	if s.closed.Load() {
		return ErrClosed
	}
	return fmt.Errorf("send: %w", err)
}

// ahead is how much is read ahead of the message that is wanted. What viewers send
// is short, or long enough to be read straight into its place; an owner may have
// many of them.
func (s Side) ahead() int {
	if s == OwnerSide {
		return 512
	}
	return 4 << 10
}

// Receive returns the next message, or [io.EOF] when the connection has ended
// between two of them.
func (s *stream) Receive() (Message, error) { return s.receive(nil) }

// receive is [ReceiveInto], or Receive where in is nil.
func (s *stream) receive(in *Incoming) (Message, error) {
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
		if t == tagFrame && in != nil {
			return nil, s.receiveFrame(in, int(n))
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

func (s *stream) receiveFrame(in *Incoming, n int) error {
	err := in.read(s.in, n)
	switch {
	case errors.Is(err, errDamaged):
		return fmt.Errorf("receive: %w", err)
	case err != nil:
		return s.lost(err)
	}
	return nil
}

// lost is the error of a read.
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

// readPayload reads n bytes, and takes memory only as they come: whoever says that
// a message is long must send it.
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
	return unsafe.String(unsafe.SliceData(b), len(b)), nil // nobody changes it any more
}

// noEOF makes an end in the middle of a message an error.
func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
