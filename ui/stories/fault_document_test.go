//go:build linux

package stories

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/ui/testing/drive"
)

// documentPath returns the path of the story's document.
func (s *story) documentPath() string { return drive.DocumentPath(s.Home(), "default") }

// bytesOf returns the contents of a file.
func bytesOf(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// rename gives the active tab a name.
func (s *story) rename(name string) {
	s.t.Helper()
	s.Prefix(",")
	s.WaitText("Name of this tab")
	s.Press("ctrl+u")
	s.Type(name + "\n")
	s.WaitFor("the name "+name, func(sc drive.Screen) bool { return strings.HasSuffix(activeTab(sc), name) })
}

// noTempFiles fails the test if a write left a temporary file.
func noTempFiles(t testing.TB, document string) {
	t.Helper()
	if left, err := filepath.Glob(document + ".tmp*"); err != nil || len(left) > 0 {
		t.Errorf("temporary files %v are left beside the document: %v", left, err)
	}
}

// A failed save leaves the document unchanged, is reported, and is repeated as soon as possible.
// Tested with a full disk, and with a limit on file sizes, which needs no root.
func TestF11DiskFull(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		mount bool
		full  func(t *testing.T, s *story) (now *story, free func())
	}{
		{"file system of 64 kB", true, fillDisk},
		{"limit on files", false, limitFiles},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			home := shortHome(t)
			if c.mount {
				mountSmall(t, filepath.Join(home, "state", "workspaces"))
			}
			s := open(t, drive.Options{Home: home, Cols: 120})
			s.name("first")
			s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 })
			s.rename("before")
			s.WaitDocument("the name", func(d drive.Document) bool { return d.ActiveTab().Name == "before" })
			s, free := c.full(t, s)
			before := bytesOf(t, s.documentPath())

			s.rename("meanwhile")
			s.WaitFor("a warning", func(sc drive.Screen) bool { return strings.Contains(status(sc), "save workspace") })
			s.Prefix("%")
			s.prompt("of a pane that still opens", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
			if got := bytesOf(t, s.documentPath()); got != before {
				t.Errorf("the document changed on a full disk:\n%s", got)
			}
			noTempFiles(t, s.documentPath())

			free()
			s.WaitDocument("all unsaved changes", func(d drive.Document) bool {
				return d.ActiveTab().Name == "meanwhile" && len(d.ActiveTab().Layout.Leaves()) == 2
			})
			noTempFiles(t, s.documentPath())
			s.leave()
		})
	}
}

// Leaving while the disk is full reports once that the document was not saved and what becomes of
// the open sessions. The next program offers them.
func TestF11LeavingWithAFullDisk(t *testing.T) {
	t.Parallel()
	home := shortHome(t)
	mountSmall(t, filepath.Join(home, "state", "workspaces"))
	s := open(t, drive.Options{Home: home, Cols: 200})
	s.name("first")
	s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 })
	s, free := fillDisk(t, s)
	s.Prefix("%")
	s.prompt("of a pane that still opens", func(sc drive.Screen) bool { return sc.Cursor.Col > 50 })
	s.name("second")
	before := s.waitProcesses(2)
	s.Prefix("d")
	if code := s.WaitExit(); code != 1 {
		t.Errorf("exit status %d, want 1", code)
	}
	s.WaitText("2 sessions run on", "no space left on device", "offers them as recovered")
	if said := s.Screen(); said.Count("no space left on device") != 1 {
		t.Errorf("it is not reported exactly once:\n%s", said.Boxed())
	}
	free()
	r := s.relaunch()
	r.WaitText("recovered: ")
	r.Prefix("R")
	r.WaitDocument("both sessions", func(d drive.Document) bool { return len(d.Sessions) == 2 })
	r.sameProcesses("after the full disk", before)
	r.leave()
}

