package proc

import (
	"errors"
	"os"
	"sync/atomic"
	"testing"
	"time"
)

func TestReadGivesUpAfterATime(t *testing.T) {
	locked := make(chan struct{})
	var begun atomic.Int32
	r := newReader(func(path string) ([]byte, error) {
		if path == "locked" {
			begun.Add(1)
			<-locked
		}
		return []byte(path), nil
	}, 20*time.Millisecond)
	for range 3 {
		if _, err := r.Read("locked"); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("got %v", err)
		}
	}
	if n := begun.Load(); n != 1 {
		t.Errorf("%d reads are waiting for the same file, want 1", n)
	}
	if got, err := r.Read("other"); string(got) != "other" || err != nil {
		t.Errorf("another file meanwhile: %q, %v", got, err)
	}
	close(locked)
	for limit := time.Now().Add(10 * time.Second); ; {
		got, err := r.Read("locked")
		if err == nil && string(got) == "locked" {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("after it was unlocked: %q, %v", got, err)
		}
	}
}
