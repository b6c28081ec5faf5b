package host

import (
	"errors"
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session/rawio"
)

// TestBreathLetsThePollerHaveATurn: on one processor, a goroutine that waits for a
// descriptor learns that it is ready only when nothing else runs.
func TestBreathLetsThePollerHaveATurn(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	var woken atomic.Bool
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = in.Read(make([]byte, 1))
		woken.Store(true)
	}()
	b, err := newBreath()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	b.take() // the goroutine waits now
	if _, err := out.Write([]byte{0}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.last, b.looked = time.Time{}, time.Time{}
		b.take()
	}
	if !woken.Load() {
		t.Error("nobody else had a turn")
	}
	_ = out.Close()
	<-done
	_ = in.Close()
}

// readable is a connection with something to read, which is only ever waited for; once
// looks is closed it is.
func readable(t *testing.T) (looks <-chan struct{}) {
	t.Helper()
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := rawio.New(fds[0], "socket")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unix.Write(fds[1], []byte{0}); err != nil {
		t.Fatal(err)
	}
	looked, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		first := true
		_ = c.Await(func(int) bool {
			if first {
				first = false
				close(looked)
			}
			return false
		})
	}()
	t.Cleanup(func() {
		_ = errors.Join(c.Close(), unix.Close(fds[1]))
		<-done
	})
	return looked
}

// Between two breaths, whoever is ready has a turn; the poller has one only where there is
// something to read for somebody.
func TestBreathIsEarlyForWhatThereIsToRead(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	b, err := newBreath()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	look := func() (breathed bool) {
		before := time.Now().Add(time.Hour) // no breath is due
		b.last, b.looked = before, time.Time{}
		b.take()
		return b.last != before
	}
	var ran atomic.Bool
	go ran.Store(true)
	if look() {
		t.Error("took a breath for nobody")
	}
	if !ran.Load() {
		t.Error("who was ready had no turn")
	}
	<-readable(t)
	if !look() {
		t.Error("took no breath though there is something to read")
	}
}

func TestBreathIsTakenOnlyWhenItIsTime(t *testing.T) {
	b, err := newBreath()
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	b.last = time.Now().Add(time.Hour)
	b.looked = b.last
	before := b.last
	b.take()
	if b.last != before {
		t.Error("one that has just rested took a breath")
	}
}