// shortHome returns a new home with a path that is short enough for sockets.
func shortHome(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dh")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// mountSmall mounts a file system of 64 kB at dir until the story ends.
func mountSmall(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skip("mounting needs root:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
}

// fillDisk fills the file system while nothing is written, and opens the workspace again: that must
// work on a full disk.
func fillDisk(t *testing.T, s *story) (now *story, free func()) {
	t.Helper()
	s.leave()
	filler := filepath.Join(s.Home(), "state", "workspaces", "filler")
	f, err := os.Create(filler)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	now = s.relaunch()
	now.prompt("on a full disk", anywhere)
	return now, func() {
		if err := os.Remove(filler); err != nil {
			t.Fatal(err)
		}
	}
}

// limitFiles limits the files that the running program writes to 100 bytes.
func limitFiles(t *testing.T, s *story) (now *story, free func()) {
	t.Helper()
	set := func(size uint64) {
		limit := unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}
		if err := unix.Prlimit(s.PID(), unix.RLIMIT_FSIZE, &limit, nil); err != nil {
			t.Fatal(err)
		}
	}
	set(100)
	return s, func() { set(unix.RLIM_INFINITY) }
}

// Whatever is in the document's place, the program starts, keeps that file, opens the previous
// document or an empty workspace, and offers the running sessions.
func TestF14UnreadableDocument(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 300})
	s.name("precious")
	pids := s.waitProcesses(1)
	s.leave()
	good := bytesOf(t, s.documentPath())
	rng := rand.New(rand.NewPCG(1, 2))
	garbage := make([]byte, 4096)
	for i := range garbage {
		garbage[i] = byte(rng.Uint32())
	}
	for _, c := range []struct{ name, text string }{
		{"empty", ""},
		{"one byte", "{"},
		{"cut", good[:rng.IntN(len(good)-2)+1]},
		{"NULs", strings.Repeat("\x00", 4096)},
		{"random bytes", string(garbage)},
		{"nested 100 000 deep", `{"schema":1,"views":` + strings.Repeat("[", 100_000)},
		{"splits nested 100 000 deep", `{"schema":1,"views":[{"id":"main","tabs":[{"layout":` + strings.Repeat(`{"children":[`, 100_000)},
		{"NaN", strings.Replace(good, `"schema": 2`, `"schema": 2, "x": NaN`, 1)},
		{"100 MB", ""},
	} {
		for _, earlier := range []bool{true, false} {
			s.writeDocument(c.text)
			if c.name == "100 MB" {
				s.grow(100 << 20)
			}
			s.setEarlier(earlier, good)
			r := s.relaunch()
			r.WaitFor(c.name+" to be said", func(sc drive.Screen) bool { return sc.Contains("could not be read") })
			r.prompt(c.name, anywhere)
			if !earlier {
				r.adopt("precious")
				r.Prefix("p")
				fresh := others(r.Children(), pids)
				r.Prefix("X") // kills the shell that the new workspace started
				r.WaitText("Kill")
				r.Press("y")
				for _, pid := range fresh {
					r.ended("the shell of the empty workspace", pid)
				}
			}
			r.WaitFor(c.name+": the session", func(sc drive.Screen) bool { return tabs(sc) == "1 precious" })
			r.sameProcesses("with "+c.name, pids)
			if !s.kept(c.text) {
				t.Errorf("%s: it was not kept", c.name)
			}
			r.leave()
		}
	}
}

// adopt opens a running session that is in no workspace. The program looks for those while the user
// works, and reports none until it has found them.
func (s *story) adopt(title string) {
	s.t.Helper()
	for deadline := time.Now().Add(drive.Patience); ; {
		s.Prefix("R")
		sc := s.WaitFor("a recovered session", func(sc drive.Screen) bool {
			return strings.HasSuffix(activeTab(sc), title) || sc.Contains("nothing to recover")
		})
		if strings.HasSuffix(activeTab(sc), title) {
			break
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("no recovered session is offered\n%s", sc.Boxed())
		}
		s.WaitGone("nothing to recover")
	}
	s.prompt("of the recovered session", anywhere)
}

// others returns the processes in all that are not in those.
func others(all, those map[string]int) []int {
	var pids []int
	for id, pid := range all {
		if _, ok := those[id]; !ok {
			pids = append(pids, pid)
		}
	}
	return pids
}

