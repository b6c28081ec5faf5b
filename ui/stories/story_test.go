//go:build linux

package stories

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"dormer/session/grid"
	"dormer/ui/testing/drive"
)

func TestMain(m *testing.M) {
	if pattern := os.Getenv(casesChild); pattern != "" {
		os.Exit(playCases(pattern))
	}
	if pattern := os.Getenv(talksChild); pattern != "" {
		os.Exit(holdTalks(pattern))
	}
	os.Exit(drive.Main(m))
}

// story is a running dormer with methods for what a user does.
type story struct {
	*drive.Program
	t testing.TB
}

// shellHelp defines shell functions for the stories: name gives the pane a title.
const shellHelp = `name() { printf '\033]2;%s\007' "$1"; }`

// open opens a workspace and waits for its first prompt.
func open(t testing.TB, o drive.Options) *story {
	t.Helper()
	s := begin(t, o)
	s.prompt("the first shell", anywhere)
	return s
}

// begin starts dormer without waiting for anything.
func begin(t testing.TB, o drive.Options) *story {
	t.Helper()
	o.Bashrc = shellHelp + "\n" + o.Bashrc
	return &story{drive.Start(t, o), t}
}

func (s *story) relaunch() *story {
	s.t.Helper()
	return &story{s.Relaunch(), s.t}
}

func anywhere(drive.Screen) bool { return true }

// prompt waits until the cursor is at a shell's empty prompt on a screen that where accepts.
func (s *story) prompt(what string, where func(drive.Screen) bool) drive.Screen {
	s.t.Helper()
	return s.WaitFor("a prompt: "+what, func(sc drive.Screen) bool { return atPrompt(sc) && where(sc) })
}

// atPrompt reports whether the cursor is at a shell's empty prompt.
func atPrompt(sc drive.Screen) bool {
	c := sc.Cursor
	return c.Visible && sc.At(c.Col-2, c.Row).Text == "$" && sc.At(c.Col-1, c.Row).Text == " "
}

// newTab opens tab n and names its pane.
func (s *story) newTab(n int, name string) {
	s.t.Helper()
	s.Prefix("c")
	s.prompt(fmt.Sprintf("of tab %d", n), func(sc drive.Screen) bool { return strings.HasPrefix(activeTab(sc), fmt.Sprint(n)) })
	s.name(name)
}

// name gives the active pane's shell a title and waits for it to show.
func (s *story) name(name string) {
	s.t.Helper()
	s.Type("clear; name '" + name + "'\n")
	s.prompt("of "+name, func(sc drive.Screen) bool { return activeTitle(sc) == name })
}

// splitRight and splitBelow split the active pane and name the new pane.
func (s *story) splitRight(name string) { s.t.Helper(); s.split("%", name) }
func (s *story) splitBelow(name string) { s.t.Helper(); s.split(`"`, name) }

func (s *story) split(key, name string) {
	s.t.Helper()
	before := s.Screen().Cursor
	s.Prefix(key)
	s.prompt("of the new pane", func(sc drive.Screen) bool {
		return sc.Cursor.Col > before.Col+5 || sc.Cursor.Row > before.Row+1
	})
	s.name(name)
}

// focus presses prefix keys until the pane with the given name is active.
func (s *story) focus(name string, keys ...string) {
	s.t.Helper()
	s.Prefix(keys...)
	s.WaitFor("the focus on "+name, func(sc drive.Screen) bool { return activeTitle(sc) == name })
}

// run types a command and waits for texts, at least one of which must not be on the screen yet.
func (s *story) run(command string, texts ...string) drive.Screen {
	s.t.Helper()
	if sc := s.Screen(); len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool { return !sc.Contains(text) }) {
		s.t.Fatalf("%q is on the screen before %q is typed\n%s", texts, command, sc.Boxed())
	}
	s.Type(command + "\n")
	return s.WaitText(texts...)
}

// pid returns the process id of the active pane's shell.
func (s *story) pid() int {
	s.t.Helper()
	s.Type("clear; echo pid $$ .\n")
	var pid int
	scan(s.WaitMatch(`pid (\d+) \.`)[1], &pid)
	return pid
}

// leave leaves dormer and fails the test unless it exits with status 0.
func (s *story) leave() {
	s.t.Helper()
	s.Prefix("d")
	if got := s.WaitExit(); got != 0 {
		s.t.Fatalf("leaving: exit status %d\n%s", got, s.Screen().Boxed())
	}
}

// waitProcesses waits until the panes have n processes, and returns them by session id.
func (s *story) waitProcesses(n int) map[string]int {
	s.t.Helper()
	return s.WaitChildren(fmt.Sprintf("%d processes", n), func(children map[string]int) bool { return len(children) == n })
}

// sameProcesses fails the test unless the panes' processes are those of before.
func (s *story) sameProcesses(when string, before map[string]int) {
	s.t.Helper()
	if got := s.Children(); !maps.Equal(got, before) {
		s.t.Errorf("%s: the processes are %v, were %v", when, got, before)
	}
}

// ended waits until a process has ended.
func (s *story) ended(what string, pid int) {
	s.t.Helper()
	if !drive.WaitGone(pid) {
		s.t.Errorf("%s: process %d still runs", what, pid)
	}
}

// activeTab returns the number and title of the active tab, as the tab bar shows them.
func activeTab(s drive.Screen) string { return reversed(s, 0) }

// tabs returns the tab bar's text: all titles with their numbers.
func tabs(s drive.Screen) string { return strings.TrimSpace(strings.TrimSuffix(s.Row(0), "+")) }

// activeTitle returns the title of the active pane from its title line, or else from its tab.
func activeTitle(s drive.Screen) string {
	for y := 1; y < s.Rows-1; y++ {
		if title := titleIn(s, y); title != "" {
			return title
		}
	}
	_, title, _ := strings.Cut(activeTab(s), " ")
	return title
}

// titleIn returns the bold text of title line y, which is the active pane's title without the
// directory.
func titleIn(s drive.Screen, y int) string {
	if !strings.ContainsAny(s.Row(y), "─━") {
		return ""
	}
	return lit(s, y, grid.Bold)
}

// reversed returns the first text of row y in reverse video, without blanks around it.
func reversed(s drive.Screen, y int) string { return lit(s, y, grid.Reverse) }

// lit returns the first text of row y with the given attributes, without blanks around it.
func lit(s drive.Screen, y int, attrs grid.Attrs) string {
	var b strings.Builder
	for x := range s.Cols {
		c := s.At(x, y)
		if c.Style.Attrs&attrs != 0 {
			b.WriteString(c.Text)
		} else if b.Len() > 0 {
			break
		}
	}
	return strings.TrimSpace(b.String())
}

// status returns the last line of the screen.
func status(s drive.Screen) string { return s.Row(s.Rows - 1) }

// number returns the number after a word on the screen, or -1 if the word is not there.
func number(s drive.Screen, word string) int {
	n := -1
	for y := range s.Rows {
		_, after, ok := strings.Cut(s.Row(y), word)
		if !ok {
			continue
		}
		if m := 0; scan(after, &m) && m > n {
			n = m
		}
	}
	return n
}

func scan(text string, n *int) bool {
	_, err := fmt.Sscan(text, n)
	return err == nil
}

// needs skips a story if one of the programs that it uses is not installed. CI installs them
// all.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("this story is about %s, which is not installed", name)
		}
	}
}
