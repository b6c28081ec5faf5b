//go:build linux

package stories

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// These stories test faults of hosts and of their children, by their numbers in
// docs/development/faults.md.

// hostOf returns the process that hosts a pane: the parent of the pane's child.
func hostOf(t *testing.T, child int) int {
	t.Helper()
	var name string
	var state rune
	var host int
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", child))
	if err == nil {
		_, after, _ := strings.Cut(string(stat), ") ")
		_, err = fmt.Sscanf(after, "%c %d", &state, &host)
	}
	if err != nil || !strings.HasPrefix(drive.CommandLine(host), "dormer host ") {
		t.Fatalf("the parent of %d is %d (%s%s), want a host: %v", child, host, name, drive.CommandLine(host), err)
	}
	return host
}

// signal sends a signal to a process of the story's home.
func signal(t *testing.T, pid int, sig syscall.Signal) {
	t.Helper()
	if err := unix.Kill(pid, sig); err != nil {
		t.Fatalf("%v to %d: %v", sig, pid, err)
	}
}

// stop stops a process and continues it at the end of the test at the latest. It waits until the
// process has stopped: one thread takes the signal, and the others run on until it does.
func stop(t *testing.T, pid int) (goOn func()) {
	t.Helper()
	signal(t, pid, unix.SIGSTOP)
	eventually(t, fmt.Sprintf("process %d to stop", pid), func() bool {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		return err != nil || strings.Contains(string(stat), ") T ")
	})
	goOn = func() {
		if err := unix.Kill(pid, unix.SIGCONT); err != nil && !errors.Is(err, unix.ESRCH) {
			t.Errorf("let %d go on: %v", pid, err)
		}
	}
	t.Cleanup(goOn)
	return goOn
}

// echoes types n keys into the active pane, each after the previous one was echoed, and returns how
// long each took.
func (s *story) echoes(n int) []time.Duration {
	s.t.Helper()
	s.prompt("before the keys", anywhere)
	var times []time.Duration
	for i := range n {
		key := string(rune('a' + i%26))
		at := s.Screen().Cursor
		began := time.Now()
		s.Type(key)
		s.WaitFor("the echo of "+key, func(sc drive.Screen) bool { return sc.At(at.Col, at.Row).Text == key })
		times = append(times, time.Since(began))
	}
	s.Press("ctrl+u")
	return times
}

// echoedQuickly fails the test if no echo came within a second. A key that had to wait for another
// session's host would take at least that long.
func echoedQuickly(t *testing.T, when string, echoes []time.Duration) {
	t.Helper()
	if best := slices.Min(echoes); best > time.Second {
		t.Errorf("%s: keys are echoed after %v", when, echoes)
	}
}

func TestF10StoppedHostIsMarkedAndRecovers(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	shell := s.pid()
	host := hostOf(t, shell)
	s.Type("clear\n")
	s.prompt("of the trouble", anywhere)
	goOn := stop(t, host)
	s.Type("echo back $((40+2))\n") // the input waits for the host
	s.Prefix("left")
	s.WaitFor("the focus on calm", func(sc drive.Screen) bool { return activeTitle(sc) == "calm" })
	echoedQuickly(t, "while a host is stopped", s.echoes(20))
	s.Prefix("right")
	s.Type("#\n")
	s.WaitFor("the mark", func(sc drive.Screen) bool { return sc.Contains("does not answer") || sc.Contains("no answer") })
	s.Prefix("left")
	s.WaitFor("the focus on calm", func(sc drive.Screen) bool { return activeTitle(sc) == "calm" })
	echoedQuickly(t, "after it was marked", s.echoes(20))
	if sc := s.Screen(); !sc.Contains("answer") {
		t.Errorf("the mark is gone although the host is still stopped\n%s", sc.Boxed())
	}
	goOn()
	sc := s.WaitFor("the pane to recover", func(sc drive.Screen) bool {
		return sc.Contains("back 42") && !sc.Contains("answer")
	})
	if !drive.Alive(shell) || hostOf(t, shell) != host {
		t.Errorf("the shell or its host has changed\n%s", sc.Boxed())
	}
	s.Prefix("right")
	s.run("echo again $((40+2))", "again 42")
}

