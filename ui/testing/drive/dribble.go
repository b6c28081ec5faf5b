//go:build linux

package drive

import (
	"time"

	"golang.org/x/sys/unix"
)

// Dribble sends text unchanged, one byte at a time, as a slow line does: it sends a byte only when
// the program has read the previous one. It returns the longest time that the program can have
// waited for a byte. Tests need this because a busy machine may send more slowly than any line.
func (p *Program) Dribble(text string) (slowest time.Duration) {
	p.t.Helper()
	var before time.Time // when the previous byte was sent
	for i := range len(text) {
		begun := time.Now()
		p.in.send([]byte{text[i]})
		if !p.awaitRead() {
			p.t.Fatalf("the program did not read byte %d of %q within %v", i, text, Patience)
		}
		if i > 0 {
			slowest = max(slowest, time.Since(before))
		}
		before = begun
	}
	return slowest
}

// awaitRead waits until the program has read everything typed so far, and reports whether it
// did within [Patience]. It polls, since the kernel does not report this.
func (p *Program) awaitRead() bool {
	for deadline := time.Now().Add(Patience); time.Now().Before(deadline); <-time.After(100 * time.Microsecond) {
		n, err := unix.IoctlGetInt(int(p.slave.Fd()), unix.TIOCINQ)
		if err != nil || n == 0 && p.in.empty() {
			return err == nil
		}
	}
	return false
}

// empty reports whether the whole queue has been written.
func (in *input) empty() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return len(in.data) == 0 && !in.writing
}
