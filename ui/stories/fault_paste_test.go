//go:build linux

package stories

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// resident returns the resident memory of a process in kB.
func resident(t *testing.T, pid int) (kB int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("there is no proc(5)")
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	if !scan(after, &kB) {
		t.Fatalf("process %d has no VmRSS", pid)
	}
	return kB
}

// A paste of 10 MB goes to a child that reads slowly or not at all. The program and the host need
// little more memory than its size, the other pane stays fast, and the pane can be closed.
func TestF22MemoryOfAStuckPaste(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, read string }{
		{"never", "sleep 1000"},
		{"slowly", "while head -c 1000 >/dev/null; do sleep 0.2; done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := openCalmAndTrouble(t, drive.Options{Cols: 100})
			shell := s.pid()
			host := hostOf(t, shell)
			s.Type("clear; stty -echo -icanon; printf '\\033[?2004h'; echo ready $((40+2)); " + c.read + "\n")
			s.WaitText("ready 42")
			program, hosting := resident(t, s.PID()), resident(t, host)
			s.Paste(strings.Repeat("ten bytes\n", 1<<20))
			s.Prefix("left")
			s.WaitFor("the focus on calm", func(sc drive.Screen) bool { return activeTitle(sc) == "calm" })
			echoedQuickly(t, "beside a stuck paste", s.echoes(20))
			if grown := resident(t, s.PID()) - program + resident(t, host) - hosting; grown > 64<<10 {
				t.Errorf("program and host grew by %d kB", grown)
			} else {
				t.Logf("program and host grew by %d kB", grown)
			}
			s.Prefix("right")
			s.WaitFor("the focus on trouble", func(sc drive.Screen) bool { return activeTitle(sc) == "trouble" })
			s.Prefix("X")
			s.Press("y")
			s.WaitFor("the pane to go", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
			s.ended("its shell", shell)
			s.responds("after a stuck paste")
		})
	}
}
