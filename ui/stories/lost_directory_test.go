//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// A command with a missing directory is not started in another one, in whatever way it is started.
func TestCommandIsNotStartedInAnotherDirectory(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 200})
	s.name("one")
	dir, ran := filepath.Join(s.Home(), "d"), filepath.Join(s.Home(), "ran")
	command := []string{"sh", "-c", "pwd >>" + ran}
	says := []string{"directory " + dir + " is gone or may not be entered"}

	if got := s.refused(append([]string{"do", "tab.new", "--cwd", dir, "--"}, command...)...); !strings.Contains(got, says[0]) {
		t.Errorf("the refusal is %q", got)
	}

	if _, err := os.Stat(ran); err == nil {
		t.Fatal("it ran in another directory: " + bytesOf(t, ran))
	}

	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s.dormer(append([]string{"do", "tab.new", "--name", "here", "--cwd", dir, "--"}, command...)...)
	s.WaitText("exited with code 0", "Enter")
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	s.Press("enter")
	s.WaitText(append(says, "Enter")...)
	host := s.rowOf("here").PID
	s.leave()
	s.endHost(host, unix.SIGKILL)
	r := s.relaunch()
	r.WaitText("exited with code 0", "Enter")
	r.Press("enter")
	r.WaitText(says...)
	if got := bytesOf(t, ran); got != dir+"\n" {
		t.Errorf("it ran in\n%s", got)
	}
}
