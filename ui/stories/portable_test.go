//go:build linux

package stories

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"dormer/ui/testing/drive"
)

func linesIn(path string) int {
	data, _ := os.ReadFile(path)
	return bytes.Count(data, []byte("\n"))
}

// An exported and imported workspace is unchanged, and its commands wait for Enter, whatever their
// restart setting.
func TestImportedWorkspaceRunsNothing(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.Type(drive.Build(t) + " do pane.split-right --restart always -- sh -c 'echo x >>~/ran; exec cat'\n")
	s.WaitDocument("two panes", func(d drive.Document) bool { return len(d.Sessions) == 2 })
	ran := filepath.Join(s.Home(), "user", "ran")
	eventually(t, "the command", func() bool { return linesIn(ran) == 1 })
	file := filepath.Join(s.Home(), "user", "w.json")
	s.dormer("workspace", "export", "default", "-o", file)
	s.leave()
	s.dormer("workspace", "import", "--as", "copy", file)
	there := begin(t, drive.Options{Home: s.Home(), Args: []string{"-w", "copy"}})
	there.WaitText("end not known; Enter")
	if got := linesIn(ran); got != 1 {
		t.Errorf("the command ran %d times, want once", got)
	}
	there.leave()
}
