package wire

import (
	"bufio"
	"fmt"
	"io"
	"unsafe"
)

// Incoming is what frames are received into, one after the other in the same memory: a
// viewer of a child that prints a little at a time would otherwise leave some kilobytes
// behind with each. The zero value is ready for use.
type Incoming struct {
	// Frame is the one that came last. It holds until the next is received: whoever
	// keeps a text or a slice of it copies that, except for the marks of lines.
	Frame Frame

	long    []byte // a payload that is not read ahead
	scrolls []Scroll
	styles  []Style
	lines   []Line
	spans   []Span
}

// ReceiveInto returns the next message, as Receive does, or nil where that is a frame,
// which is in then.
func ReceiveInto(c Conn, in *Incoming) (Message, error) {
	if s, ok := c.(*stream); ok {
		return s.receive(in)
	}
	m, err := c.Receive()
	if f, ok := m.(Frame); ok {
		in.Frame = f
		return nil, err
	}
	return m, err
}

// read reads the payload of a frame, of n bytes.
func (in *Incoming) read(from *bufio.Reader, n int) error {
	payload, err := in.payload(from, n)
	if err != nil {
		return noEOF(err)
	}
	r := reader{s: payload, into: in}
	in.Frame = r.frame()
	if err := r.err(); err != nil {
		return fmt.Errorf("frame: %w", err)
	}
	return nil
}

// payload is the next n bytes, which hold until the next are read: where they were read
// ahead, in place.
func (in *Incoming) payload(from *bufio.Reader, n int) (string, error) {
	if n <= from.Size() {
		b, err := from.Peek(n)
		if err != nil {
			return "", err
		}
		_, err = from.Discard(n)
		return text(b), err
	}
	if n > keptBuffer {
		return readPayload(from, n)
	}
	if cap(in.long) < n {
		in.long = make([]byte, n, n+n/2)
	}
	b := in.long[:n]
	_, err := io.ReadFull(from, b)
	return text(b), err
}

// text is b as a string, which changes when b does.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// again is n elements in the memory of kept, whatever is in there, or in new memory
// where that does not hold so many. What is as large as hardly any frame is not kept.
func again[T any](kept *[]T, n int) []T {
	if cap(*kept) >= n {
		return (*kept)[:n]
	}
	s := make([]T, n, n+n/2)
	if n <= keptElements {
		*kept = s
	}
	return s
}

// keptElements is how many spans, or other parts of a frame, memory is kept for.
const keptElements = 4 << 10
