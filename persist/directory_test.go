package persist

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestFilesAndDirectoriesArePrivate(t *testing.T) {
	// The umask belongs to the process, so this test must not run in parallel.
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := saved(t)
	_, state, _ := loaded(t, dir)
	wantState(t, state, sample())
	top := filepath.Dir(filepath.Dir(dir))
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		want := fileMode
		if d.IsDir() {
			want = dirMode
		}
		if got := st.Mode().Perm(); got != want {
			t.Errorf("%s has mode %04o, want %04o", path, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOpenChecksTheDirectory(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(dir string) error
		want    string
	}{
		{"others may write", func(dir string) error { return chmodded(dir, 0o777) }, "written by other users"},
		{"group may write", func(dir string) error { return chmodded(dir, 0o770) }, "written by other users"},
		{"is a file", func(dir string) error {
			if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
				return err
			}
			return os.WriteFile(dir, nil, 0o600)
		}, "not a directory"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := workspaceDir(t)
			if err := tt.prepare(dir); err != nil {
				t.Fatal(err)
			}
			_, err := Open(dir, fixedOptions())
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Open = %v, want %q in it", err, tt.want)
			}
		})
	}
}

func chmodded(dir string, mode fs.FileMode) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.Chmod(dir, mode)
}

func TestOpenTightensADirectoryThatOthersCanRead(t *testing.T) {
	dir := workspaceDir(t)
	if err := chmodded(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	openStore(t, dir, fixedOptions())
	if st, err := os.Stat(dir); err != nil || st.Mode().Perm() != dirMode {
		t.Errorf("mode = %v, %v", st, err)
	}
}

func TestOpenRefusesADirectoryOfAnotherUser(t *testing.T) {
	dir := workspaceDir(t)
	if err := chmodded(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, 65534, 65534); err != nil {
		t.Skip("giving a directory away needs root:", err)
	}
	if _, err := Open(dir, fixedOptions()); err == nil || !strings.Contains(err.Error(), "another user") {
		t.Errorf("Open = %v", err)
	}
}

func TestOpenFollowsTheUsersOwnLink(t *testing.T) {
	dir := workspaceDir(t)
	elsewhere := t.TempDir()
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, dir); err != nil {
		t.Fatal(err)
	}
	s, _, _ := loaded(t, dir)
	mustSave(t, s, sample())
	if _, err := os.Stat(filepath.Join(elsewhere, documentName)); err != nil {
		t.Error(err)
	}
}
