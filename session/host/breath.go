package host

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// breathEvery is how long a reader that never has to wait goes on before it lets others
// have a turn.
const breathEvery = time.Millisecond

// breath is a pause for a goroutine that would never wait by itself, on the one
// processor that a host has. It waits for a pipe that it has written to, and while it
// waits everybody runs who is ready or has something to read. (runtime.Gosched lets only
// those run who are ready already.)
type breath struct {
	in, out *os.File
	raw     syscall.RawConn // of in
	last    time.Time
}

func newBreath() (*breath, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	raw, err := in.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return &breath{in: in, out: out, raw: raw}, nil
}

// rested says that the goroutine has waited for something just now.
func (b *breath) rested(now time.Time) { b.last = now }

// take lets everybody else have a turn, where it is time to.
func (b *breath) take() {
	if time.Since(b.last) < breathEvery {
		return
	}
	written := false
	_ = b.raw.Read(func(fd uintptr) bool { // where this fails, nobody is kept waiting
		if !written {
			written = true
			_, err := b.out.Write([]byte{0})
			return err != nil
		}
		_, err := unix.Read(int(fd), make([]byte, 1))
		return !errors.Is(err, unix.EAGAIN)
	})
	b.rested(time.Now())
}

func (b *breath) close() { _ = errors.Join(b.in.Close(), b.out.Close()) }
