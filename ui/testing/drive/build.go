//go:build linux

package drive

import (
	"errors"
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

// built is the binary of this test process. The first Build makes it and Main removes it.
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
	if err := buildAt(path, "./cmd/dormer"); err != nil {
		return "", err
	}
	return path, readSources()
}

func buildAt(path, what string) error {
	cmd := exec.Command("go", "build", "-o", path, what)
	cmd.Dir = Root()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build %s: %w\n%s", what, err, out)
	}
	return nil
}

// agents is the directory of fake agents of this test process. The first Agents makes it and
// Main removes it.
var agents struct {
	once sync.Once
	dir  string
	err  error
}

// AgentNames are the names of the coding agents that Agents makes.
var AgentNames = []string{"claude", "codex", "gemini", "opencode", "aider"}

// Agents builds the fake coding agents, and those that speak the Agent Client Protocol, once in a
// test process, and returns their directory.
func Agents(t testing.TB) string {
	t.Helper()
	agents.once.Do(func() { agents.dir, agents.err = buildAgents() })
	if agents.err != nil {
		t.Fatal(agents.err)
	}
	return agents.dir
}

func buildAgents() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "dormer-agents"); err != nil {
		return "", err
	}
	first := filepath.Join(dir, AgentNames[0])
	err = buildAt(first, "./session/testing/fakeagent")
	for _, name := range AgentNames[1:] {
		err = errors.Join(err, os.Link(first, filepath.Join(dir, name)))
	}
	// These two speak the protocol as separate programs; the others do so if an argument says so.
	speaker := filepath.Join(dir, "claude-agent-acp")
	err = errors.Join(err, buildAt(speaker, "./session/testing/fakeacp"), os.Link(speaker, filepath.Join(dir, "codex-acp")))
	return dir, errors.Join(err, readSources())
}

// readSources reads the source directories, so that the go command runs the tests again after the
// program has changed. The go command caches the results of a test together with the packages it
// imports and the files and directories of the module that it opens. It does not know the files
// that the "go build" of [Build] reads.
func readSources() error {
	return filepath.WalkDir(Root(), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path != Root() && (strings.HasPrefix(d.Name(), ".") || d.Name() == "docs") {
			return fs.SkipDir
		}
		return err
	})
}

// Root returns the top directory of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..")
}

// Main runs the tests of a package, removes the binaries that [Build] and [Agents] made, and
// returns the exit status. It is meant to be called by TestMain.
func Main(m *testing.M) int {
	code := m.Run()
	for _, dir := range []string{built.dir, agents.dir} {
		if dir != "" {
			_ = os.RemoveAll(dir)
		}
	}
	return code
}
