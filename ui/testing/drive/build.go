//go:build linux

package drive

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// built is the binary of this test process: made by the first Build, removed by
// Main.
var built struct {
	once sync.Once
	dir  string
	path string
	err  error
}

// Build builds ./cmd/dormer, once in a test process, and returns the path of the
// binary. A package that calls it runs its tests through [Main], which removes
// the binary.
func Build(t testing.TB) string {
	t.Helper()
	built.once.Do(func() { built.path, built.err = build() })
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.path
}

func build() (string, error) {
	dir, err := os.MkdirTemp("", "dormer-drive")
	if err != nil {
		return "", err
	}
	built.dir = dir
	path := filepath.Join(dir, "dormer")
	cmd := exec.Command("go", "build", "-o", path, "./cmd/dormer")
	cmd.Dir = Root()
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build dormer: %w\n%s", err, out)
	}
	return path, readSources()
}

// readSources opens the directories of the sources. The go command knows the packages that a
// test imports, and the files and directories of the module that it opens, but not what another
// go command reads. Without this it would take the results of tests from its cache although
// the program has changed.
func readSources() error {
	return filepath.WalkDir(Root(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != Root() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "docs") {
			return fs.SkipDir
		}
		return err
	})
}

// Root is the top of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// Main runs a package's tests and removes what [Build] built; it returns the exit
// status. It is what a TestMain calls.
func Main(m *testing.M) int {
	code := m.Run()
	if built.dir != "" {
		_ = os.RemoveAll(built.dir)
	}
	return code
}
