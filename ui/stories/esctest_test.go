//go:build linux

package stories

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/term"

	"dormer/session/testing/conformance"
	"dormer/ui/testing/drive"
)

// talksChild is the environment variable that makes this test binary the child in a pane. Its value
// is the pattern of the files whose dialogues it holds with its terminal.
const talksChild = "DORMER_STORY_TALKS"

// esctest's tests pass in a pane as they do in the emulator alone (docs/development/esctest.md).
func TestEsctestInAPane(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	talks := filepath.Join(drive.Root(), "session", "vt", "testdata", "esctest", "*.txt")
	s := open(t, drive.Options{Rows: 27, Cols: 80})
	s.run("clear; stty size", "25 80")
	s.Type(talksChild + "='" + talks + "' '" + self + "' >/dev/tty; reset; clear; echo held $((40+2))\n")
	s.waitFile("played")
	s.WaitText("held 42")
	report, err := os.ReadFile(filepath.Join(s.Dir(), "played"))
	if err != nil {
		t.Fatal(err)
	}
	if first, faults, _ := strings.Cut(string(report), "\n"); first != "568 cases" || faults != "" {
		t.Errorf("%s\n%s", first, faults)
	}
}

// holdTalks is the child's main function. It leaves its report in the file "played".
func holdTalks(pattern string) int {
	tty, restore, err := rawTerminal()
	if err != nil {
		return leaveReport(0, []string{err.Error()})
	}
	defer restore()
	talks, err := conformance.ReadTalks(pattern)
	if err != nil {
		return leaveReport(0, []string{err.Error()})
	}
	set := conformance.Setting{Level: 5}
	if set.Cols, set.Rows, err = term.GetSize(0); err != nil {
		return leaveReport(0, []string{err.Error()})
	}
	var faults []string
	for i, talk := range talks {
		fault := talk.Hold(tty, set)
		if fails := talk.Not != "" || talk.Known != ""; (fault != "") != fails {
			faults = append(faults, fmt.Sprintf("%s: %s: %q, listed as failing: %v", talk.At, talk.ID, fault, fails))
		}
		if tty.silent {
			return leaveReport(i, faults)
		}
	}
	return leaveReport(len(talks), faults)
}
