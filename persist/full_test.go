package persist

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// trySmallFiles opens a workspace while no file can grow beyond 4 kB: a test user cannot fill the disk,
// but can set this limit.
func trySmallFiles(dir string) error {
	s, err := Open(dir, Options{})
	if err != nil {
		return err
	}
	state, _, err := s.Load()
	if err != nil {
		return err
	}
	// From here on the loaded document is an earlier one.
	if err := s.Save(state); err != nil {
		return err
	}
	before, err := os.ReadFile(documentPath(dir))
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	if err := limitFiles(4096); err != nil {
		return err
	}
	r := state.Sessions[id(1)]
	r.Title = strings.Repeat("t", 8192)
	state.Sessions[id(1)] = r
	if err := s.Save(state); !errors.Is(err, syscall.EFBIG) {
		return fmt.Errorf("the save on a full disk gave %w", err)
	}
	if err := sameAndTidy(dir, before); err != nil {
		return err
	}
	r.Title = "short"
	state.Sessions[id(1)] = r
	for n := range 8 {
		if n > 1 {
			delete(state.Sessions, id(n))
		}
	}
	return s.Save(named("room again"))
}

func limitFiles(size uint64) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	limit.Cur = size
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
}

// sameAndTidy returns an error if the document has changed, or a failed write has left files.
func sameAndTidy(dir string, before []byte) error {
	after, err := os.ReadFile(documentPath(dir))
	if err != nil {
		return err
	}
	if string(after) != string(before) {
		return errors.New("the document changed")
	}
	if left, err := filepath.Glob(documentPath(dir) + ".tmp*"); err != nil || len(left) > 0 {
		return fmt.Errorf("the temporary files %v still exist: %w", left, err)
	}
	return nil
}

func TestFullDiskLeavesTheDocument(t *testing.T) {
	dir := saved(t)
	cmd := childCommand(t, "small", dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, state, report := loaded(t, dir)
	if got := tabName(t, state); got != "room again" || report.Cause != nil {
		t.Errorf("opened %q, %v", got, report.Cause)
	}
}

// The same on a file system that is really full.
func TestFullFileSystemLeavesTheDocument(t *testing.T) {
	home := t.TempDir()
	mountSmall(t, home)
	dir := filepath.Join(home, "state", "workspaces", "main")
	s, _, _ := loaded(t, dir)
	mustSave(t, s, sample())
	before := readFile(t, documentPath(dir))
	filler := filepath.Join(home, "filler")
	fill(t, filler)

	state := sample()
	state.Views[0].Tabs[0].Name = "later"
	for range 3 {
		if err := s.Save(state); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("Save = %v, want that there is no space", err)
		}
		if err := sameAndTidy(dir, []byte(before)); err != nil {
			t.Fatal(err)
		}
	}
	mustClose(t, s)
	// The workspace can be opened on a full disk.
	s, got, _ := loaded(t, dir)
	wantState(t, got, sample())

	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	mustSave(t, s, state)
	mustClose(t, s)
	s, got, _ = loaded(t, dir)
	wantState(t, got, state)
	mustClose(t, s)
}

func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range []int{4096, 1} {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// tryReadOnly opens a workspace that it may read and not write.
func tryReadOnly(dir string) error {
	_, err := Open(dir, Options{})
	if err == nil || !strings.Contains(err.Error(), "DORMER_HOME") {
		return fmt.Errorf("opening gave %w, want what to do about it", err)
	}
	state, _, err := Peek(dir, Options{})
	if err != nil || len(state.Sessions) == 0 {
		return fmt.Errorf("looking gave %d sessions, %w", len(state.Sessions), err)
	}
	return nil
}

// If the directory cannot be written, Open returns an error before anything is drawn. The workspace can
// still be read.
func TestReadOnlyDirectory(t *testing.T) {
	dir := saved(t)
	if err := os.Remove(filepath.Join(dir, "lock")); err != nil {
		t.Fatal(err)
	}
	cmd := childCommand(t, "readonly", dir)
	if os.Getuid() == 0 {
		giveAway(t, dir, cmd)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Chmod(dir, 0o700); err != nil {
			t.Error(err)
		}
	})
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func TestReadOnlyFileSystem(t *testing.T) {
	home := t.TempDir()
	mountSmall(t, home)
	dir := filepath.Join(home, "state", "workspaces", "main")
	s, _, _ := loaded(t, dir)
	mustSave(t, s, sample())
	remountReadOnly(t, home)
	if err := s.Save(named("x")); !errors.Is(err, syscall.EROFS) {
		t.Errorf("Save = %v", err)
	}
	_ = s.Close()
	if _, err := Open(dir, fixedOptions()); err == nil || !strings.Contains(err.Error(), "DORMER_HOME") {
		t.Errorf("Open = %v, want what to do about it", err)
	}
	state, _, err := Peek(dir, fixedOptions())
	if err != nil {
		t.Fatal(err)
	}
	wantState(t, state, sample())
}
