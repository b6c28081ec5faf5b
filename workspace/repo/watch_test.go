package repo

import (
	"path/filepath"
	"testing"
	"time"
)

// drain discards the reports so far.
func drain(told <-chan string) {
	for len(told) > 0 {
		<-told
	}
}

// Changes by git in a worktree are reported, also if worktrees share a repository. Commands that only
// read are not reported: otherwise a report would cause a status, and that another report.
func TestWatcher(t *testing.T) {
	r := newRepo(t)
	side, other := made(t, r, "side"), made(t, r, "other")
	run(t, side.Path, "commit", "--quiet", "--allow-empty", "-m", "one")
	told := make(chan string, 100)
	w := NewWatcher(func(worktree string) { told <- worktree })
	defer w.Close()
	w.Add(side.Path)
	w.Add(side.Path)
	w.Add(r.Main)
	w.Add(filepath.Join(r.Main, "nowhere"))
	wait := func(what string, want string) {
		t.Helper()
		for late := time.After(20 * time.Second); ; {
			select {
			case got := <-told:
				if got == want {
					return
				}
			case <-late:
				t.Fatalf("no report of %s", what)
			}
		}
	}
	run(t, side.Path, "reset", "--quiet", "--soft", "HEAD~1")
	wait("a commit that was taken back", side.Path)
	write(t, filepath.Join(side.Path, "a.txt"), "two\n", 0o644)
	run(t, side.Path, "add", "a.txt")
	wait("what was staged", side.Path)
	run(t, side.Path, "commit", "--quiet", "-m", "two")
	wait("a commit", side.Path)
	run(t, side.Path, "checkout", "--quiet", "-b", "third")
	wait("another branch", side.Path)
	run(t, r.Main, "checkout", "--quiet", "-b", "fourth")
	wait("another branch in the main worktree", r.Main)
	run(t, r.Main, "pack-refs", "--all")
	wait("packed refs, which are shared", side.Path)

	drain(told)
	if _, err := StatusOf(t.Context(), side.Path); err != nil {
		t.Fatal(err)
	}
	run(t, other.Path, "checkout", "--quiet", "-b", "fifth") // this worktree is not watched
	w.Remove(side.Path)
	run(t, side.Path, "checkout", "--quiet", "-b", "sixth")
	run(t, r.Main, "checkout", "--quiet", "-b", "seventh")
	wait("another branch after that", r.Main)
	for len(told) > 0 {
		if got := <-told; got != r.Main {
			t.Errorf("report of %s", got)
		}
	}
}

// If git keeps refs in tables, a change of a ref changes the list of tables.
func TestWatcherOfReftables(t *testing.T) {
	r := newRepo(t)
	list := filepath.Join(r.Common, reftable, "tables.list")
	write(t, list, "one\n", 0o644)
	told := make(chan string, 100)
	w := NewWatcher(func(worktree string) { told <- worktree })
	defer w.Close()
	w.Add(made(t, r, "side").Path)
	drain(told)
	write(t, list, "two\n", 0o644)
	select {
	case <-told:
	case <-time.After(20 * time.Second):
		t.Error("no report")
	}
}
