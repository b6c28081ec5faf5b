package persist

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// irregular makes files of each kind that is not regular.
var irregular = map[string]func(path string) error{
	"directory": func(path string) error { return os.Mkdir(path, 0o700) },
	"FIFO":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"socket":    func(path string) error { return syscall.Mknod(path, syscall.S_IFSOCK|0o600, 0) },
	"device":    func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|3) }, // null
	"links":     func(path string) error { return os.Symlink(path, path) },
}

// place replaces the file at path with an irregular one, and returns that one's state.
func place(t *testing.T, name, path string) os.FileInfo {
	t.Helper()
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err := irregular[name](path); err != nil {
		t.Skipf("cannot make a %s here: %v", name, err)
	}
	st, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// checkUnchanged fails the test if the file at path is not the same as before.
func checkUnchanged(t *testing.T, path string, was os.FileInfo) {
	t.Helper()
	if is, err := os.Lstat(path); err != nil || !os.SameFile(was, is) || is.Mode() != was.Mode() {
		t.Errorf("%s became %v, %v", path, is, err)
	}
}

// An irregular file in the document's place, or as the target of a link there, is never waited for,
// renamed or replaced.
func TestADocumentMustBeARegularFile(t *testing.T) {
	for name := range irregular {
		for _, linked := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/linked=%v", name, linked), func(t *testing.T) {
				dir := saved(t)
				path := documentPath(dir)
				if linked {
					path = filepath.Join(t.TempDir(), "elsewhere")
					if err := errors.Join(os.Remove(documentPath(dir)), os.Symlink(path, documentPath(dir))); err != nil {
						t.Fatal(err)
					}
				}
				was := place(t, name, path)
				s := openStore(t, dir, fixedOptions())
				before := listing(t, dir) + listing(t, filepath.Dir(path))
				_, _, err := s.Load()
				if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "move it away") {
					t.Errorf("Load = %v, want one that names the %s and what to do", err, name)
				}
				if err := s.Save(sample()); !errors.Is(err, ErrNotLoaded) {
					t.Errorf("Save = %v, want a refusal", err)
				}
				if _, _, err := Peek(dir, fixedOptions()); err == nil {
					t.Error("it can be read without the lock")
				}
				checkUnchanged(t, path, was)
				if now := listing(t, dir) + listing(t, filepath.Dir(path)); now != before {
					t.Errorf("the directories changed from %q to %q", before, now)
				}
			})
		}
	}
}

// An irregular file that is put in the place of one of the files while the workspace is open stays too.
func TestSaveReplacesOnlyRegularFiles(t *testing.T) {
	for name := range irregular {
		for _, file := range []string{documentName, documentName + ".bak1", documentName + ".bak2"} {
			t.Run(name+"/"+file, func(t *testing.T) {
				dir := saved(t)
				s, state, _ := loaded(t, dir)
				state.Views[0].Tabs[0].Name = "one"
				mustSave(t, s, state)
				path := filepath.Join(dir, file)
				was := place(t, name, path)
				s.fresh = true // so that the present document must be kept
				state.Views[0].Tabs[0].Name = "other"
				err := s.Save(state)
				if err == nil {
					t.Error("it was saved without an error")
				}
				checkUnchanged(t, path, was)
				var unkept BackupError
				if want := strings.Contains(file, "bak"); errors.As(err, &unkept) != want {
					t.Errorf("err = %v; saved nevertheless: want %v", err, want)
				}
			})
		}
	}
}

// PutBack renames too.
func TestPutBackReplacesOnlyRegularFiles(t *testing.T) {
	dir := saved(t)
	s, state, _ := loaded(t, dir)
	mustSave(t, s, state)
	was := place(t, "FIFO", documentPath(dir))
	if err := s.RestoreEarlier(Earlier(dir)[0]); err == nil || !strings.Contains(err.Error(), "FIFO") {
		t.Errorf("err = %v", err)
	}
	checkUnchanged(t, documentPath(dir), was)
}

// Opening a FIFO never blocks, whichever file's place it takes.
func TestOpeningAFIFONeverBlocks(t *testing.T) {
	dir := workspaceDir(t)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	place(t, "FIFO", filepath.Join(dir, "lock"))
	if _, err := Open(dir, fixedOptions()); err == nil || !strings.Contains(err.Error(), "FIFO") {
		t.Errorf("lock: %v", err)
	}
	if h := HolderOf(dir); h != (Holder{}) {
		t.Errorf("holder %v", h)
	}
	k := JSONFile{filepath.Join(dir, "habits.json")}
	was := place(t, "FIFO", k.path)
	var v struct{}
	if err := errors.Join(k.Read(&v)); err == nil || !strings.Contains(err.Error(), "FIFO") {
		t.Errorf("read: %v", err)
	}
	if err := k.Write(v); err == nil || !strings.Contains(err.Error(), "FIFO") {
		t.Errorf("write: %v", err)
	}
	checkUnchanged(t, k.path, was)
}
