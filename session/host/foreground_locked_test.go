//go:build linux

package host

import (
	"os"
	"testing"
	"time"

	"dormer/session"
)

// The host's lock is free while the kernel is asked for the foreground process: keys, frames and
// other viewers do not wait. The caller still gets an answer.
func TestTheLockIsFreeWhileTheKernelIsAsked(t *testing.T) {
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
	h.run = &run{tty: child.tty, pid: -1} // so that the group is not the child's
	h.mu.Unlock()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		h.refreshForeground()
	}()
	select {
	case <-asks:
	case <-time.After(10 * time.Second):
		t.Fatal("the name of the foreground process is not requested")
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
		t.Error("the lock is held while the kernel is asked")
	}
}
