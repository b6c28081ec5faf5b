//go:build linux

package stories

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// nextDormer builds the current dormer with the next version of the protocol only.
func nextDormer(t *testing.T) string {
	t.Helper()
	const today, next = "MinProtocol = 1\n\tMaxProtocol = 1\n", "MinProtocol = 2\n\tMaxProtocol = 2\n"
	source := filepath.Join(drive.Root(), "session", "wire", "handshake.go")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), today) {
		t.Fatalf("%s does not say %q", source, today)
	}
	return dormerWith(t, map[string]string{source: strings.Replace(string(text), today, next, 1)})
}

// commandLine runs a dormer command beside the story's program and returns its output.
func (s *story) commandLine(binary string, args ...string) string {
	s.t.Helper()
	c := exec.CommandContext(s.t.Context(), binary, args...)
	c.Env = append(os.Environ(), "DORMER_HOME="+s.Home())
	out, err := c.CombinedOutput()
	if err != nil {
		s.t.Errorf("dormer %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// sameChildren fails the test if a process has been replaced.
func sameChildren(t *testing.T, s *story, when string, before map[string]int) {
	t.Helper()
	now := s.Children()
	for id, pid := range before {
		if now[id] != pid {
			t.Errorf("%s: the process of session %s is %d, was %d", when, id, now[id], pid)
		}
	}
}

// If program and host speak different versions of the protocol, the pane says so and what to do,
// the session runs on, everything else works, and a program with the right version finds
// everything.
func TestF39ProgramAndHostOfDifferentVersions(t *testing.T) {
	t.Parallel()
	today, next := drive.Build(t), nextDormer(t)
	for _, c := range []struct{ name, first, second, says string }{
		{"a newer program", today, next, "protocol 1 to 1"},
		{"an older program", next, today, "protocol 2 to 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := drive.Options{Cols: 300, Command: []string{c.first}}
			s := openCalmAndTrouble(t, o)
			s.run("clear; echo kept $((40+2))", "kept 42")
			s.WaitDocument("both panes", func(d drive.Document) bool { return len(d.ActiveTab().Layout.Leaves()) == 2 })
			id := s.Document().ActiveTab().Active
			before := s.waitProcesses(2)
			s.leave()

			o.Command, o.Home, o.Dir = []string{c.second}, s.Home(), s.Dir()
			other := begin(t, o)
			sc := other.WaitText("the session runs on", c.says, "Enter tries again")
			if sc.Contains("could not start") {
				t.Errorf("the pane shows a wrong notice\n%s", sc.Boxed())
			}
			other.Prefix("c")
			other.prompt("of a new tab", func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), "2 ") })
			other.run("clear; echo new $((40+2))", "new 42")
			if got := other.commandLine(c.second, "capture", id); !strings.Contains(got, "kept 42") {
				t.Errorf("capture prints %q", got)
			}
			if got := other.commandLine(c.second, "ps", "--json"); !strings.Contains(got, id) {
				t.Errorf("ps prints %s", got)
			}
			other.leave()
			sameChildren(t, other, "after a program of another version", before)

			o.Command = []string{c.first}
			again := begin(t, o)
			again.WaitText("Enter tries again") // opened by the other version
			again.Prefix("1")
			again.WaitText("kept 42")
			sameChildren(t, again, "after the relaunch", before)
			other.commandLine(c.second, "kill", id)
			s.ended("the session that was killed", before[id])
		})
	}
}

// The program's file is removed while sessions run: new sessions still start, and another copy of
// the program finds all of them.
//
// S3-54.
func TestF39BinaryIsRemovedWhileSessionsRun(t *testing.T) {
	t.Parallel()
	binary := filepath.Join(t.TempDir(), "dormer")
	data, err := os.ReadFile(drive.Build(t))
	if err != nil {
		t.Fatal(err)
	}
	drive.Install(t, binary, data)
	o := drive.Options{Command: []string{binary}}
	s := open(t, o)
	s.name("first")
	if err := os.Remove(binary); err != nil {
		t.Fatal(err)
	}
	s.newTab(2, "second")
	s.run("clear; echo kept $((40+2))", "kept 42")
	before := s.waitProcesses(2)
	s.WaitDocument("both tabs", func(d drive.Document) bool { return len(d.Tabs()) == 2 })
	s.Kill()
	o.Command, o.Home, o.Dir = nil, s.Home(), s.Dir()
	again := begin(t, o)
	again.WaitText("kept 42")
	again.sameProcesses("after the relaunch with another copy", before)
}
