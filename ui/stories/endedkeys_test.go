//go:build linux

package stories

import (
	"testing"

	"dormer/ui/testing/drive"
)

// Typing on after a command has ended neither runs the command again nor closes its pane.
func TestTypingAfterACommandEndedRunsNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 200})
	s.dormer("do", "pane.split-right", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand("exit 3"))
	s.WaitText("exited with code 3", "; Enter")
	s.Type("exit\n")
	s.WaitText("it has ended: Enter alone starts it again")
	s.WaitGone("; Enter") // not offered in the pane's line until Enter has an effect
	s.WaitText("; Enter")
	s.ranTimes("after a line", 1)
	s.Press("x", "l", "s", "enter")
	s.WaitGone("; Enter")
	sc := s.WaitText("; Enter")
	s.ranTimes("after another line", 1)
	if divider(sc, 3) < 0 {
		t.Fatalf("the pane is closed\n%s", sc.Boxed())
	}
	s.Press("enter")
	eventually(t, "it runs again", func() bool { return s.ran() == 2 })
	s.WaitFor("its second end", func(sc drive.Screen) bool { return sc.Count("deployed 42") == 2 && sc.Contains("; Enter") })
	s.Press("x")
	s.WaitFor("the pane to close", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	s.Type("echo on $((40+2))\n")
	s.WaitText("on 42")
	s.leave()
}

// An extra Enter while dormer starts does not run an ended command.
func TestEnterAtLaunchRunsNothing(t *testing.T) {
	t.Parallel()
	for _, restore := range []string{"start", "ask"} {
		t.Run(restore, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 100, Args: []string{"--restore", restore}})
			s.dormer("do", "tab.new", "--name", "dd", "--cwd", s.Dir(), "--", "sh", "-c", deployCommand("exit 3"))
			s.WaitText("deployed 42", "exited with code 3")
			s.leave()
			r := s.relaunch()
			r.Press("enter")
			r.WaitText("exited with code 3", "; Enter")
			r.ranTimes("after an Enter at the start", 1)
			r.leave()
		})
	}
}
