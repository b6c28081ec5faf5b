//go:build linux

package stories

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dormer/ui/testing/drive"
)

// A socket directory that others could have prepared, or that cannot be a directory, is refused in
// one sentence before anything is created or shown.
func TestF20UnsafeSocketDirectory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word string
		prepare    func(t *testing.T, home, run string) error
	}{
		{"open to all", "chmod 700", func(_ *testing.T, _, run string) error {
			return errors.Join(os.Mkdir(run, 0o700), os.Chmod(run, 0o777))
		}},
		{"a link", "symbolic link", func(_ *testing.T, home, run string) error {
			return errors.Join(os.Mkdir(filepath.Join(home, "real"), 0o700), os.Symlink(filepath.Join(home, "real"), run))
		}},
		{"a file", "is not a directory", func(_ *testing.T, _, run string) error { return os.WriteFile(run, nil, 0o600) }},
		{"below a directory that everybody can write to", "others can replace", func(t *testing.T, home, _ string) error {
			t.Cleanup(func() { _ = os.Chmod(home, 0o700) })
			return os.Chmod(home, 0o777)
		}},
		{"another user's", "another user", func(t *testing.T, _, run string) error {
			if os.Getuid() != 0 {
				t.Skip("only root can give a directory away")
			}
			return errors.Join(os.Mkdir(run, 0o700), os.Chown(run, nobody, nobody))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			home := shortHome(t)
			if err := c.prepare(t, home, filepath.Join(home, "run")); err != nil {
				t.Fatal(err)
			}
			begin(t, drive.Options{Cols: 300, Home: home, FirstRun: true}).oneSentence(1, c.word)
			if _, err := os.Lstat(filepath.Join(home, "state")); err == nil {
				t.Error("something was created nevertheless")
			}
		})
	}
}

// nobody is a user who owns no files.
const nobody = 65534

// If a file is in the place of a directory, or nothing can be written there, one sentence says so
// and what to do.
func TestF13UnwritableDirectories(t *testing.T) {
	t.Parallel()
	t.Run("a file in place of the directory", func(t *testing.T) {
		t.Parallel()
		home := shortHome(t)
		writeAt(t, filepath.Join(home, "state"), "")
		begin(t, drive.Options{Cols: 300, Home: home}).oneSentence(1, "not a directory", "DORMER_HOME")
	})
	t.Run("mode 0500", func(t *testing.T) {
		t.Parallel()
		o := ordinary(t)
		state := filepath.Join(o.Home, "state")
		makeFor(t, state)
		if err := os.Chmod(state, 0o500); err != nil {
			t.Fatal(err)
		}
		begin(t, o).oneSentence(1, "permission denied", "DORMER_HOME")
	})
	t.Run("a read-only file system", func(t *testing.T) {
		t.Parallel()
		home := shortHome(t)
		first := open(t, drive.Options{Cols: 300, Home: home})
		first.name("kept")
		first.leave()
		before := bytesOf(t, first.documentPath())
		mountReadOnly(t, filepath.Join(home, "state"))
		first.relaunch().oneSentence(1, "read-only file system", "DORMER_HOME")
		if got := bytesOf(t, first.documentPath()); got != before {
			t.Error("the document changed")
		}
	})
	t.Run("an unwritable sessions directory", func(t *testing.T) {
		t.Parallel()
		o := ordinary(t)
		sessions := filepath.Join(o.Home, "state", "sessions")
		makeFor(t, sessions)
		if err := os.Chmod(sessions, 0o500); err != nil {
			t.Fatal(err)
		}
		s := begin(t, o)
		s.WaitText("nothing of this session is kept on disk")
		s.prompt("of a session without files", anywhere)
		s.run("echo works $((40+2))", "works 42")
		s.Prefix("X")
		s.WaitText("Kill")
		s.Press("y")
		s.WaitText("Nothing is open")
		s.leave()
	})
}

// ordinary returns options for a user who is bound by permissions: the user who runs the story, or
// nobody if that is root.
func ordinary(t *testing.T) drive.Options {
	t.Helper()
	o := drive.Options{Home: shortHome(t), Cols: 300}
	if os.Getuid() != 0 {
		return o
	}
	needs(t, "setpriv")
	program, err := os.ReadFile(drive.Build(t))
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(o.Home, "dormer")
	drive.Install(t, copied, program)
	for _, dir := range []string{"user", "work"} {
		makeFor(t, filepath.Join(o.Home, dir))
	}
	if err := os.Chown(o.Home, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	o.Command = []string{"setpriv", fmt.Sprint("--reuid=", nobody), fmt.Sprint("--regid=", nobody), "--clear-groups", copied}
	return o
}

// makeFor creates a directory, with its parents, for the user of ordinary.
func makeFor(t *testing.T, dir string) {
	t.Helper()
	if _, err := os.Stat(dir); err == nil {
		return
	}
	makeFor(t, filepath.Dir(dir))
	err := os.Mkdir(dir, 0o700)
	if err == nil && os.Getuid() == 0 {
		err = os.Chown(dir, nobody, nobody)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func mountReadOnly(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skip("mounting needs root:", err)
	}
	unmount := func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	}
	if err := syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		unmount()
		t.Skip("mounting needs root:", err)
	}
	t.Cleanup(unmount)
}

