package host

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"

	"dormer/session/rawio"
)

const (
	// lookEvery is how long a reader that never has to wait goes on while others are
	// ready, or have something to read.
	lookEvery = time.Millisecond
	// breathEvery is how long it goes on without a breath. That asks the kernel of every
	// descriptor that is waited for, the reader's own among them, which takes as long as
	// reading a little.
	breathEvery = 8 * time.Millisecond
)

// breath is a pause for a goroutine that would never wait by itself, on the one
// processor that a host has: whoever is ready has a turn, and so has the poller,
// which knows who else is. (Yielding asks only the former.) It is a pipe that wakes
// its own reader.
type breath struct {
	in, out       *os.File
	inRaw, outRaw syscall.RawConn
	last          time.Time
	looked        time.Time
}

func newBreath() (*breath, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	inRaw, err := in.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	outRaw, err := out.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return &breath{in: in, out: out, inRaw: inRaw, outRaw: outRaw}, nil
}

// rested says that the goroutine has waited for something just now.
func (b *breath) rested(now time.Time) { b.last, b.looked = now, now }

// take lets everybody else have a turn, where it is time to.
func (b *breath) take() {
	now := time.Now()
	if now.Sub(b.looked) < lookEvery {
		return
	}
	b.looked = now
	if now.Sub(b.last) < breathEvery && !rawio.Ready() {
		runtime.Gosched()
		return
	}
	began := false
	var mark [1]byte
	_ = b.inRaw.Read(func(fd uintptr) bool { // where this fails, nobody is kept waiting
		if !began {
			began = true
			return !b.mark()
		}
		_, err := rawio.Read(int(fd), mark[:])
		return !errors.Is(err, syscall.EAGAIN)
	})
	b.rested(time.Now())
}

// mark has the reader woken, and reports whether it will be.
func (b *breath) mark() (marked bool) {
	err := b.outRaw.Control(func(fd uintptr) {
		_, err := rawio.Write(int(fd), []byte{0})
		marked = err == nil
	})
	return marked && err == nil
}

func (b *breath) close() { _ = errors.Join(b.in.Close(), b.out.Close()) }