func (s *story) writeDocument(text string) {
	s.t.Helper()
	if err := os.WriteFile(s.documentPath(), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// grow extends the document by NULs in a sparse file.
func (s *story) grow(size int64) {
	s.t.Helper()
	if err := os.Truncate(s.documentPath(), size); err != nil {
		s.t.Fatal(err)
	}
}

// setEarlier leaves one earlier document with a text, or none.
func (s *story) setEarlier(some bool, text string) {
	s.t.Helper()
	old, err := filepath.Glob(s.documentPath() + ".bak*")
	if err != nil {
		s.t.Fatal(err)
	}
	for _, path := range old {
		if err := os.Remove(path); err != nil {
			s.t.Fatal(err)
		}
	}
	if !some {
		return
	}
	if err := os.WriteFile(s.documentPath()+".bak1", []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// kept reports whether a file beside the document begins with text, and removes it: the program
// never removes what it has set aside.
func (s *story) kept(text string) bool {
	s.t.Helper()
	aside, err := filepath.Glob(s.documentPath() + ".corrupt-*")
	if err != nil {
		s.t.Fatal(err)
	}
	found := false
	for _, path := range aside {
		got := make([]byte, len(text))
		f, err := os.Open(path)
		if err != nil {
			s.t.Fatal(err)
		}
		n, _ := f.Read(got)
		found = found || string(got[:n]) == text
		if err := f.Close(); err != nil {
			s.t.Fatal(err)
		}
		if err := os.Remove(path); err != nil {
			s.t.Fatal(err)
		}
	}
	return found
}

// A save keeps members of the document that a later dormer has written and this one does not know.
// A document of a later schema is left alone.
func TestF15DocumentOfALaterVersion(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{Cols: 160})
	s.name("first")
	s.leave()
	text := bytesOf(t, s.documentPath())
	later := strings.Replace(text, `"schema": 2`, `"schema": 2, "mood": {"of": ["later"]}`, 1)
	later = strings.Replace(later, `"activeTab"`, `"colour": "blue", "activeTab"`, 1)
	if later == text {
		t.Fatal("the document has no place to add a member")
	}
	s.writeDocument(later)
	r := s.relaunch()
	r.prompt("with a document that has more in it", anywhere)
	r.rename("changed")
	r.leave()
	var got struct {
		Mood  json.RawMessage `json:"mood"`
		Views []struct{ Colour string }
	}
	if err := json.Unmarshal([]byte(bytesOf(t, s.documentPath())), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Views) != 1 || got.Views[0].Colour != "blue" || !strings.Contains(string(got.Mood), "later") {
		t.Errorf("after a save the document has %+v", got)
	}
	newer := strings.Replace(text, `"schema": 2`, `"schema": 3`, 1)
	s.writeDocument(newer)
	before := sha256.Sum256([]byte(newer))
	again := s.relaunch()
	again.oneSentence(1, "newer")
	if got := sha256.Sum256([]byte(bytesOf(t, s.documentPath()))); got != before {
		t.Error("the newer document was changed")
	}
	s.writeDocument(text) // the session belongs to a workspace again
}

// Changes by others to the document while the program runs lose neither their version nor the
// program's.
func TestF48DocumentChangedFromOutside(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		said  bool
		put   func(t *testing.T, path string)
		check func(t *testing.T, path string)
	}{
		{"moved there", false, func(t *testing.T, path string) {
			fresh := path + ".mine"
			writeAt(t, fresh, strings.Replace(bytesOf(t, path), `"first"`, `"theirs"`, 1))
			if err := os.Rename(fresh, path); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, path string) {
			if got := bytesOf(t, path+".bak1"); !strings.Contains(got, `"theirs"`) {
				t.Error("the replaced document is not among the earlier documents")
			}
		}},
		{"garbage", true, func(t *testing.T, path string) { writeAt(t, path, "garbage") }, func(t *testing.T, path string) {
			if !kept(t, filepath.Dir(path), "garbage") {
				t.Error("the damaged document was not set aside")
			}
		}},
		{"a link to another file system", false, func(t *testing.T, path string) {
			away := elsewhere(t)
			target := filepath.Join(away, "elsewhere.json")
			writeAt(t, target, bytesOf(t, path))
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
		}, func(t *testing.T, path string) {
			target, err := os.Readlink(path)
			if err != nil {
				t.Fatalf("the link was replaced: %v", err)
			}
			if !strings.Contains(bytesOf(t, target), `"changed"`) {
				t.Error("the document was not written to the link's target")
			}
			noTempFiles(t, target)
		}},
		{"a directory", true, func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
			writeAt(t, filepath.Join(path, "precious"), "theirs")
		}, func(t *testing.T, path string) {
			if got := bytesOf(t, path+".moved/precious"); got != "theirs" {
				t.Errorf("the directory contains %q", got)
			}
		}},
		{"nothing", false, func(t *testing.T, path string) {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}, func(*testing.T, string) {}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := open(t, drive.Options{Cols: 300})
			s.name("shell")
			s.rename("first")
			s.WaitDocument("the name", func(d drive.Document) bool { return d.ActiveTab().Name == "first" })
			c.put(t, s.documentPath())
			s.rename("changed")
			switch {
			case c.name == "a directory":
				s.WaitText("is a directory, not a regular file: move it away")
				if err := os.Rename(s.documentPath(), s.documentPath()+".moved"); err != nil {
					t.Fatal(err)
				}
				s.WaitDocument("the name", func(d drive.Document) bool { return d.ActiveTab().Name == "changed" })
			case c.said:
				s.WaitText("the document had been replaced by something else")
			}
			s.leave()
			if got := s.Document().ActiveTab().Name; got != "changed" {
				t.Errorf("the document's tab is called %q", got)
			}
			c.check(t, s.documentPath())
			noTempFiles(t, s.documentPath())
			r := s.relaunch()
			r.WaitFor("the tab", func(sc drive.Screen) bool { return activeTab(sc) == "1 changed" })
		})
	}
}

