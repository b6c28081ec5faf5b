package branch

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// place creates a directory with some files.
func place(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "DIR", dir)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOf(t *testing.T) {
	const commit = "3f786850e387550fdab836ed7e6dc881de23001b\n"
	tests := []struct {
		name  string
		files map[string]string
		in    string
		want  string
	}{
		{"branch", map[string]string{".git/HEAD": "ref: refs/heads/main\n"}, "", "main"},
		{"below", map[string]string{".git/HEAD": "ref: refs/heads/fix/42\n", "a/b/x": ""}, "a/b", "fix/42"},
		{"commit", map[string]string{".git/HEAD": commit}, "", "3f78685"},
		{"sha256", map[string]string{".git/HEAD": strings.Repeat("a1", 32) + "\n"}, "", "a1a1a1a"},
		{"other_ref", map[string]string{".git/HEAD": "ref: refs/bisect/x\n"}, "", "refs/bisect/x"},
		{"reftable", map[string]string{".git/HEAD": "ref: refs/heads/.invalid\n"}, "", ""},
		{"worktree", map[string]string{"r/.git/worktrees/w/HEAD": "ref: refs/heads/side\n", "w/.git": "gitdir: DIR/r/.git/worktrees/w\n"}, "w", "side"},
		{"submodule", map[string]string{".git/modules/s/HEAD": commit, ".git/HEAD": "ref: refs/heads/main\n", "s/.git": "gitdir: ../.git/modules/s\n"}, "s", "3f78685"},
		{"nested", map[string]string{".git/HEAD": "ref: refs/heads/out\n", "in/.git/HEAD": "ref: refs/heads/in\n"}, "in", "in"},
		{"no_head", map[string]string{".git/config": ""}, "", ""},
		{"rubbish", map[string]string{".git/HEAD": "what is this\n"}, "", ""},
		{"empty", map[string]string{".git/HEAD": ""}, "", ""},
		{"rubbish_file", map[string]string{".git": "what is this\n"}, "", ""},
		{"no_such_repository", map[string]string{".git": "gitdir: /nowhere/at/all\n"}, "", ""},
		{"control_characters", map[string]string{".git/HEAD": "ref: refs/heads/a\x1b[31mb\u202ec\n"}, "", "a[31mbc"},
		{"long", map[string]string{".git/HEAD": "ref: refs/heads/" + strings.Repeat("x", 5000)}, "", strings.Repeat("x", maxName)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Of(filepath.Join(place(t, tt.files), tt.in)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if got := Of("relative"); got != "" {
		t.Errorf("a relative directory is on %q", got)
	}
}

// Reading does not wait for a FIFO in place of a file.
func TestFifoIsNotRead(t *testing.T) {
	dir := place(t, map[string]string{".git/x": ""})
	if err := syscall.Mkfifo(filepath.Join(dir, ".git", "HEAD"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := Of(dir); got != "" {
		t.Errorf("the branch is %q", got)
	}
}
