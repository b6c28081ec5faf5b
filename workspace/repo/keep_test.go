package repo

import (
	"path/filepath"
	"strings"
	"testing"
)

// The objects of a worktree are kept while it is in the trash, even if git collects all other garbage.
func TestRemovedIsNotCollected(t *testing.T) {
	staged := func(t *testing.T, _ Repo, w Worktree) string {
		write(t, filepath.Join(w.Path, "b.txt"), "only staged\n", 0o644)
		run(t, w.Path, "add", "b.txt")
		hash := run(t, w.Path, "rev-parse", ":b.txt")
		write(t, filepath.Join(w.Path, "b.txt"), "changed\n", 0o644)
		return hash
	}
	for _, tt := range []struct {
		name string
		// do returns an object that only the worktree refers to.
		do func(*testing.T, Repo, Worktree) string
	}{
		{"staged", staged},
		{"staged_with_conflicts", func(t *testing.T, r Repo, w Worktree) string {
			write(t, filepath.Join(w.Path, "a.txt"), "ours\n", 0o644)
			run(t, w.Path, "commit", "--quiet", "-am", "ours")
			write(t, filepath.Join(r.Main, "a.txt"), "theirs\n", 0o644)
			run(t, r.Main, "commit", "--quiet", "-am", "theirs")
			if _, err := (git{dir: w.Path}).run(t.Context(), "merge", "main"); err == nil {
				t.Fatal("no conflict")
			}
			return staged(t, r, w)
		}},
		{"staged_on_a_branch_without_a_commit", func(t *testing.T, r Repo, w Worktree) string {
			run(t, w.Path, "checkout", "--quiet", "--orphan", "fresh")
			return staged(t, r, w)
		}},
		{"commit_of_a_detached_head_before", func(t *testing.T, _ Repo, w Worktree) string {
			run(t, w.Path, "checkout", "--quiet", "--detach")
			run(t, w.Path, "commit", "--quiet", "--allow-empty", "-m", "detached")
			commit := run(t, w.Path, "rev-parse", "HEAD")
			run(t, w.Path, "checkout", "--quiet", "fix")
			return commit
		}},
		{"ref_of_the_worktree", func(t *testing.T, _ Repo, w Worktree) string {
			commit := run(t, w.Path, "commit-tree", "-m", "own", "HEAD^{tree}")
			run(t, w.Path, "update-ref", "refs/worktree/own", commit)
			return commit
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			w := made(t, r, "fix")
			object := tt.do(t, r, w)
			want := snapshotOf(t, w)
			removed(t, r, w)
			run(t, r.Main, "gc", "--quiet", "--prune=now")
			run(t, r.Main, "fsck", "--connectivity-only")
			restored(t, r, "fix")
			wantSnapshot(t, w, want)
			run(t, w.Path, "cat-file", "-e", object)
			if refs := run(t, r.Main, "for-each-ref", "refs/dormer"); refs != "" {
				t.Errorf("refs are left: %s", refs)
			}
		})
	}
}

// A worktree that another git command is changing is not removed.
func TestRemoveWhileGitIsAtWork(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	lock := filepath.Join(r.Common, "worktrees", "fix", "index.lock")
	write(t, lock, "", 0o600)
	if _, err := r.Remove(t.Context(), w, noon, nil); err == nil || !strings.Contains(err.Error(), "delete "+lock+" if none runs") {
		t.Errorf("got %v", err)
	}
	finishAndRestore(t, r, w)
}
