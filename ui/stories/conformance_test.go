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

	"golang.org/x/term"

	"dormer/session/testing/conformance"
	"dormer/ui/testing/drive"
)

// casesChild is the environment variable that makes this test binary the child in a pane. Its value
// is the pattern of the files whose cases it plays on its terminal.
const casesChild = "DORMER_STORY_CASES"

// A child in a pane sees what the emulator's test cases expect: the terminal answers its queries,
// and DECRQCRA reads back the screen cell by cell. Public test suites examine a terminal in the
// same way.
func TestTerminalConformanceInAPane(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cases := filepath.Join(drive.Root(), "session", "vt", "testdata", "conformance", "*.txt")
	s := open(t, drive.Options{Rows: 26, Cols: 80})
	s.run("clear; stty size", "24 80")
	s.Type(casesChild + "='" + cases + "' '" + self + "' >/dev/tty; clear; echo played $((40+2))\n")
	s.waitFile("played")
	s.WaitText("played 42")
	report, err := os.ReadFile(filepath.Join(s.Dir(), "played"))
	if err != nil {
		t.Fatal(err)
	}
	var played int
	first, faults, _ := strings.Cut(string(report), "\n")
	if _, err := fmt.Sscanf(first, "%d cases", &played); err != nil || played < 100 || faults != "" {
		t.Errorf("%s\n%s", first, faults)
	}
}

// playCases is the child's main function. It leaves its report in the file "played".
func playCases(pattern string) int {
	tty, restore, err := rawTerminal()
	if err != nil {
		return leaveReport(0, []string{err.Error()})
	}
	defer restore()
	files, err := filepath.Glob(pattern)
	if err != nil {
		return leaveReport(0, []string{err.Error()})
	}
	var faults []string
	played := 0
	for _, file := range files {
		cases, err := conformance.Read(file)
		if err != nil {
			return leaveReport(played, []string{err.Error()})
		}
		for _, c := range cases {
			if !playable(c) {
				continue
			}
			played++
			if fault := tty.play(c); fault != "" {
				faults = append(faults, c.At+": "+c.Name+": "+fault)
			}
			if tty.silent {
				return leaveReport(played, faults)
			}
		}
	}
	return leaveReport(played, faults)
}

// playable excludes cases for other sizes and those that query the outer terminal's colours.
func playable(c *conformance.Case) bool {
	return c.Rows == 24 && c.Cols == 80 && !strings.Contains(c.Expect["reply"], "d0d0")
}

// leaveReport writes the report atomically.
func leaveReport(played int, faults []string) int {
	text := fmt.Sprintf("%d cases\n%s", played, strings.Join(faults, "\n"))
	if err := os.WriteFile("played.new", []byte(text), 0o600); err != nil {
		return 1
	}
	if err := os.Rename("played.new", "played"); err != nil {
		return 1
	}
	return 0
}

// childTerminal is the terminal as seen by its child.
type childTerminal struct {
	answers chan []byte
	pending string
	silent  bool // an answer did not come
}

// rawTerminal makes the child's terminal raw until restore is called.
func rawTerminal() (tty *childTerminal, restore func(), err error) {
	before, err := term.MakeRaw(0)
	if err != nil {
		return nil, nil, fmt.Errorf("make the terminal raw: %w", err)
	}
	tty = &childTerminal{answers: make(chan []byte)}
	go tty.read()
	return tty, func() { _ = term.Restore(0, before) }, nil
}

func (tty *childTerminal) read() {
	for {
		b := make([]byte, 4096)
		n, err := os.Stdin.Read(b)
		if err != nil {
			return
		}
		tty.answers <- b[:n]
	}
}

// patience limits the wait for an answer on a busy machine.
const patience = drive.Patience

// Ask writes out and then a last query that no case uses: the checksum of macros, with a number as
// its id. It returns all answers before that one's.
func (tty *childTerminal) Ask(out string) string {
	if _, err := os.Stdout.WriteString(out + "\x1b[?63;54321n"); err != nil {
		tty.silent = true
		return ""
	}
	const last = "54321!~0000"
	timeout := time.After(patience)
	for {
		before, after, ok := strings.Cut(tty.pending, last)
		for _, st := range []string{"\x1b\\", "\x9c"} {
			if rest, ended := strings.CutPrefix(after, st); ok && ended {
				tty.pending = rest
				return strings.TrimSuffix(strings.TrimSuffix(before, "\x1bP"), "\x90")
			}
		}
		select {
		case b := <-tty.answers:
			tty.pending += string(b)
		case <-timeout:
			tty.silent = true
			return tty.pending
		}
	}
}

// play plays a case and returns what is wrong, or "".
func (tty *childTerminal) play(c *conformance.Case) string {
	answers := tty.Ask("\x1bc" + c.In)
	if want, ok := c.Expect["reply"]; ok && answers != want {
		return fmt.Sprintf("answered %q, want %q", answers, want)
	}
	// DECSTR leaves the cursor and the screen; checksums are then of characters alone.
	at := tty.Ask("\x1b[64;1\"p\x1b[2#y\x1b[6n")
	if want, ok := c.Expect["cursor"]; ok && at != "\x1b["+strings.ReplaceAll(want, ",", ";")+"R" {
		return fmt.Sprintf("the cursor is at %q, want %s", at, want)
	}
	for y, want := range c.Want {
		if strings.ContainsFunc(want, func(r rune) bool { return r > 0x7e }) {
			continue
		}
		if got := tty.cells(c.Top+y, c.Left, len(want)); got != want {
			return fmt.Sprintf("row %d is %q, want %q", y+1, got, want)
		}
	}
	return ""
}

// cells reads back cells by their checksums.
func (tty *childTerminal) cells(y, x, n int) string {
	var questions strings.Builder
	for i := range n {
		fmt.Fprintf(&questions, "\x1b[%d;1;%d;%d;%d;%d*y", i+1, y+1, x+i+1, y+1, x+i+1)
	}
	var row []byte
	for _, answer := range strings.SplitAfter(tty.Ask(questions.String()), "\x1b\\") {
		_, sum, ok := strings.Cut(strings.TrimSuffix(answer, "\x1b\\"), "!~")
		if v, err := strconv.ParseUint(sum, 16, 16); ok && err == nil {
			row = append(row, byte(0x10000-v))
		}
	}
	return string(row)
}
