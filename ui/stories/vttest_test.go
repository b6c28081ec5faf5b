//go:build linux

package stories

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dormer/session/testing/conformance"
	"dormer/ui/testing/drive"
)

// vttestScreens are screens of vttest that the corpus has as recorded from tmux: by menu item, with
// the number of returns that lead to each on a terminal with 80 columns.
var vttestScreens = map[string]map[int]string{
	"2": {3: "2-02", 5: "2-05", 6: "2-06", 8: "2-08", 11: "2-11", 12: "2-12"},
	"8": {0: "8-07", 1: "8-08", 2: "8-02", 3: "8-10", 5: "8-12", 6: "8-06"},
}

// vttest's screens in a pane match its screens in tmux.
func TestVttestScreensMatchTmux(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("vttest")
	if err != nil {
		t.Skip("vttest is not installed here")
	}
	corpus := filepath.Join(drive.Root(), "..", "shared", "corpus")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("the corpus of recordings is not next to this module: ", err)
	}
	for item, screens := range vttestScreens {
		t.Run("item "+item, func(t *testing.T) {
			t.Parallel()
			s, shell := vttest(t, program)
			s.vttestTakes(shell, item+"\n")
			last := slices.Max(slices.Collect(maps.Keys(screens)))
			for n := range last + 1 {
				if n > 0 {
					s.vttestTakes(shell, "\n")
				}
				name, ok := screens[n]
				if !ok {
					continue
				}
				want := trimmed(bytesOf(t, filepath.Join(corpus, "vttest-"+name+"-80x24.expected")))
				s.WaitFor("vttest's screen "+name, func(sc drive.Screen) bool {
					return trimmed(sc.Region(0, 1, sc.Cols, sc.Rows-1)) == want
				})
			}
		})
	}
}

// vttest's autowrap test shows what vttest demands: "The left/right margins should have letters in
// order". In tmux it does not.
func TestVttestAutowrapMargins(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("vttest")
	if err != nil {
		t.Skip("vttest is not installed here")
	}
	s, shell := vttest(t, program)
	for _, text := range []string{"1\n", "\n", "\n"} {
		s.vttestTakes(shell, text)
	}
	s.WaitFor("the letters", func(sc drive.Screen) bool {
		_, y, ok := sc.Find("M ")
		for i := range 'Z' - 'M' + 1 {
			left, right := sc.At(0, y+int(i)).Text, sc.At(79, y+int(i)).Text
			ok = ok && left == string('M'+i) && right == string('m'+i)
		}
		return ok
	})
}

// vttest's screens for character sets, reports and features beyond the VT100 match those in xterm.
func TestVttestScreensMatchXterm(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("vttest")
	if err != nil {
		t.Skip("vttest is not installed here")
	}
	files, err := filepath.Glob(filepath.Join(drive.Root(), "session", "vt", "testdata", "vttest", "*.screens"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are no recorded screens", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			all, err := conformance.ReadShown(file)
			if err != nil {
				t.Fatal(err)
			}
			s, shell := vttest(t, program)
			for n, shown := range all {
				if n > 0 {
					s.vttestTakes(shell, shown.Keys+"\n")
				}
				// Terminals differ on soft hyphens; outside they are blanks.
				want := trimmed(strings.ReplaceAll(strings.Join(shown.Rows, "\n"), "\u00ad", " "))
				s.WaitFor(fmt.Sprintf("screen %d of vttest", n), func(sc drive.Screen) bool {
					return trimmed(sc.Region(0, 1, sc.Cols, sc.Rows-1)) == want
				})
			}
		})
	}
}

// vttest starts it in a pane of 24 rows and waits for its menu.
func vttest(t *testing.T, program string) (s *story, shell int) {
	t.Helper()
	s = open(t, drive.Options{Rows: 26, Cols: 80})
	shell = s.pid()
	s.Type("clear; " + program + "\n")
	s.WaitText("Choose test type:", "Enter choice number")
	return s, shell
}

// vttestTakes types text and waits until vttest, the child of a shell, has read all of it and waits
// for more. By then it has drawn its screen.
func (s *story) vttestTakes(shell int, text string) {
	s.t.Helper()
	pid := 0
	eventually(s.t, "vttest to wait", func() bool {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", shell, shell))
		_, err := fmt.Sscan(string(children), &pid)
		return err == nil && reads(s.t, pid)
	})
	before := taken(s.t, pid)
	s.Type(text)
	eventually(s.t, "vttest to take "+text, func() bool {
		return taken(s.t, pid) >= before+len(text) && reads(s.t, pid)
	})
}

// reads reports whether a process is blocked reading its standard input.
func reads(t testing.TB, pid int) bool {
	call, err := os.ReadFile(fmt.Sprintf("/proc/%d/syscall", pid))
	if err != nil {
		t.Skip("proc(5) does not show what a process waits for:", err)
	}
	return strings.HasPrefix(string(call), "0 0x0 ")
}

// taken returns the number of bytes that a process has read.
func taken(t testing.TB, pid int) (n int) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/io", pid))
	if err != nil {
		t.Skip("proc(5) does not show how much a process has read:", err)
	}
	if _, err := fmt.Sscanf(string(text), "rchar: %d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// trimmed removes blanks at the ends of a screen's lines and blank lines at its end.
func trimmed(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
