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

// A directory that others could have prepared, or that cannot be one, is refused
// in a sentence before anything is made or shown.
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
		{"below what all can write to", "others can replace", func(t *testing.T, home, _ string) error {
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
				t.Error("something was made all the same")
			}
		})
	}
}

// nobody is a user who owns nothing.
const nobody = 65534

// What is in the place of a directory, or where nothing may be written, is said in
// one sentence that says what to do.
func TestF13UnwritableDirectories(t *testing.T) {
	t.Parallel()
	t.Run("a file in the way", func(t *testing.T) {
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
	t.Run("a place for sessions that cannot be written", func(t *testing.T) {
		t.Parallel()
		o := ordinary(t)
		sessions := filepath.Join(o.Home, "state", "sessions")
		makeFor(t, sessions)
		if err := os.Chmod(sessions, 0o500); err != nil {
			t.Fatal(err)
		}
		s := begin(t, o)
		s.WaitText("nothing of this session is kept on disk")
		s.prompt("of a session of which nothing is kept", anywhere)
		s.run("echo works $((40+2))", "works 42")
		s.Prefix("X")
		s.WaitText("Kill")
		s.Press("y")
		s.WaitText("Nothing is open")
		s.leave()
	})
}

// ordinary is a dormer of a user to whom permissions mean something: the one who
// runs the story, or where that is root, nobody.
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

// makeFor makes a directory, and what is missing above it, for the user of
// ordinary.
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

// What is where a session's socket should be is named and left alone; the program
// and other sessions are none the worse.
func TestF19OtherFilesInPlaceOfASocket(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word string
		put        func(t *testing.T, path string) error
	}{
		{"a file", "is not a socket", func(_ *testing.T, path string) error { return os.WriteFile(path, []byte("precious"), 0o600) }},
		{"a FIFO", "is not a socket", func(_ *testing.T, path string) error { return syscall.Mkfifo(path, 0o600) }},
		{"somebody who never answers", "does not answer", func(t *testing.T, path string) error {
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
				t.Errorf("it is not there any more: %v", err)
			}
		})
	}
}

// socket is the path of the one socket of a host in the story's home.
func (s *story) socket() string {
	s.t.Helper()
	paths, err := filepath.Glob(filepath.Join(s.Home(), "run", "dormer--*.sock"))
	if err != nil || len(paths) != 1 {
		s.t.Fatalf("the sockets are %v, %v", paths, err)
	}
	return paths[0]
}

// Whatever the umask, nobody else can read what is kept or speak to a host, and the
// names of files are no way to have others written over.
func TestF21FilesArePrivateAndLinksAreNotFollowed(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Command: []string{"sh", "-c", "umask 000; exec " + drive.Build(t)}})
	s.run("umask", "0000")
	s.name("shell")
	s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 && d.Sessions[0].Title == "shell" })
	s.private("state", "run")
	s.leave()
	id := s.Document().Sessions[0].ID
	s.reboot()
	s.private("state")

	victim := filepath.Join(s.Home(), "victim")
	writeAt(t, victim, "precious")
	dir := filepath.Join(s.Home(), "state", "sessions", id)
	linked := []string{
		filepath.Join(filepath.Dir(s.documentPath()), "lock"), s.documentPath() + ".bak1",
		filepath.Join(dir, "host.log"), filepath.Join(dir, "host.lock"), filepath.Join(dir, "spec.json"),
		filepath.Join(dir, "state.json"), filepath.Join(dir, "checkpoint"), filepath.Join(dir, "exit_status"),
	}
	for _, path := range linked[1:] {
		_ = os.Remove(path) // it may not be there
		if err := os.Symlink(victim, path); err != nil {
			t.Fatal(err)
		}
	}
	r := s.relaunch()
	r.Press("enter")
	r.prompt("although names are links", anywhere)
	r.rename("changed")
	r.leave()
	r.command("kill", "--all") // its log, by which a host is known, is a link
	if err := os.Remove(linked[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, linked[0]); err != nil {
		t.Fatal(err)
	}
	begin(t, drive.Options{Home: s.Home(), Cols: 200}).oneSentence(1, "lock")
	if got := bytesOf(t, victim); got != "precious" {
		t.Errorf("what the links lead to is now %q", got)
	}
}

// private fails for each thing below a directory of the home that others may use.
func (s *story) private(dirs ...string) {
	s.t.Helper()
	program, err := os.Stat(drive.Build(s.t))
	if err != nil {
		s.t.Fatal(err)
	}
	for _, dir := range dirs {
		err := filepath.WalkDir(filepath.Join(s.Home(), dir), func(path string, d fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a directory, gone meanwhile
			}
			if err != nil {
				return err
			}
			st, err := d.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil // a temporary file, gone meanwhile
			}
			if err != nil {
				return err
			}
			want := fs.FileMode(0o600)
			switch {
			case d.IsDir():
				want = 0o700
			case os.SameFile(st, program):
				return nil // its mode is whose it is
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

// Two homes, and two workspaces of one home, know nothing of each other, whatever
// is done in one of them.
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

// command runs dormer's command line in the story's home and returns what it says.
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
