//go:build linux

package stories

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// dormer never waits for, renames or replaces a file that is not regular. If that keeps the
// workspace from opening, a sentence says so; otherwise the program works and reports what cannot
// be saved.
func TestIrregularFilesAreLeftAlone(t *testing.T) {
	t.Parallel()
	fifo := func(path string) error { return syscall.Mkfifo(path, 0o600) }
	device := func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|3) } // like /dev/null
	session := "state/sessions/*/"
	for _, c := range []struct {
		name, file, word string
		ends             bool
		put              func(path string) error
	}{
		{"habits", "state/habits.json", "is a FIFO", false, fifo},
		{"configuration", "config/config.toml", "is a FIFO", false, fifo},
		{"lock", "state/workspaces/default/lock", "is a FIFO", true, fifo},
		{"document", "state/workspaces/default/workspace.json", "is a FIFO", true, fifo},
		{"earlier document", "state/workspaces/default/workspace.json.bak1", "", false, fifo},
		{"device", "state/workspaces/default/workspace.json", "is a device", true, device},
		{"link to a device", "state/workspaces/default/workspace.json", "is a device", true, func(path string) error {
			target := filepath.Join(filepath.Dir(path), "target")
			return errors.Join(device(target), os.Symlink(target, path))
		}},
		{"state of a session", session + "state.json", "", false, fifo},
		{"its lock", session + "state.lock", "", false, fifo},
		{"its host's lock", session + "host.lock", "", false, fifo},
		{"its log", session + "host.log", "", false, fifo},
		{"its specification", session + "spec.json", "", false, fifo},
		{"its last screen", session + "checkpoint", "", false, fifo},
		{"its exit status", session + "exit_status", "", false, fifo},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Home: shortHome(t), Cols: 300})
			s.name("first")
			s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 })
			shell := s.pid()
			s.leave()
			if err := syscall.Kill(hostOf(t, shell), syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			s.ended("the shell", shell)
			dirs, err := filepath.Glob(filepath.Join(s.Home(), filepath.Dir(c.file)))
			if err != nil || len(dirs) > 1 {
				t.Fatal(dirs, err)
			}
			dir := filepath.Join(s.Home(), filepath.Dir(c.file))
			if len(dirs) == 1 {
				dir = dirs[0]
			}
			path := filepath.Join(dir, filepath.Base(c.file))
			if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if err := errors.Join(os.MkdirAll(dir, 0o700), c.put(path)); err != nil {
				t.Skip("it cannot be made here:", err)
			}
			was, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			stays := func() {
				if is, err := os.Stat(path); err != nil || !os.SameFile(was, is) || is.Mode() != was.Mode() {
					t.Errorf("it is now %v, %v", is, err)
				}
			}
			s = s.relaunch()
			if c.ends {
				s.oneSentence(1, c.word, "move it away")
				stays()
				return
			}
			if c.word != "" {
				s.WaitText(c.word, "move it away")
			}
			s.WaitFor("a pane", func(sc drive.Screen) bool { return strings.HasPrefix(tabs(sc), "1 first") })
			if c.name == "its log" { // the harness finds hosts by their log at the end
				s.prompt("of the shell", anywhere)
				stays()
				s.Prefix("X")
				s.WaitText("Kill")
				s.Press("y")
				s.WaitText("Nothing is open")
				s.leave()
				return
			}
			s.leave()
			stays()
		})
	}
}
