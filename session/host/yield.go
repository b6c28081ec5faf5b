package host

import (
	"errors"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// yieldInterval is how long a goroutine that never blocks runs before it yields.
const yieldInterval = time.Millisecond

// yielder lets other goroutines run on the host's one processor while one never blocks. It blocks
// on a pipe that it has written to. Meanwhile all goroutines run that are ready or whose descriptor
// is readable; [runtime.Gosched] would run only those that are ready already. The pipe is made at
// the first use.
type yielder struct {
	in, out *os.File
	raw     syscall.RawConn // of in
	last    time.Time
}

func (b *yielder) open() (err error) {
	if b.in, b.out, err = os.Pipe(); err != nil {
		return err
	}
	b.raw, err = b.in.SyscallConn()
	return err
}

// waited notes that the goroutine has just blocked on its own.
func (b *yielder) waited(now time.Time) { b.last = now }

// yield lets the others run, if they could not for yieldInterval.
func (b *yielder) yield() {
	if time.Since(b.last) < yieldInterval {
		return
	}
	if b.raw == nil && b.open() != nil { // no descriptors are left
		b.waited(time.Now())
		return
	}
	written := false
	_ = b.raw.Read(func(fd uintptr) bool { // if this fails, it does not wait
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

// close closes the pipe, if one was made.
func (b *yielder) close() { _ = errors.Join(b.in.Close(), b.out.Close()) }
