//go:build linux

package stories

import (
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

func TestSidebarStaysOpenAndIsClicked(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 100})
	s.name("one")
	s.newTab(2, "two")
	s.Prefix("b")
	s.WaitFor("the sidebar", func(sc drive.Screen) bool {
		return strings.HasPrefix(sc.Row(1), " 2 open") && strings.Contains(sc.Row(2), "1 one")
	})
	s.run("clear; stty size", "22 73")
	s.Click(6, 2)
	s.WaitFor("the first tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 one" })
	s.leave()
	again := s.relaunch()
	again.WaitFor("the sidebar again", func(sc drive.Screen) bool { return strings.Contains(sc.Row(3), "2 two") && activeTab(sc) == "1 one" })
	again.run("clear; stty size", "22 73")
}
