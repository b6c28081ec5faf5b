//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// Closing ended sessions does not end a session that was closed while it ran.
func TestClosingEndedSessionsKeepsRunningOnes(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.name("one")
	s.dormer("do", "tab.new", "--name", "keepme", "--", "sleep", "8001")
	s.WaitFor("the tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 keepme" })
	row := s.rowOf("keepme")
	s.Prefix("&")
	s.WaitText("closed `keepme`")
	for range 11 {
		s.dormer("do", "tab.new", "--name", "over", "--", "true")
		s.WaitText("exited with code 0", "x closes")
		s.Press("x")
		s.WaitFor("its end", func(sc drive.Screen) bool { return tabs(sc) == "1 one" })
	}
	if !drive.Alive(row.ChildPID) {
		t.Fatal("the closed running session has been ended")
	}
	s.dormer("undo", "11")
	s.WaitFor("the tab", func(sc drive.Screen) bool { return activeTab(sc) == "2 keepme" })
	if got := s.rowOf("keepme"); got.ChildPID != row.ChildPID {
		t.Errorf("it is process %d, was %d", got.ChildPID, row.ChildPID)
	}
}
