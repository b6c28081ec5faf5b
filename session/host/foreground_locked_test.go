//go:build linux

package host

import (
	"os"
	"testing"
	"time"

	"dormer/session"
)

// While the kernel is asked about the foreground, the host's lock is free: keys, frames
// and other viewers do not wait. Who asks for it gets an answer all the same.
func TestTheLockIsFreeWhileProcIsRead(t *testing.T) {
	asks, answer := make(chan struct{}, 1), make(chan struct{})
	before := groupName
	t.Cleanup(func() { groupName = before })
	groupName = func(int, int) string {
		asks <- struct{}{}
		<-answer
		return ""
	}
	h, err := Start(session.Spec{Command: []string{"/bin/sh", "-c", "read x"}, Dir: "/", Env: os.Environ()}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.End(); <-h.Done() })
	h.mu.Lock()
	child := h.run
	h.run = &run{tty: child.tty, pid: -1} // so that the group is not the child's own
	h.mu.Unlock()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		h.refreshForeground()
	}()
	select {
	case <-asks:
	case <-time.After(10 * time.Second):
		t.Fatal("nobody asks for the name of the foreground process")
	}
	free := h.mu.TryLock()
	if free {
		h.mu.Unlock()
	}
	close(answer)
	<-asked
	h.mu.Lock()
	h.run = child
	h.mu.Unlock()
	if !free {
		t.Error("the lock is held while the system is asked")
	}
}
