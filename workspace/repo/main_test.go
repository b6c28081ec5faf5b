package repo

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("DORMER_TEST_REMOVES"); dir != "" {
		removeAndRestore(dir)
	}
	// git reads no configuration of a user, and every commit has the same author.
	home, err := os.MkdirTemp("", "repo")
	if err != nil {
		panic(err)
	}
	for name, value := range map[string]string{"HOME": home, "XDG_CONFIG_HOME": home, "EMAIL": "a@example.org"} {
		if err := os.Setenv(name, value); err != nil {
			panic(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[user]\nname = A\n[init]\ndefaultBranch = main\n[protocol \"file\"]\nallow = always\n"), 0o600); err != nil {
		panic(err)
	}
	status := m.Run()
	_ = os.RemoveAll(home)
	os.Exit(status)
}

// run runs git as a user does and returns what it prints.
func run(t testing.TB, dir string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// write makes a file, with the directories above it.
func write(t testing.TB, path, text string, mode fs.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// newDir returns a temporary directory without symbolic links in its path.
func newDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// newRepo makes a repository with one commit, in which the file .env is ignored.
func newRepo(t testing.TB) Repo {
	t.Helper()
	dir := filepath.Join(newDir(t), "project")
	run(t, filepath.Dir(dir), "init", "--quiet", dir)
	write(t, filepath.Join(dir, "a.txt"), "one\n", 0o644)
	write(t, filepath.Join(dir, ".gitignore"), ".env\nbuild/\n", 0o644)
	run(t, dir, "add", ".")
	run(t, dir, "commit", "--quiet", "-m", "one")
	return found(t, dir)
}

func found(t testing.TB, dir string) Repo {
	t.Helper()
	r, err := Find(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// made makes a worktree on a new branch.
func made(t testing.TB, r Repo, branch string) Worktree {
	t.Helper()
	m, err := r.Create(t.Context(), New{Branch: branch, Dir: r.Main, Directory: "agent/{name}"})
	if err != nil || len(m.Problems) > 0 {
		t.Fatal(err, m.Problems)
	}
	return m.Worktree
}

// contents returns all files below a directory: modes, texts and targets of links.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		st, err := d.Info()
		if err != nil {
			return err
		}
		name, text := strings.TrimPrefix(path, dir), ""
		switch {
		case st.Mode().Type() == fs.ModeSymlink:
			text, err = os.Readlink(path)
		case st.Mode().IsRegular():
			var data []byte
			data, err = os.ReadFile(path)
			text = string(data)
		}
		all[name] = fmt.Sprintf("%v %s", st.Mode(), text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
