package rawio

import (
	"errors"
	"os"
	"sync"
	"syscall"
	"time"
)

// Conn is a descriptor that does not block and that nobody else waits for: a socket, a
// terminal. Whoever reads it is woken when there is something to read, and by nothing
// else. (The runtime's poller waits for both directions of what it is given: there,
// each time that the other side takes what was written wakes the process, for
// nothing.) One goroutine reads at a time, and one writes; the other methods may be
// called from any.
type Conn struct {
	file *os.File // of the descriptor
	raw  syscall.RawConn
	in   *gate
	read reading

	mu     sync.Mutex
	out    *gate     // while somebody waits for room
	until  time.Time // until when writing may wait
	closed bool
}

// reading is a read that is under way, and what carries it out: made once, not anew
// for every read.
type reading struct {
	p   []byte
	n   int
	err error
	try func(fd int) bool
}

// New takes over a descriptor, which nobody else reads, writes or closes from now on.
// On an error it is closed. What cannot be waited for (a file on a disk) is an error.
func New(fd int, name string) (*Conn, error) {
	file, err := unregistered(fd, name)
	if err != nil {
		return nil, err
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	c := &Conn{file: file, raw: raw}
	if c.in, err = c.openGate(toRead); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	c.read.try = func(fd int) bool {
		c.read.n, c.read.err = Read(fd, c.read.p)
		return !errors.Is(c.read.err, syscall.EAGAIN)
	}
	return c, nil
}

// Read waits until there is something to read and reads it. Its error is that of
// [Read], but never EAGAIN, or that of waiting: a deadline that passed, a descriptor
// that was closed.
func (c *Conn) Read(p []byte) (int, error) {
	c.read.p = p
	waited := c.Await(c.read.try)
	c.read.p = nil
	if waited != nil {
		return 0, waited
	}
	return c.read.n, c.read.err
}

// Await calls f with the descriptor until it reports true; after it has reported
// false, not before there is something new to read. f reads all there is, or reports
// true. The error is that of waiting: a deadline that passed, a descriptor that was
// closed.
func (c *Conn) Await(f func(fd int) bool) error {
	var failed error
	err := c.in.wait(func(uintptr) (done bool) {
		failed = c.Control(func(fd int) { done = f(fd) })
		return done || failed != nil
	})
	return first(failed, err)
}

// Control calls f with the descriptor, which stays open meanwhile. The error says that
// it is closed.
func (c *Conn) Control(f func(fd int)) error {
	return c.raw.Control(func(fd uintptr) { f(int(fd)) })
}

// WriteNow writes as much of p as there is room for, and returns how much that was.
func (c *Conn) WriteNow(p []byte) (n int, err error) {
	closed := c.Control(func(fd int) { n, err = Write(fd, p) })
	if errors.Is(err, syscall.EAGAIN) {
		err = nil
	}
	return n, first(err, closed)
}

// Write writes all of p, waiting for room. Of what it could not write it says how much
// was written.
func (c *Conn) Write(p []byte) (n int, err error) {
	n, err = c.WriteNow(p)
	if err != nil || n == len(p) {
		return n, err
	}
	room, err := c.waitForRoom()
	if err != nil {
		return n, err
	}
	defer c.stopWaiting()
	waited := room.wait(func(uintptr) bool {
		for err == nil && n < len(p) {
			var m int
			m, err = c.WriteNow(p[n:])
			n += m
			if m == 0 {
				break
			}
		}
		return err != nil || n == len(p)
	})
	return n, first(err, waited)
}

// first is the first that is an error.
func first(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// waitForRoom begins to listen to when there is room.
func (c *Conn) waitForRoom() (*gate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, os.ErrClosed
	}
	room, err := c.openGate(toWrite)
	if err == nil {
		err = room.setDeadline(c.until)
	}
	if err != nil {
		return nil, err
	}
	c.out = room
	return room, nil
}

func (c *Conn) stopWaiting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.out != nil {
		c.out.close()
		c.out = nil
	}
}

// SetReadDeadline says until when reading waits, as of [os.File].
func (c *Conn) SetReadDeadline(at time.Time) error { return c.in.setDeadline(at) }

// SetWriteDeadline says until when writing waits, as of [os.File].
func (c *Conn) SetWriteDeadline(at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = at
	if c.out != nil {
		return c.out.setDeadline(at)
	}
	return nil
}

// Close closes the descriptor and ends all waiting for it. Closing again is an error
// and does nothing.
func (c *Conn) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return os.ErrClosed
	}
	c.closed = true
	c.in.close()
	if c.out != nil {
		c.out.close()
	}
	return c.file.Close()
}
