package repo

import (
	"os"
	"path/filepath"
	"testing"
)

// A new worktree can be restored after it was discarded; a branch that existed before stays.
func TestDiscard(t *testing.T) {
	r := newRepo(t)
	run(t, r.Main, "branch", "there")
	for _, tt := range []struct {
		branch string
		commit bool
		stays  string
	}{
		{branch: "new"},
		{branch: "there", stays: "there"},
		{branch: "grown", commit: true, stays: "grown"},
	} {
		m, err := r.Create(t.Context(), New{Branch: tt.branch, Dir: r.Main, Directory: "agent/{name}"})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(m.Path, ".env"), "SECRET", 0o600)
		if tt.commit {
			run(t, m.Path, "commit", "--quiet", "--allow-empty", "-m", "by a hook")
		}
		if err := r.Discard(t.Context(), m); (err != nil) != tt.commit {
			t.Errorf("%s: %v", tt.branch, err)
		}
		if _, err := os.Lstat(m.Path); !os.IsNotExist(err) {
			t.Errorf("%s: the directory still exists: %v", tt.branch, err)
		}
		if got := run(t, r.Main, "branch", "--list", "--format=%(refname:short)", tt.branch); got != tt.stays {
			t.Errorf("%s: the branch is %q, want %q", tt.branch, got, tt.stays)
		}
		back, err := r.Restore(t.Context(), tt.branch)
		if err != nil || back.Branch != tt.branch {
			t.Errorf("%s: restored %+v, %v", tt.branch, back, err)
		}
		if text, err := os.ReadFile(filepath.Join(m.Path, ".env")); err != nil || string(text) != "SECRET" {
			t.Errorf("%s: .env has %q: %v", tt.branch, text, err)
		}
	}
}
