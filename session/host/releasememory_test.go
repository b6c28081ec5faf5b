package host

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"dormer/session"
)

// Memory is released again if a crowd begins to look a while after it connected; a few viewers, or
// none, are not worth it.
func TestMemoryIsReleasedForLateViewers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given atomic.Int32
		tidy := memoryReleaser{release: func() { given.Add(1) }}
		s := newStill(t)
		s.opts.onAttach, s.sizeOwner = tidy.attached, s.viewer
		look := func() { s.attach(s.viewer, session.Size{Rows: 3, Cols: 20}) }
		step := func(what string, want int32, do func()) {
			t.Helper()
			before := given.Load()
			do()
			<-time.After(5 * releaseDelay)
			synctest.Wait()
			if got := given.Load() - before; got != want {
				t.Errorf("%s: released %d times, want %d", what, got, want)
			}
		}
		each := func(n int, do func()) func() {
			return func() {
				for range n {
					do()
				}
			}
		}
		step("a crowd connects", 1, each(manyViewers, tidy.connected))
		step("and looks", 1, each(manyViewers, look))
		step("few look", 0, each(manyViewers-1, look))
		step("a crowd comes in two parts", 2, func() {
			each(manyViewers, look)()
			<-time.After(releaseDelay / 2)
			each(manyViewers, look)()
		})
		step("all leave but one", 0, each(manyViewers-1, tidy.disconnected))
		step("and that one", 1, tidy.disconnected)
		step("nothing happens", 0, func() {})
	})
}
