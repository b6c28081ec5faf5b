package host

import (
	"os"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// On one processor, a goroutine that waits for a descriptor learns that it is ready only when no other
// goroutine runs.
func TestYieldLetsThePollerRun(t *testing.T) {
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
	b.yield() // now the goroutine waits
	if _, err := out.Write([]byte{0}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		b.last = time.Time{}
		b.yield()
	}
	if !woken.Load() {
		t.Error("the waiting goroutine did not run")
	}
	_ = out.Close()
	<-done
	_ = in.Close()
}

func TestYieldKeepsItsInterval(t *testing.T) {
	var b yielder
	defer b.close()
	b.last = time.Now().Add(time.Hour)
	before := b.last
	b.yield()
	if b.last != before {
		t.Error("yielded again too early")
	}
}
