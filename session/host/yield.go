package host

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// yieldInterval is how long a reader that never has to wait runs before it yields.
const yieldInterval = time.Millisecond

// yielder lets other goroutines run on the host's one processor while a reader never has to
// wait. It blocks on a pipe that it has written to. Meanwhile all goroutines run that are
// ready or whose descriptor is readable; [runtime.Gosched] would run only those that are
// ready already.
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

// waited notes that the goroutine has just blocked by itself.
func (b *yielder) waited(now time.Time) { b.last = now }

// yield lets the others run, if they could not for yieldInterval.
func (b *yielder) yield() {
	if time.Since(b.last) < yieldInterval {
		return
	}
	written := false
	_ = b.raw.Read(func(fd uintptr) bool { // if this fails, nothing is waited for
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