func writeAt(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// elsewhere returns a directory on another file system than the stories' homes.
func elsewhere(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "dormer")
	if err != nil {
		t.Skip("there is no other file system:", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// A reader that reads the changing document all the time always sees a complete one.
func TestF48ReaderSeesWholeDocuments(t *testing.T) {
	t.Parallel()
	s := open(t, drive.Options{})
	s.name("first")
	s.WaitDocument("the pane", func(d drive.Document) bool { return len(d.Sessions) == 1 })
	var over atomic.Bool
	var reading sync.WaitGroup
	var seen atomic.Pointer[string] // the last contents that were read
	reading.Go(func() {
		for !over.Load() {
			data, err := os.ReadFile(s.documentPath())
			if err != nil || !json.Valid(data) {
				t.Errorf("read %d bytes, %v", len(data), err)
				return
			}
			text := string(data)
			seen.Store(&text)
		}
	})
	defer reading.Wait()
	defer over.Store(true)
	for i := range 4 {
		name := fmt.Sprintf("name-%d", i)
		s.rename(name)
		eventually(t, "the reader to see "+name, func() bool {
			text := seen.Load()
			return text != nil && strings.Contains(*text, `"`+name+`"`)
		})
	}
}

// A document is synced before it is renamed into place, and its directory is synced after that.
func TestF48DocumentIsSyncedBeforeItsRename(t *testing.T) {
	t.Parallel()
	needs(t, "strace")
	if err := exec.Command("strace", "-o", "/dev/null", "true").Run(); err != nil {
		t.Skip("processes cannot be traced:", err)
	}
	s := open(t, drive.Options{})
	s.name("first")
	trace := filepath.Join(s.Home(), "trace")
	tracer := s.trace(trace, "fsync,fdatasync,rename,renameat,renameat2")
	s.rename("traced")
	s.WaitDocument("the name", func(d drive.Document) bool { return d.ActiveTab().Name == "traced" })
	s.leave()
	if err := tracer.Wait(); err != nil {
		t.Fatal(err)
	}
	synced, renames, settled := false, 0, 0
	dir := filepath.Dir(s.documentPath())
	for line := range strings.Lines(bytesOf(t, trace)) {
		switch {
		case strings.Contains(line, "sync(") && strings.Contains(line, s.documentPath()+".tmp"):
			synced = true
		case strings.Contains(line, "rename") && strings.Contains(line, s.documentPath()+".tmp"):
			if !synced {
				t.Errorf("a rename without a sync before it: %s", line)
			}
			synced, renames = false, renames+1
		case strings.Contains(line, "sync(") && strings.Contains(line, dir+">"):
			settled = renames
		}
	}
	if renames == 0 || settled != renames {
		t.Errorf("%d renames, the directory synced after %d of them:\n%s", renames, settled, bytesOf(t, trace))
	}
}

// trace writes the program's system calls to a file until the program ends.
func (s *story) trace(file, calls string) *exec.Cmd {
	s.t.Helper()
	tracer := exec.Command("strace", "-f", "-y", "-o", file, "-e", "trace="+calls, "-p", fmt.Sprint(s.PID()))
	told, err := tracer.StderrPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := tracer.Start(); err != nil {
		s.t.Fatal(err)
	}
	if _, err := told.Read(make([]byte, 4096)); err != nil { // waits for strace to print "attached"
		s.t.Fatalf("strace: %v", err)
	}
	go func() { _, _ = io.Copy(io.Discard, told) }()
	return tracer
}
