package rawio

import (
	"errors"
	"sync/atomic"
	"syscall"
)

// Waiter waits for a descriptor that does not block. One goroutine waits to read at a
// time, and one to write.
type Waiter struct {
	raw      syscall.RawConn
	interest interest
	spare    atomic.Pointer[present] // for one call of WriteNow
}

// present is one try to write what there is room for now. Its function is made once: made
// for each write, it leaves garbage behind.
type present struct {
	p   []byte
	n   int
	err error
	do  func(fd uintptr)
}

// NewWaiter returns a waiter for a descriptor that the poller knows.
func NewWaiter(raw syscall.RawConn) *Waiter { return &Waiter{raw: raw} }

// Control calls f with the descriptor, which stays open meanwhile. The error says that
// it is closed.
func (w *Waiter) Control(f func(fd int)) error {
	return w.raw.Control(func(fd uintptr) { f(int(fd)) })
}

// Await calls f with the descriptor until it reports true; after it has reported
// false, not before there is something new to read. f reads all there is, or reports
// true. The error is that of waiting: the descriptor was closed, or a deadline passed.
func (w *Waiter) Await(f func(fd int) bool) error {
	waits := -1 // or the descriptor, once it is in the roll
	err := w.raw.Read(func(fd uintptr) bool {
		if f(int(fd)) {
			return true
		}
		w.interest.reads(int(fd))
		if waits < 0 {
			waits = int(fd)
			awaited.add(waits)
		}
		return false
	})
	if waits >= 0 {
		awaited.remove(waits)
	}
	return err
}

// AwaitRoom calls f with the descriptor until it reports true; after it has reported
// false, not before there is room to write. The error is as that of [Waiter.Await].
func (w *Waiter) AwaitRoom(f func(fd int) bool) error {
	err := w.raw.Write(func(fd uintptr) bool {
		if f(int(fd)) {
			return true
		}
		w.interest.writes(int(fd))
		return false
	})
	w.interest.wrote()
	return err
}

// Read waits until there is something to read and reads it. Its error is that of
// [Read], but never EAGAIN, or that of waiting.
func (w *Waiter) Read(p []byte) (n int, err error) {
	waited := w.Await(func(fd int) bool {
		n, err = Read(fd, p)
		return !errors.Is(err, syscall.EAGAIN)
	})
	if waited != nil {
		return 0, waited
	}
	return n, err
}

// Write writes all of p, waiting for room. Of what it could not write it says how much
// was written.
func (w *Waiter) Write(p []byte) (n int, err error) {
	waited := w.AwaitRoom(func(fd int) bool {
		for err = nil; err == nil && n < len(p); {
			var m int
			m, err = Write(fd, p[n:])
			n += m
		}
		return !errors.Is(err, syscall.EAGAIN)
	})
	if waited != nil {
		return n, waited
	}
	return n, err
}

// WriteNow writes as much of p as there is room for, and returns how much that was.
// Anybody may call it while others wait; the error says that the descriptor is closed,
// or what the kernel says.
func (w *Waiter) WriteNow(p []byte) (n int, err error) {
	a := w.spare.Swap(nil)
	if a == nil {
		a = &present{}
		a.do = func(fd uintptr) { a.n, a.err = Write(int(fd), a.p) }
	}
	a.p, a.n, a.err = p, 0, nil
	closed := w.raw.Control(a.do)
	n, err = a.n, a.err
	a.p = nil
	w.spare.Store(a)
	switch {
	case closed != nil:
		return 0, closed
	case errors.Is(err, syscall.EAGAIN):
		return n, nil
	}
	return n, err
}
