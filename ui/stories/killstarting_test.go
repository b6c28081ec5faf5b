//go:build linux

package stories

import (
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// A session that is killed while it starts is ended, also if dormer is left at once.
//
// S2-34.
func TestKillOfAStartingSessionIsNotLost(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Home: shortHome(t), Cols: 200})
	s.name("first")
	s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 })
	shell := s.pid()
	s.leave()
	if err := syscall.Kill(hostOf(t, shell), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	s.ended("the shell", shell)
	s = s.relaunch() // starts it again
	s.WaitFor("a pane", func(sc drive.Screen) bool { return strings.HasPrefix(tabs(sc), "1 first") })
	s.Prefix("X")
	s.WaitText("Kill")
	s.Press("y")
	s.WaitText("Nothing is open")
	s.leave()
	for _, pid := range drive.Hosts(s.Home()) {
		if !drive.WaitGone(pid) {
			t.Errorf("its host %d still runs", pid)
		}
	}
}
