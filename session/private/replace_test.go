package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// checkFile fails unless a file has a text and a mode and is alone in its directory.
func checkFile(t *testing.T, path, text string, mode fs.FileMode) {
	t.Helper()
	got, err := os.ReadFile(path)
	st, statErr := os.Stat(path)
	if err := errors.Join(err, statErr); err != nil {
		t.Fatal(err)
	}
	if string(got) != text || st.Mode() != mode {
		t.Errorf("the file has %q with mode %v, want %q with %v", got, st.Mode(), text, mode)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("beside it are %v, %v", entries, err)
	}
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for name, replace := range map[string]func(text string) error{
		"synced":   func(text string) error { return Replace(path, []byte(text)) },
		"unsynced": func(text string) error { return ReplaceUnsynced(path, []byte(text)) },
		"after":    func(text string) error { _, err := ReplaceAfter(path, []byte(text), nil); return err },
	} {
		for _, text := range []string{"first", "second"} {
			if err := replace(name + text); err != nil {
				t.Fatal(err)
			}
			checkFile(t, path, name+text, 0o600)
		}
	}
	if err := errors.Join(os.Chmod(path, 0o644), ReplaceContent(path, []byte("ours"))); err != nil {
		t.Fatal(err)
	}
	checkFile(t, path, "ours", 0o644)
	if err := Replace(path, []byte("private again")); err != nil {
		t.Fatal(err)
	}
	checkFile(t, path, "private again", 0o600)
}

// The new file exists beside the old one before it replaces it; if that step fails, the old one stays.
func TestReplaceAfter(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := Replace(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	failure := errors.New("no")
	if _, err := ReplaceAfter(path, []byte("new"), func() error { return failure }); !errors.Is(err, failure) {
		t.Errorf("got %v", err)
	}
	checkFile(t, path, "old", 0o600)
	written, err := ReplaceAfter(path, []byte("new"), func() error {
		if got, err := os.ReadFile(path); string(got) != "old" {
			t.Errorf("before it is replaced the file has %q, %v", got, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	checkFile(t, path, "new", 0o600)
	if now, err := os.Stat(path); err != nil || !os.SameFile(now, written) {
		t.Errorf("another file was written: %v", err)
	}
}

func TestReplaceLeavesOtherFilesAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Replace(path, nil); !errors.Is(err, ErrNotRegular) {
		t.Errorf("got %v", err)
	}
	if st, err := os.Lstat(path); err != nil || st.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("the file is %v, %v", st, err)
	}
}

func TestSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(path, []byte("file"), 0o600), os.WriteFile(path+".tmp12", []byte("fi"), 0o600)); err != nil {
		t.Fatal(err)
	}
	Sweep(path)
	checkFile(t, path, "file", 0o600)
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := Open(path, os.O_CREATE|os.O_RDWR)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Close() })
		return f
	}
	one, other, third := open(), open(), open()
	if err := Lock(one); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"lock": Lock(other), "lock within": LockWithin(other, time.Millisecond), "check": CheckLock(other),
	} {
		if !errors.Is(err, ErrLocked) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if err := Unlock(one); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(CheckLock(other), CheckLock(third)); err != nil {
		t.Errorf("two shared locks: %v", err)
	}
	if err := Lock(one); !errors.Is(err, ErrLocked) {
		t.Errorf("with two shared locks: %v", err)
	}
	got := make(chan error)
	go func() { got <- LockWithin(one, time.Minute) }()
	if err := errors.Join(other.Close(), third.Close()); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Errorf("after they are closed: %v", err)
	}
}
