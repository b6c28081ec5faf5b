//go:build linux

package stories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dormer/ui/testing/drive"
)

// statusWith waits until the status line contains texts.
func (s *story) statusWith(texts ...string) {
	s.t.Helper()
	s.WaitFor("the status line with "+strings.Join(texts, ", "), func(sc drive.Screen) bool {
		for _, text := range texts {
			if !strings.Contains(status(sc), text) {
				return false
			}
		}
		return true
	})
}

// A user's command is shown in the status line and run at intervals. A failing one is reported, and
// a running one ends with the program: the harness checks for processes left behind.
func TestStatusLineShowsTheUsersCommand(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	file := filepath.Join(s.Home(), "said")
	if err := os.WriteFile(file, []byte("one\x1b[31m\nrest"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.configure("[status]\ncommand = \"cat " + file + "\"\ninterval = \"1s\"\n")
	s.statusWith(" one │ Ctrl-b ? keys")
	if err := os.WriteFile(file, []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.statusWith(" two │ Ctrl-b ? keys")
	s.configure("[status]\ncommand = \"echo why >&2; exit 3\"\ninterval = \"1s\"\n")
	s.statusWith("status.command: it exited with code 3: why; it is tried again every 1s")
	s.configure("[status]\ncommand = \"echo $DORMER_DIR; sleep 1000 & echo $! > " + file + "; wait\"\n")
	s.WaitFor("the command to begin", func(drive.Screen) bool {
		text, err := os.ReadFile(file)
		return err == nil && string(text) != "two" && strings.HasSuffix(string(text), "\n")
	})
	s.leave()
}

// Titles and the status line show the branch of a pane, in a worktree too, and follow changes made
// by commands.
func TestTitlesAndStatusLineShowTheBranch(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 120})
	s.Type("clear; mkdir -p r/.git/worktrees/w w r/sub; echo 'ref: refs/heads/trunk' > r/.git/HEAD; echo 'ref: refs/heads/side' > r/.git/worktrees/w/HEAD; echo \"gitdir: $PWD/r/.git/worktrees/w\" > w/.git; cd r/sub\n")
	s.statusWith("r/sub trunk")
	s.Type("clear; echo 'ref: refs/heads/other' > ../.git/HEAD\n")
	s.statusWith("r/sub other")
	s.Type("cd ../../w\n")
	s.statusWith("/w side")
	s.splitRight("second")
	s.Type("clear; cd ../r\n")
	s.WaitFor("both branches", func(sc drive.Screen) bool {
		return strings.Contains(sc.Row(1), "/w side") && strings.Contains(sc.Row(1), "second") && strings.Contains(sc.Row(1), "/r other")
	})
	s.configure("[panes]\ntitle = \"{branch} · {title}\"\n")
	s.WaitFor("titles in the user's format", func(sc drive.Screen) bool { return strings.Contains(sc.Row(1), " other · second ") })
}
