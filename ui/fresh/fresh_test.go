package fresh

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func TestExistingFileIsNotOverwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.txt")
	if err := Write("the screen", path, []byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := Write("the screen", path, []byte("second")); err == nil || !strings.Contains(err.Error(), "exists already: name another") {
		t.Errorf("the second time: %v", err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("the file has %q, %v", got, err)
	}
	err := Write("the screen", filepath.Join(t.TempDir(), "none", "a.txt"), nil)
	if err == nil || !strings.HasPrefix(err.Error(), "write the screen: ") || !strings.HasSuffix(err.Error(), "name another file") {
		t.Errorf("without a directory: %v", err)
	}
}

// A failed write, as on a full disk, leaves no file that would prevent the next write.
func TestFailedWriteLeavesNothing(t *testing.T) {
	signal.Ignore(unix.SIGXFSZ)
	t.Cleanup(func() { signal.Reset(unix.SIGXFSZ) })
	var was unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	limit := func(l unix.Rlimit) {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &l); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "a.txt")
	limit(unix.Rlimit{Cur: 10, Max: was.Max})
	err := Write("the screen", path, []byte("more than ten bytes"))
	limit(was)
	if err == nil {
		t.Fatal("the write did not fail")
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("part of it is left: %v", err)
	}
	if err := Write("the screen", path, []byte("all")); err != nil {
		t.Error(err)
	}
}
