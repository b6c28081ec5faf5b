//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dormer/ui/testing/drive"
)

// A program that is out of file descriptors says why a session does not start, keeps its sessions,
// and starts more when descriptors are free again.
func TestF32OutOfFileDescriptors(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 160, Command: []string{"sh", "-c", "ulimit -n 32; exec " + drive.Build(t)}})
	refused := func(sc drive.Screen) bool { return sc.Contains("too many open files") }
	n := 1
	for ; n < 40 && !refused(s.Screen()); n++ {
		before := len(s.Children())
		s.Prefix("c")
		s.WaitFor("a tab, or a notice that there is none", func(sc drive.Screen) bool {
			return refused(sc) || len(s.Children()) > before && strings.HasPrefix(activeTab(sc), strconv.Itoa(n+1)+" ")
		})
	}
	if n == 40 {
		t.Error("40 sessions were started with 32 descriptors")
	}
	sessions := s.Children()
	if len(sessions) < 2 {
		t.Errorf("only %d sessions could be started", len(sessions))
	}
	t.Logf("%d sessions could be started", len(sessions))
	s.child(s.PID(), "dormer-guard") // so that the guard does not take descriptors later
	for i := 1; i <= len(sessions); i += max(1, len(sessions)-1) {
		s.Prefix(strconv.Itoa(min(i, 9)))
		s.prompt(fmt.Sprintf("in tab %d", i), anywhere)
		s.run(fmt.Sprintf("clear; echo still $((%d+40))", i), fmt.Sprintf("still %d", i+40))
	}
	s.sameProcesses("after one did not start", sessions)
	for left := len(sessions) - 1; left > len(sessions)-3; left-- {
		s.Prefix("X")
		s.Press("y")
		s.WaitFor("a tab to go", func(sc drive.Screen) bool { return strings.Count(tabs(sc), "work") == left })
	}
	eventually(t, "the killed session to be gone", func() bool { return len(s.lineages()) == len(sessions)-2 })
	s.Prefix("c")
	s.prompt("of a new tab", func(sc drive.Screen) bool { return strings.Count(tabs(sc), "work") == len(sessions)-1 })
	s.run("clear; echo again $((40+2))", "again 42")
}

// Many sessions that start at once need no more descriptors than a few, so that a template with
// many tabs opens completely.
func TestF32ManySessionsStartWithFewDescriptors(t *testing.T) {
	t.Parallel()
	const tabs = 60
	template := filepath.Join(t.TempDir(), "many.toml")
	if err := os.WriteFile(template, []byte(strings.Repeat("[[tabs]]\n", tabs)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := begin(t, drive.Options{Command: []string{"sh", "-c", "ulimit -n 128; exec " + drive.Build(t) + " open " + template}})
	s.prompt("of the first", anywhere)
	eventually(t, "a process for each tab", func() bool { return len(s.Children()) >= tabs })
	d, err := drive.ReadDocument(drive.DocumentPath(s.Home(), "many"))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(d.Tabs()); got != tabs {
		t.Errorf("there are %d tabs, want %d", got, tabs)
	}
	if kept, err := os.ReadDir(filepath.Join(s.Home(), "state", "sessions")); err != nil || len(kept) != tabs {
		t.Errorf("there are directories of %d sessions, want %d: %v", len(kept), tabs, err)
	}
}

// processLimit creates a control group with a limit on processes. It skips the test if it cannot,
// which takes root: without a limit the fork bomb would be unbounded.
func processLimit(t *testing.T, n int) (group string) {
	t.Helper()
	root := "/sys/fs/cgroup/pids" // version 1
	if _, err := os.Stat(root); err != nil {
		root = "/sys/fs/cgroup"
	}
	group = filepath.Join(root, "dormer-story-"+strconv.Itoa(os.Getpid()))
	if err := os.Mkdir(group, 0o700); err != nil {
		t.Skip("a control group cannot be made:", err)
	}
	t.Cleanup(func() {
		if err := os.Remove(group); err != nil {
			t.Errorf("a process is left in the control group: %v", err)
		}
	})
	if err := os.WriteFile(filepath.Join(group, "pids.max"), []byte(strconv.Itoa(n)), 0); err != nil {
		t.Skip("the processes of a control group cannot be limited:", err)
	}
	return group
}

// waitCrowd waits until a control group has more than n processes. No event reports that.
func waitCrowd(t *testing.T, group string, n int) {
	t.Helper()
	deadline := time.Now().Add(drive.Patience)
	for at := 0; at <= n; <-time.After(5 * time.Millisecond) {
		text, err := os.ReadFile(filepath.Join(group, "pids.current"))
		if err != nil {
			t.Fatal(err)
		}
		if at, _ = strconv.Atoi(strings.TrimSpace(string(text))); time.Now().After(deadline) {
			t.Fatalf("%d processes are in the control group, want more than %d", at, n)
		}
	}
}

func TestF32KillingAPaneEndsItsForkBomb(t *testing.T) {
	t.Parallel()
	group := processLimit(t, 80)
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	shell := s.pid()
	s.Type("echo $$ >" + group + "/cgroup.procs; bomb() { bomb | bomb & }; clear; bomb 2>/dev/null\n")
	waitCrowd(t, group, 20)
	s.Prefix("left")
	s.responds("beside a fork bomb")
	echoedQuickly(t, "beside a fork bomb", s.echoes(20))
	s.Prefix("c")
	s.prompt("of a new tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
	s.Prefix("1")
	s.Prefix("right")
	s.WaitFor("the bomb's pane", func(sc drive.Screen) bool { return activeTitle(sc) == "trouble" })
	s.Prefix("X")
	s.Press("y")
	s.WaitFor("the pane to go", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	s.ended("its shell", shell)
	s.responds("after a fork bomb")
}
