package host

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// yieldInterval is how long a reader that never has to wait goes on before it lets others
// have a turn.
const yieldInterval = time.Millisecond

// yielder is a pause for a goroutine that would never wait by itself, on the one
// processor that a host has. It waits for a pipe that it has written to, and while it
// waits everybody runs who is ready or has something to read. (runtime.Gosched lets only
// those run who are ready already.)
type yielder struct {
	in, out *os.File
	raw     syscall.RawConn // of in
	last    time.Time
}

func newYielder() (*yielder, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	raw, err := in.SyscallConn()
	if err != nil {
		return nil, errors.Join(err, in.Close(), out.Close())
	}
	return &yielder{in: in, out: out, raw: raw}, nil
}

// waited says that the goroutine has waited for something just now.
func (b *yielder) waited(now time.Time) { b.last = now }

// yield lets everybody else have a turn, where it is time to.
func (b *yielder) yield() {
	if time.Since(b.last) < yieldInterval {
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
	b.waited(time.Now())
}

func (b *yielder) close() { _ = errors.Join(b.in.Close(), b.out.Close()) }