// A file in the place of a session's socket is named and left alone. The program and other sessions
// are not affected.
func TestF19OtherFilesInPlaceOfASocket(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word string
		put        func(t *testing.T, path string) error
	}{
		{"a file", "is not a socket", func(_ *testing.T, path string) error { return os.WriteFile(path, []byte("precious"), 0o600) }},
		{"a FIFO", "is not a socket", func(_ *testing.T, path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"a process that never answers", "does not answer", func(t *testing.T, path string) error {
			l, err := net.Listen("unix", path)
			if err == nil {
				t.Cleanup(func() { _ = l.Close() })
			}
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 240})
			s.name("shell")
			path := s.socket()
			s.leave()
			s.reboot()
			if err := c.put(t, path); err != nil {
				t.Fatal(err)
			}
			before, err := os.Lstat(path)
			if err != nil {
				t.Fatal(err)
			}
			r := s.relaunch()
			r.WaitText(c.word)
			r.Prefix("c")
			r.prompt("of a tab beside it", func(sc drive.Screen) bool { return !strings.HasPrefix(activeTab(sc), "1 shell") })
			r.run("echo works $((40+2))", "works 42")
			r.leave()
			if after, err := os.Lstat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("it was removed: %v", err)
			}
		})
	}
}

// socket returns the path of the only host's socket in the story's home.
func (s *story) socket() string {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.Home(), "run", "dormer--*.sock"))
	if err != nil || len(paths) != 1 {
		s.t.Fatalf("the sockets are %v, %v", paths, err)
	}
	return paths[0]
}

// Whatever the umask, other users can neither read dormer's files nor connect to a host, and links
// in the place of its files do not make it overwrite other files.
func TestF21FilesArePrivateAndLinksAreNotFollowed(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Command: []string{"sh", "-c", "umask 000; exec " + drive.Build(t)}})
	s.run("umask", "0000")
	s.name("shell")
	s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 && d.Sessions[0].Title == "shell" })
	s.checkPrivate("state", "run")
	s.leave()
	id := s.Document().Sessions[0].ID
	s.reboot()
	s.checkPrivate("state")

	victim := filepath.Join(s.Home(), "victim")
	writeAt(t, victim, "precious")
	dir := filepath.Join(s.Home(), "state", "sessions", id)
	linked := []string{
		filepath.Join(filepath.Dir(s.documentPath()), "lock"), s.documentPath() + ".bak1",
		filepath.Join(dir, "host.log"), filepath.Join(dir, "host.lock"), filepath.Join(dir, "spec.json"),
		filepath.Join(dir, "state.json"), filepath.Join(dir, "checkpoint"), filepath.Join(dir, "exit_status"),
	}
	for _, path := range linked[1:] {
		_ = os.Remove(path) // it may not exist
		if err := os.Symlink(victim, path); err != nil {
			t.Fatal(err)
		}
	}
	r := s.relaunch()
	r.Press("enter")
	r.prompt("although names are links", anywhere)
	r.rename("changed")
	r.leave()
	r.command("kill", "--all") // its log, which identifies a host, is a link
	if err := os.Remove(linked[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, linked[0]); err != nil {
		t.Fatal(err)
	}
	begin(t, drive.Options{Home: s.Home(), Cols: 200}).oneSentence(1, "lock")
	if got := bytesOf(t, victim); got != "precious" {
		t.Errorf("the target of the links is now %q", got)
	}
}

// checkPrivate fails the test for every file in directories of the home that others may use.
func (s *story) checkPrivate(dirs ...string) {
	s.t.Helper()
	program, err := os.Stat(drive.Build(s.t))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(s.Home(), dir), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a directory, removed meanwhile
			}
			if err != nil {
				return err
			}
			st, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a temporary file, removed meanwhile
			}
			if err != nil {
				return err
			}
			want := fs.FileMode(0o600)
			switch {
			case d.IsDir():
				want = 0o700
			case os.SameFile(st, program):
				return nil // the mode of a link does not matter
			}
			if st.Mode().Perm() != want {
				s.t.Errorf("%s has mode %v", path, st.Mode())
			}
			return nil
		})
		if err != nil {
			s.t.Error(err)
		}
	}
}

// Two homes, and two workspaces in one home, do not affect each other.
//
// S3-50.
func TestF49HomesAndWorkspacesAreSeparate(t *testing.T) {
	t.Parallel()
	mine := open(t, drive.Options{})
	mine.name("mine")
	theirs := open(t, drive.Options{})
	theirs.name("theirs")
	second := open(t, drive.Options{Home: mine.Home(), Args: []string{"--workspace", "second"}})
	second.name("second")
	before := mine.Children()
	if len(before) != 2 || len(theirs.Children()) != 1 {
		t.Fatalf("processes %v and %v", before, theirs.Children())
	}
	mine.leave()
	if out := theirs.command("ps"); !strings.Contains(out, "theirs") || strings.Contains(out, "mine") || strings.Contains(out, "second") {
		t.Errorf("one home lists\n%s", out)
	}
	if out := mine.command("ps"); !strings.Contains(out, "mine") || !strings.Contains(out, "second") || strings.Contains(out, "theirs") {
		t.Errorf("the other home lists\n%s", out)
	}
	theirs.command("gc", "--now")
	theirs.command("kill", "--all")
	mine.sameProcesses("after the other home ended all of its own", before)
	second.run("echo works $((40+2))", "works 42")
	r := mine.relaunch()
	r.prompt("of the first workspace", func(sc drive.Screen) bool { return tabs(sc) == "1 mine" })
	r.Prefix("R")
	r.WaitText("nothing to recover")
	second.leave()
}

// command runs a dormer command in the story's home and returns its output.
func (s *story) command(args ...string) string {
	s.t.Helper()
	cmd := exec.Command(drive.Build(s.t), args...)
	cmd.Env = []string{"DORMER_HOME=" + s.Home(), "HOME=" + s.Home(), "PATH=" + os.Getenv("PATH"), "TERM=xterm", "LANG=C.UTF-8"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("dormer %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
