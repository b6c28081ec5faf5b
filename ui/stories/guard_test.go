//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// childrenOf returns the live children of a process, by command line.
func childrenOf(parent int) map[string]int {
	children := map[string]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range stats {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if len(fields) > 1 && fields[1] == strconv.Itoa(parent) && fields[0] != "Z" {
			children[drive.CommandLine(pid)] = pid
		}
	}
	return children
}

// inShell is a dormer started from a shell: its process and its guard's.
type inShell struct {
	*story
	dormer, guard int
}

// child waits for a child of a process with a command line that starts with begins.
func (s *story) child(parent int, begins string) (found int) {
	s.t.Helper()
	eventually(s.t, "a process "+begins, func() bool {
		for line, pid := range childrenOf(parent) {
			if strings.HasPrefix(line, begins) {
				found = pid
			}
		}
		return found != 0
	})
	return found
}

func startInShell(t *testing.T, dormer string) inShell {
	t.Helper()
	s := &story{drive.Start(t, drive.Options{Reader: drive.Own, Command: []string{"bash"}, Env: []string{"DORMER=" + dormer}}), t}
	s.prompt("of the shell outside", anywhere)
	s.run("echo before $((40+2))", "before 42")
	s.run(`"$DORMER"`, "Ctrl-b ? keys")
	s.prompt("of the shell inside", anywhere)
	s.run("clear; echo inside $((40+2))", "inside 42")
	in := inShell{story: s}
	in.dormer = s.child(s.PID(), dormer)
	in.guard = s.child(in.dormer, "dormer-guard")
	return in
}

// shellRestored fails the test unless the shell outside is as before.
func (s inShell) shellRestored(says string) {
	s.t.Helper()
	sc := s.WaitFor("the terminal to be restored", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains(says) })
	if !drive.WaitGone(s.guard) {
		s.t.Error("the guard still runs")
	}
	if says == "" && sc.Contains("unexpectedly") {
		s.t.Errorf("it prints a wrong sentence:\n%s", sc.Boxed())
	}
	if !sc.Contains("before 42") && says != crashed { // whose long output scrolls it away
		s.t.Errorf("the earlier screen is gone:\n%s", sc.Boxed())
	}
	if m := sc.Modes; m.Mouse != 0 || m.FocusEvents || !m.ShowCursor {
		s.t.Errorf("the terminal is left with %+v", m)
	}
	s.Type("\nclear; echo mine $((40+2))\n") // its prompt may have come before the sentence
	s.prompt("of the shell outside", func(sc drive.Screen) bool { return strings.HasSuffix(sc.Row(sc.Cursor.Row-1), "mine 42") })
	file := filepath.Join(s.Dir(), "modes")
	s.run("stty -a | grep -o -w -e '-*echo' -e '-*icanon' -e '-*opost' -e '-*isig' >"+file+"; echo outside $((40+2))", "outside 42")
	if modes, err := os.ReadFile(file); string(modes) != "opost\nisig\nicanon\necho\n" {
		s.t.Errorf("the terminal's modes are %q, %v", modes, err)
	}
	if sc := s.Screen(); sc.Count("stty -a") != 1 {
		s.t.Errorf("the input is shown %d times:\n%s", sc.Count("stty -a"), sc.Boxed())
	}
}

// crashing builds a dormer that panics at SIGUSR2, in a goroutine without recovery.
func crashing(t *testing.T) string {
	t.Helper()
	return dormerWith(t, map[string]string{filepath.Join(drive.Root(), "cmd", "dormer", "crashing.go"): `package main

import (
	"os"
	"os/signal"
	"syscall"
)

func init() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR2)
	go func() {
		<-c
		panic("as it was asked to")
	}()
}
`})
}

// crashed is the readable part of its output.
const crashed = "(panic: as it was"

// The program is killed, alone or with its whole foreground job, or crashes: the terminal is
// restored and the shell works as before.
func TestGuardRestoresTheTerminalAfterAKill(t *testing.T) {
	t.Parallel()
	dormer := crashing(t)
	for _, c := range []struct {
		name string
		kill func(t *testing.T, s inShell)
		says string
	}{
		{"killed", func(t *testing.T, s inShell) { signal(t, s.dormer, syscall.SIGKILL) }, "its sessions run on"},
		{"killed with its group", func(t *testing.T, s inShell) { signal(t, -s.dormer, syscall.SIGKILL) }, "its sessions run on"},
		{"crashed", func(t *testing.T, s inShell) { signal(t, s.dormer, syscall.SIGUSR2) }, crashed},
		{"crashed while its guard is held up", func(t *testing.T, s inShell) {
			goOn := stop(t, s.guard)
			signal(t, s.dormer, syscall.SIGUSR2)
			s.ended("dormer", s.dormer)
			s.run("echo taken $((40+1))", "taken 41") // the shell has the terminal
			goOn()
		}, crashed},
		{"SIGABRT", func(t *testing.T, s inShell) { signal(t, s.dormer, syscall.SIGABRT) }, ""},
		{"left", func(_ *testing.T, s inShell) { s.Prefix("d") }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := startInShell(t, dormer)
			c.kill(t, s)
			s.shellRestored(c.says)
		})
	}
}

// A script that started dormer has no line editor that would repair the terminal's modes.
func TestGuardRestoresTheTerminalForAScript(t *testing.T) {
	t.Parallel()
	dormer := drive.Build(t)
	s := inShell{story: &story{drive.Start(t, drive.Options{
		Reader: drive.Own, Env: []string{"DORMER=" + dormer}, Command: []string{"sh", "-c", `"$DORMER"; read line && echo "read $line"`},
	}), t}}
	s.prompt("of the shell inside", anywhere)
	s.dormer = s.child(s.PID(), dormer)
	s.guard = s.child(s.dormer, "dormer-guard")
	signal(t, s.dormer, syscall.SIGKILL)
	s.WaitText("its sessions run on")
	if !drive.WaitGone(s.guard) {
		t.Error("the guard still runs")
	}
	s.Type("a line\n")
	s.WaitText("read a line")
}

// A suspended program has already restored the terminal. If it is killed then, the guard writes
// nothing into the shell's screen.
func TestGuardWritesNothingForASuspendedProgram(t *testing.T) {
	t.Parallel()
	s := startInShell(t, drive.Build(t))
	s.Prefix("ctrl+z")
	s.WaitFor("the shell outside", func(sc drive.Screen) bool { return !sc.Modes.AltScreen && sc.Contains("Stopped") })
	signal(t, s.dormer, syscall.SIGKILL)
	s.ended("dormer", s.dormer) // the shell reports it at its next prompt
	s.shellRestored("")
}

// The guard of a closed terminal ends with the program.
func TestGuardEndsWithAClosedTerminal(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	guard := s.child(s.PID(), "dormer-guard")
	s.Hangup()
	s.WaitExit()
	if !drive.WaitGone(guard) {
		t.Error("the guard still runs")
	}
}
