package host

import (
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
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
	var b yielder
	defer b.close()
	b.yield() // the goroutine waits now
	if _, err := out.Write([]byte{0}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.last = time.Time{}
		b.yield()
	}
	if !woken.Load() {
		t.Error("nobody else had a turn")
	}
	_ = out.Close()
	<-done
	_ = in.Close()
}

func TestBreathIsTakenOnlyWhenItIsTime(t *testing.T) {
	var b yielder
	defer b.close()
	b.last = time.Now().Add(time.Hour)
	before := b.last
	b.yield()
	if b.last != before {
		t.Error("one that has just rested took a breath")
	}
}
