//go:build linux

package stories

import (
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// A host cannot write its checkpoint: the user is told what to do and works on.
func TestF12CheckpointCannotBeSaved(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 300})
	limit := func(size uint64) {
		for _, host := range drive.Hosts(s.Home()) {
			limit := unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}
			if err := unix.Prlimit(host, unix.RLIMIT_FSIZE, &limit, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	limit(10)
	s.run("clear; echo still $((40+2))", "still 42")
	// If the screen was saved a moment ago, the next save comes 30 s later.
	s.WaitFor("the notice", func(sc drive.Screen) bool {
		return sc.Contains("the last screen cannot be saved: file too large: make room in ")
	})
	s.run("clear; echo going $((40+2))", "going 42")
	limit(unix.RLIM_INFINITY)
	s.leave()
	r := s.relaunch()
	r.WaitText("going 42")
}