// If a host is stopped while the program starts, its pane is shown as soon as the host continues.
func TestF10HostStoppedAtLaunchIsFoundLater(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	shell := s.pid()
	s.run("clear; echo kept $((40+2))", "kept 42")
	s.WaitDocument("both panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
	s.leave()
	goOn := stop(t, hostOf(t, shell))
	r := s.relaunch()
	r.WaitFor("the pane to say that its host is silent", func(sc drive.Screen) bool { return sc.Contains("answer") })
	r.Prefix("left")
	r.responds("beside a silent host")
	goOn()
	r.WaitText("kept 42")
	if !drive.Alive(shell) {
		t.Error("the shell is gone")
	}
}

// S2-07.
func TestF29ChildIgnoringSignalsIsKilledAfterFiveSeconds(t *testing.T) {
	t.Parallel()
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	s.Type("exec sh -c 'trap \"\" HUP TERM INT; echo pid $$ .; while :; do sleep 1; done'\n")
	var pid int
	scan(s.WaitMatch(`pid (\d+) \.`)[1], &pid)
	host := hostOf(t, pid)
	s.Prefix("X")
	asked := time.Now()
	s.Press("y")
	s.WaitFor("the pane to go", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	s.responds("while it ends")
	s.ended("the stubborn child", pid)
	if took := time.Since(asked); took < 5*time.Second {
		t.Errorf("it was killed after %v", took)
	}
	s.ended("its host", host)
}

func TestF30GrandchildHoldingTheTerminalBlocksNothing(t *testing.T) {
	t.Parallel()
	needs(t, "setsid")
	s := openCalmAndTrouble(t, drive.Options{Cols: 100})
	host := hostOf(t, s.pid())
	// The grandchild leaves the session, goes on writing, and ends when a write fails.
	s.Type("setsid -f sh -c 'trap \"\" HUP; echo $$ >g; mv g grandchild; while echo still; do sleep 0.05; done'; kill -9 $$\n")
	s.WaitFor("the exit", func(sc drive.Screen) bool { return sc.Contains("SIGKILL") && sc.Contains("Enter") })
	s.waitFile("grandchild")
	var pid int
	text, err := os.ReadFile(filepath.Join(s.Dir(), "grandchild"))
	if err != nil || !scan(string(text), &pid) || !drive.Alive(pid) {
		t.Fatalf("no grandchild: %q, %v", text, err)
	}
	before := processor(t, host)
	s.Prefix("left")
	s.responds("beside a pane that is still written to")
	echoedQuickly(t, "beside a pane that is still written to", s.echoes(20))
	if used := processor(t, host) - before; used > time.Second {
		t.Errorf("its host used %v meanwhile", used)
	}
	s.Prefix("right")
	s.WaitText("Enter")
	s.Press("x")
	s.WaitFor("the pane to close", func(sc drive.Screen) bool { return divider(sc, 3) < 0 })
	s.leave()
	drive.EndHosts(s.Home())
	s.ended("its host", host)
	s.ended("the grandchild, whose terminal is gone", pid)
}

// processor returns the processor time that a process has used.
func processor(t *testing.T, pid int) time.Duration {
	t.Helper()
	var ns int64
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(tasks) == 0 {
		t.Skip("proc(5) has no schedstat")
	}
	for _, task := range tasks {
		var one int64
		text, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		if _, err := fmt.Sscan(string(text), &one); err != nil {
			t.Fatal(err)
		}
		ns += one
	}
	return time.Duration(ns)
}

// Killing a pane at once, while its session may still be starting, leaves no process, host, socket
// or directory.
//
// S2-04, S2-34.
func TestKillDuringStartLeavesNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("stays")
	for range 8 {
		s.Prefix("c")
		s.Prefix("X")
		s.Press("y")
	}
	s.WaitFor("only the first tab", func(sc drive.Screen) bool { return strings.Count(tabs(sc), " ") == 1 && activeTitle(sc) == "stays" })
	s.Press("ctrl+u")
	left := func() (hosts, sockets, dirs int) {
		all, _ := filepath.Glob(filepath.Join(s.Home(), "*", "dormer--*.sock"))
		kept, _ := filepath.Glob(filepath.Join(s.Home(), "state", "sessions", "*"))
		return len(drive.Hosts(s.Home())), len(all), len(kept)
	}
	var hosts, sockets, dirs int
	defer func() {
		if t.Failed() {
			t.Logf("%d hosts, %d sockets and %d directories are left", hosts, sockets, dirs)
		}
	}()
	eventually(t, "one host, socket and directory", func() bool {
		hosts, sockets, dirs = left()
		return hosts == 1 && sockets == 1 && dirs == 1
	})
	s.run("clear; echo stays $((40+2))", "stays 42")
}
