package rawio_test

import (
	"runtime"
	"testing"

	"dormer/session/rawio"
)

// standing waits for c and leaves what comes where it is, until c is closed.
func standing(t *testing.T, c *rawio.Conn) {
	t.Helper()
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
	<-looked
	t.Cleanup(func() {
		_ = c.Close()
		<-done
		if rawio.Ready() {
			t.Error("nobody waits any more, and something is ready")
		}
	})
}

// awaitRoll waits until so many descriptors are waited for.
func awaitRoll(n int) {
	for rawio.Awaited() != n {
		runtime.Gosched()
	}
}

func TestReadyTellsWhetherThereIsWhatSomebodyWaitsFor(t *testing.T) {
	idle, other := pair(t)
	if _, err := other.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if rawio.Ready() {
		t.Error("what nobody waits for is ready")
	}
	_ = idle.Control(func(fd int) { _, _ = rawio.Read(fd, make([]byte, 1)) })

	c, other := pair(t)
	standing(t, idle)
	standing(t, c)
	awaitRoll(2)
	if rawio.Ready() {
		t.Error("nothing was written, and something is ready")
	}
	if _, err := other.WriteString("x"); err != nil {
		t.Fatal(err)
	}
	if !rawio.Ready() {
		t.Error("something was written, and nothing is ready")
	}
}

// Of very many descriptors the kernel is not asked.
func TestReadyOfVeryMany(t *testing.T) {
	for range rawio.MaxAsked + 1 {
		c, _ := pair(t)
		standing(t, c)
	}
	awaitRoll(rawio.MaxAsked + 1)
	if !rawio.Ready() {
		t.Error("not taken as ready")
	}
}
