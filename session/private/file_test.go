package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestOpenTakesOnlyRegularFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, make := range map[string]func(path string) error{
		"a directory":     func(path string) error { return os.Mkdir(path, 0o700) },
		"a FIFO":          func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a socket":        func(path string) error { return syscall.Mknod(path, syscall.S_IFSOCK|0o600, 0) },
		"a device":        func(path string) error { return os.Symlink("/dev/zero", path) },
		"a symbolic link": func(path string) error { return os.Symlink(file, path) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x")
			if err := make(path); err != nil {
				t.Skip("not here:", err)
			}
			for _, flag := range []int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_RDWR | os.O_CREATE} {
				if name == "a symbolic link" {
					flag |= syscall.O_NOFOLLOW
				}
				f, err := Open(path, flag)
				if !errors.Is(err, ErrNotRegular) || !strings.Contains(err.Error(), name) || f != nil {
					t.Errorf("flag %#x: %v, %v", flag, f, err)
				}
			}
			if err := CheckReplaceable(path); !errors.Is(err, ErrNotRegular) {
				t.Errorf("replacing is allowed: %v", err)
			}
		})
	}
	if data, err := ReadFile(file, 3); err != nil || string(data) != "tex" {
		t.Errorf("got %q, %v", data, err)
	}
	if _, err := ReadFile(file+"2", 3); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	for _, path := range []string{file, file + "2"} {
		if err := CheckReplaceable(path); err != nil {
			t.Error(err)
		}
	}
}
