package host

import (
	"os"
	"sync/atomic"
	"testing"
)

// What is kept of a session that has just started waits until somebody looks, or the
// first moments are over; the end of the session does not wait for that.
func TestKeeperIsHeldAtFirst(t *testing.T) {
	for name, then := range map[string]func(*keeper){
		"released": func(k *keeper) { k.release(); k.settle() },
		"closed":   (*keeper).close,
		"settled":  (*keeper).settle,
	} {
		t.Run(name, func(t *testing.T) {
			k := newKeeper(setup{Dir: t.TempDir()}, hostLog{os.Stderr})
			var done atomic.Int32
			k.do(func() { done.Add(1) })
			k.do(func() { done.Add(1) })
			if k.working || done.Load() != 0 {
				t.Error("it did not wait")
			}
			then(k)
			if done.Load() != 2 {
				t.Errorf("%d of 2 things were done", done.Load())
			}
			k.do(func() { done.Add(1) })
			k.settle()
			if done.Load() != 3 {
				t.Error("what came later was not done")
			}
		})
	}
}
