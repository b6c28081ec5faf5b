package host

import (
	"os"
	"sync/atomic"
	"testing"
)

// The records of a session that has just started wait until somebody looks or the first moments are
// over. The end of the session does not wait for them.
func TestRecorderWaitsAtFirst(t *testing.T) {
	for name, then := range map[string]func(*recorder){
		"released": func(k *recorder) { k.release(); k.finish() },
		"closed":   (*recorder).close,
		"settled":  (*recorder).finish,
	} {
		t.Run(name, func(t *testing.T) {
			k := newRecorder(setup{Dir: t.TempDir()}, hostLog{os.Stderr})
			var done atomic.Int32
			k.enqueue(func() { done.Add(1) })
			k.enqueue(func() { done.Add(1) })
			if k.working || done.Load() != 0 {
				t.Error("the work did not wait")
			}
			then(k)
			if done.Load() != 2 {
				t.Errorf("%d of 2 pieces of work were done", done.Load())
			}
			k.enqueue(func() { done.Add(1) })
			k.finish()
			if done.Load() != 3 {
				t.Error("later work was not done")
			}
		})
	}
}
