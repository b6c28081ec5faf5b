//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// terminalRestored fails the test unless the terminal is as it was before dormer ran.
func (s *story) terminalRestored(when string) {
	s.t.Helper()
	before, after := s.TerminalSettings()
	if before != after {
		s.t.Errorf("%s: the terminal's settings are %+v, were %+v", when, after, before)
	}
	if m := s.Screen().Modes; m != (drive.Modes{ShowCursor: true}) {
		s.t.Errorf("%s: the terminal is left with %+v", when, m)
	}
}

func TestLeavingRestoresTheTerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		leave  func(*story)
		status int
	}{
		{"leave key", func(s *story) { s.Prefix("d") }, 0},
		{"SIGTERM", func(s *story) { s.Signal(syscall.SIGTERM) }, 0},
		{"SIGHUP", func(s *story) { s.Signal(syscall.SIGHUP) }, 0},
	} {
		for _, terminal := range []drive.Terminal{drive.XTerm, drive.Kitty, drive.Plain} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				s := open(t, drive.Options{Terminal: terminal})
				s.run(`printf '\033[?1003h\033[?1006h\033[?2004h\033[?1004h\033[>1u\033[5 q\033[?25lset%s\n' .`, "set.")
				if m := s.Screen().Modes; !m.AltScreen || !m.BracketedPaste {
					t.Errorf("while it runs the terminal has %+v", m)
				}
				c.leave(s)
				if got := s.WaitExit(); got != c.status {
					t.Errorf("exit status %d, want %d", got, c.status)
				}
				s.terminalRestored(c.name)
				if d := s.Document(); len(d.Tabs()) != 1 {
					t.Errorf("the document has %d tabs", len(d.Tabs()))
				}
			})
		}
	}
}

func TestClosedTerminalSavesAndEnds(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.newTab(2, "second")
	s.Hangup()
	s.WaitExit()
	if got := len(s.Document().Tabs()); got != 2 {
		t.Errorf("the document has %d tabs, want 2", got)
	}
}

func TestSuspendAndContinue(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	s := &story{drive.Start(t, drive.Options{Reader: drive.Own, Command: []string{"bash"}, Env: []string{"DORMER=" + dormer}}), t}
	s.prompt("of the shell outside", anywhere)
	s.run(`"$DORMER"`, "Ctrl-b ? keys")
	s.prompt("of the shell inside", anywhere)
	s.run("clear; echo inside $((40+2))", "inside 42")
	s.Prefix("ctrl+z")
	s.WaitFor("the shell outside", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains("Stopped") })
	s.run("echo outside $((40+2))", "outside 42")
	s.Type("fg\n")
	s.WaitFor("dormer again", func(sc drive.Screen) bool { return sc.Modes.AltScreen && sc.Contains("inside 42") })
	s.Prefix("d")
	s.prompt("of the shell outside", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains("outside 42") })
	s.Type("clear; stty -a | grep -o -w -e '-*echo' -e '-*icanon'\n")
	s.WaitMatch("^icanon\necho$")
}

func TestSecondSignalDoesNotHang(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.Type("trap '' HUP TERM; echo stubborn $((40+2)); sleep 1000\n")
	s.WaitText("stubborn 42")
	for _, sig := range []os.Signal{syscall.SIGTERM, syscall.SIGTERM} {
		s.Signal(sig)
	}
	s.WaitExit()
}

// startingHosts returns the processes of a home that are hosts or are being started as hosts.
func startingHosts(home string) (hosts []int) {
	for _, pid := range drive.Processes(home) {
		if strings.HasPrefix(drive.CommandLine(pid), "dormer host ") {
			hosts = append(hosts, pid)
		}
	}
	return hosts
}

// unread reports whether a starting host has not yet read its specification from the pipe on
// descriptor 3.
func unread(pid int) bool {
	link, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/3", pid))
	if !strings.HasPrefix(link, "pipe:") {
		return false // it has read the pipe and reused the descriptor
	}
	f, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/3", pid), os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	n, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCINQ)
	return err == nil && n > 0
}

// A user leaves dormer while a session starts, and then kills all sessions: none is left, because
// the program stays until the session can be found.
func TestLeavingWhileASessionStarts(t *testing.T) {
	t.Parallel()
	s := begin(t, drive.Options{})
	var host int
	eventually(t, "a host", func() bool {
		hosts := startingHosts(s.Home())
		if len(hosts) > 0 {
			host = hosts[0]
		}
		return len(hosts) > 0
	})
	signal(t, host, unix.SIGSTOP) // usually before the host has its specification
	t.Cleanup(func() { _ = unix.Kill(host, unix.SIGCONT) })
	eventually(t, "the session to start", func() bool {
		made, _ := filepath.Glob(filepath.Join(s.Home(), "state", "sessions", "*")) // exists before the host has its specification
		return len(made) > 0
	})
	s.WaitFor("the tabs", func(sc drive.Screen) bool { return tabs(sc) != "" })
	s.Prefix("d")
	eventually(t, "the program to wait, or to be gone", func() bool {
		return !s.Running() || s.Screen().Contains("processes that are starting")
	})
	if !s.Running() && unread(host) {
		t.Error("the program left before its session could be found")
	}
	signal(t, host, unix.SIGCONT)
	if got := s.WaitExit(); got != 0 {
		t.Errorf("exit status %d", got)
	}
	if got := s.dormer("kill", "--all"); !strings.Contains(got, "ended ") {
		t.Errorf("no session was found and ended: %q", got)
	}
	eventually(t, "no host to be left", func() bool { return len(startingHosts(s.Home())) == 0 })
}
