package repo

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// fullWorktree makes a worktree with everything that a removal must keep: changed, staged, new and ignored
// files, modes, links, a read-only directory.
func fullWorktree(t testing.TB, r Repo, branch string) Worktree {
	t.Helper()
	w := made(t, r, branch)
	write(t, filepath.Join(w.Path, "committed.txt"), "c\n", 0o644)
	run(t, w.Path, "add", "committed.txt")
	run(t, w.Path, "commit", "--quiet", "-m", "more")
	write(t, filepath.Join(w.Path, "a.txt"), "staged\n", 0o644)
	run(t, w.Path, "add", "a.txt")
	write(t, filepath.Join(w.Path, "a.txt"), "changed\n", 0o644)
	write(t, filepath.Join(w.Path, "new file.txt"), "new\n", 0o640)
	write(t, filepath.Join(w.Path, ".env"), "SECRET=1\n", 0o600)
	write(t, filepath.Join(w.Path, "build", "tool"), "#!/bin/sh\n", 0o755)
	write(t, filepath.Join(w.Path, "build", "\xff\xfe"), "no UTF-8\n", 0o400)
	if err := errors.Join(
		os.Symlink("/nowhere", filepath.Join(w.Path, "build", "dangling")),
		os.Symlink(r.Main, filepath.Join(w.Path, "build", "main")),
		os.Chmod(filepath.Join(w.Path, "build"), 0o500),
	); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(w.Path, "build"), 0o700) })
	return w
}

// kept is the part of a worktree that must be the same after it was removed and restored.
type kept struct {
	Files          map[string]string
	Status, Branch string
	Staged         string
}

func snapshotOf(t testing.TB, w Worktree) kept {
	t.Helper()
	return kept{
		contents(t, w.Path), run(t, w.Path, "status", "--porcelain=v2", "--branch"), run(t, w.Path, "branch", "--show-current"),
		run(t, w.Path, "diff", "--cached"),
	}
}

// wantSnapshot compares a worktree with its earlier contents.
func wantSnapshot(t testing.TB, w Worktree, want kept) {
	t.Helper()
	if d := cmp.Diff(want, snapshotOf(t, w)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func removed(t testing.TB, r Repo, w Worktree) Removed {
	t.Helper()
	e, err := r.Remove(t.Context(), w, noon, []string{"a-session"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func restored(t testing.TB, r Repo, word string) Restored {
	t.Helper()
	back, err := r.Restore(t.Context(), word)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

// A removed worktree is restored with every byte, mode and link, and with its staged files, even if git
// has collected its garbage and the branch was deleted meanwhile.
func TestRemoveAndRestore(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix/it")
	want := snapshotOf(t, w)
	config, _ := os.ReadFile(filepath.Join(r.Common, "config"))
	e := removed(t, r, w)
	if there, err := exists(w.Path); there || err != nil {
		t.Fatalf("its directory still exists: %v", err)
	}
	if got := run(t, r.Main, "worktree", "list"); strings.Contains(got, "fix-it") {
		t.Errorf("git lists it: %s", got)
	}
	all, err := r.Trash()
	if err != nil || len(all) != 1 || all[0].Path != w.Path || all[0].Branch != "fix/it" || all[0].Tip != run(t, r.Main, "rev-parse", "fix/it") ||
		!all[0].At.Equal(noon) || len(all[0].Sessions) != 1 {
		t.Errorf("trash %+v, %v", all, err)
	}
	run(t, r.Main, "branch", "--quiet", "-D", "fix/it")
	run(t, r.Main, "reflog", "expire", "--expire=all", "--all")
	run(t, r.Main, "gc", "--quiet", "--prune=now")
	back := restored(t, r, "")
	if !back.NewBranch || back.Moved || back.Path != w.Path || back.ID != e.ID {
		t.Errorf("got %+v", back)
	}
	wantSnapshot(t, w, want)
	if refs := run(t, r.Main, "for-each-ref", "refs/dormer"); refs != "" {
		t.Errorf("refs are left: %s", refs)
	}
	if left, err := r.entryIDs(); err != nil || len(left) > 0 {
		t.Errorf("the trash has %q, %v", left, err)
	}
	if after, _ := os.ReadFile(filepath.Join(r.Common, "config")); string(after) != string(config) {
		t.Errorf("the configuration was changed: %s", after)
	}
	run(t, w.Path, "commit", "--quiet", "-am", "it works")
}

// A worktree can be restored whatever happened to its branch or to the name of git's directory.
func TestRestoreAfterChanges(t *testing.T) {
	t.Run("branch_has_other_commits", func(t *testing.T) {
		r := newRepo(t)
		w := fullWorktree(t, r, "fix")
		want := snapshotOf(t, w).Files
		tip := run(t, w.Path, "rev-parse", "HEAD")
		removed(t, r, w)
		run(t, r.Main, "branch", "--quiet", "--force", "fix", "main")
		if back := restored(t, r, "fix"); !back.Moved || back.NewBranch {
			t.Errorf("got %+v", back)
		}
		if got := run(t, w.Path, "rev-parse", "HEAD"); got != tip {
			t.Errorf("HEAD is %s, want %s", got, tip)
		}
		if d := cmp.Diff(want, contents(t, w.Path)); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
	t.Run("another_worktree_of_that_name", func(t *testing.T) {
		r := newRepo(t)
		w := made(t, r, "fix")
		write(t, filepath.Join(w.Path, "x"), "x", 0o600)
		removed(t, r, w)
		other, err := r.Create(t.Context(), New{Branch: "other", Dir: r.Main, At: filepath.Join(filepath.Dir(r.Main), "fix")})
		if err != nil {
			t.Fatal(err)
		}
		restored(t, r, "fix")
		for path, branch := range map[string]string{w.Path: "fix", other.Path: "other"} {
			if got := run(t, path, "branch", "--show-current"); got != branch {
				t.Errorf("%s is on %q, want %q", path, got, branch)
			}
		}
	})
	t.Run("no_worktree_is_left_and_no_directory_above", func(t *testing.T) {
		r := newRepo(t)
		w := made(t, r, "fix")
		removed(t, r, w)
		run(t, r.Main, "worktree", "prune")
		if err := os.Remove(filepath.Dir(w.Path)); err != nil {
			t.Fatal(err)
		}
		restored(t, r, w.Path)
		run(t, w.Path, "status")
	})
	t.Run("detached", func(t *testing.T) {
		r := newRepo(t)
		w := made(t, r, "fix")
		run(t, w.Path, "checkout", "--quiet", "--detach")
		write(t, filepath.Join(w.Path, "a.txt"), "two\n", 0o644)
		run(t, w.Path, "commit", "--quiet", "-am", "two")
		w.Branch, w.Head = "", run(t, w.Path, "rev-parse", "HEAD")
		want := snapshotOf(t, w)
		removed(t, r, w)
		run(t, r.Main, "gc", "--quiet", "--prune=now")
		restored(t, r, "fix") // by its directory
		wantSnapshot(t, w, want)
	})
}

// If another worktree has taken the name of git's directory, a restored worktree gets another name, with
// its submodules, also if the first attempt was killed after the name was chosen.
func TestRestoreUnderAnotherName(t *testing.T) {
	r, sub, inner := newRepo(t), newRepo(t), newRepo(t)
	run(t, sub.Main, "submodule", "--quiet", "add", inner.Main, "deep/inner")
	run(t, sub.Main, "commit", "--quiet", "-m", "inner")
	run(t, r.Main, "submodule", "--quiet", "add", "--name", "libs/sub", sub.Main, "sub")
	run(t, r.Main, "commit", "--quiet", "-m", "sub")
	w := made(t, r, "fix")
	run(t, w.Path, "submodule", "--quiet", "update", "--init", "--recursive")
	want := snapshotOf(t, w)
	e := removed(t, r, w)
	other, err := r.Create(t.Context(), New{Branch: "other", Dir: r.Main, At: filepath.Join(filepath.Dir(r.Main), "fix")})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.uniqueAdmin(&e); err != nil {
		t.Fatal(err)
	}
	restored(t, r, "fix")
	for path, branch := range map[string]string{w.Path: "fix", other.Path: "other"} {
		if got := run(t, path, "branch", "--show-current"); got != branch {
			t.Errorf("%s is on %q, want %q", path, got, branch)
		}
	}
	if got := snapshotOf(t, w); got.Status != want.Status || len(got.Files) != len(want.Files) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, module := range []string{"sub", "sub/deep/inner"} {
		run(t, filepath.Join(w.Path, module), "commit", "--quiet", "--allow-empty", "-m", "more")
	}
}

// A restore that failed after it saw that the branch had moved leaves no trace.
func TestRestoreFailedMeanwhile(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix")
	want, tip := snapshotOf(t, w), run(t, w.Path, "rev-parse", "HEAD")
	e := removed(t, r, w)
	run(t, r.Main, "branch", "--quiet", "--force", "fix", "main")
	if err := r.restoreBranch(t.Context(), &Restored{Removed: e}); err != nil {
		t.Fatal(err)
	}
	run(t, r.Main, "branch", "--quiet", "--force", "fix", tip)
	restored(t, r, "fix")
	wantSnapshot(t, w, want)
}

func TestRemoveRefuses(t *testing.T) {
	r := newRepo(t)
	locked, reasoned, missing, outer := made(t, r, "locked"), made(t, r, "reasoned"), made(t, r, "missing"), made(t, r, "outer")
	run(t, r.Main, "worktree", "lock", locked.Path)
	run(t, r.Main, "worktree", "lock", "--reason", "on a stick", reasoned.Path)
	if err := os.RemoveAll(missing.Path); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Create(t.Context(), New{Branch: "inner", Dir: r.Main, At: filepath.Join(outer.Path, "in")}); err != nil {
		t.Fatal(err)
	}
	bytes, err := r.Create(t.Context(), New{Branch: "\xff", Dir: r.Main, At: filepath.Join(r.Main, "bytes")})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		w    Worktree
		want string
	}{
		{"branch_that_is_not_UTF-8", bytes.Worktree, "is not UTF-8: rename it with git branch -m"},
		{"main", Worktree{Path: r.Main}, "is the repository itself"},
		{"locked", locked, "is locked: git worktree unlock"},
		{"locked_with_a_reason", reasoned, "is locked (on a stick)"},
		{"deleted_by_hand", missing, "dormer worktree prune forgets it"},
		{"one_within", outer, "is within it: remove that one first"},
		{"none", Worktree{Path: "/nowhere"}, "is no longer a worktree"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := r.RemovalWarnings(t.Context(), tt.w); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("doubts: got %v, want %q", err, tt.want)
			}
			if _, err := r.Remove(t.Context(), tt.w, noon, nil); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	if all, err := r.Trash(); err != nil || len(all) > 0 {
		t.Errorf("trash %+v, %v", all, err)
	}
}

// Work that exists nowhere else is counted before it is removed.
func TestDoubts(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	for _, step := range []struct {
		name string
		do   func()
		want string
	}{
		{"clean", func() {}, ""},
		{"ignored", func() { write(t, filepath.Join(w.Path, ".env"), "x", 0o600) }, ""},
		{"new", func() { write(t, filepath.Join(w.Path, "b.txt"), "x", 0o600) }, "1 new file"},
		{"changed", func() { write(t, filepath.Join(w.Path, "a.txt"), "x", 0o600) }, "1 changed file, 1 new file"},
		{"committed", func() { run(t, w.Path, "add", "."); run(t, w.Path, "commit", "--quiet", "-m", "two") }, "1 commit on no other branch and no remote"},
		{"another", func() { run(t, w.Path, "commit", "--quiet", "--allow-empty", "-m", "three") }, "2 commits on no other branch and no remote"},
		{"pushed", func() { run(t, r.Main, "update-ref", "refs/remotes/origin/fix", "fix") }, ""},
		{"detached", func() {
			run(t, r.Main, "update-ref", "-d", "refs/remotes/origin/fix")
			run(t, w.Path, "checkout", "--quiet", "--detach")
			run(t, r.Main, "branch", "--quiet", "-D", "fix")
		}, "2 commits on no other branch and no remote"},
	} {
		step.do()
		w, err := r.Lookup(t.Context(), w.Path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := r.RemovalWarnings(t.Context(), w)
		if err != nil || strings.Join(got, ", ") != step.want {
			t.Errorf("%s: got %q, %v; want %q", step.name, got, err, step.want)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	r := newRepo(t)
	for word, want := range map[string]string{"": "no worktree of", "x": `no worktree "x" of`} {
		if _, err := r.Restore(t.Context(), word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", word, err, want)
		}
	}
	w := fullWorktree(t, r, "fix")
	want := snapshotOf(t, w)
	removed(t, r, w)
	if err := os.Mkdir(w.Path, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Restore(t.Context(), "fix"); err == nil || !strings.Contains(err.Error(), "is taken: move it away first") {
		t.Errorf("its place is taken: %v", err)
	}
	if err := os.Remove(w.Path); err != nil {
		t.Fatal(err)
	}
	run(t, r.Main, "checkout", "--quiet", "fix")
	if _, err := r.Restore(t.Context(), "fix"); err == nil || !strings.Contains(err.Error(), `"fix" is checked out in `+r.Main) {
		t.Errorf("its branch is checked out: %v", err)
	}
	run(t, r.Main, "checkout", "--quiet", "main")
	restored(t, r, "fix")
	wantSnapshot(t, w, want)
}

// A branch without a commit is not checked out twice either.
func TestRestoreOnABranchWithoutACommit(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	run(t, w.Path, "checkout", "--quiet", "--orphan", "fresh")
	removed(t, r, w)
	other := made(t, r, "fresh")
	if _, err := r.Restore(t.Context(), "fix"); err == nil || !strings.Contains(err.Error(), `"fresh" is checked out in `+other.Path) {
		t.Errorf("got %v", err)
	}
	run(t, other.Path, "checkout", "--quiet", "--detach")
	restored(t, r, "fresh")
}

// finishAndRestore finishes an interrupted operation, and then restores the worktree if it was removed. Either
// the worktree or an entry exists, never both and never neither.
func finishAndRestore(t testing.TB, r Repo, w Worktree) {
	t.Helper()
	if err := r.locked(t.Context(), func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	trash, err := r.Trash()
	if err != nil {
		t.Fatal(err)
	}
	all, err := r.Worktrees(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	listed := false
	for _, one := range all {
		listed = listed || one.Path == w.Path && !one.Missing && !one.Locked
	}
	there, err := exists(w.Path)
	if err != nil || listed != there || listed == (len(trash) == 1) || len(trash) > 1 {
		t.Fatalf("worktree %t, directory %t, trash %+v, %v", listed, there, trash, err)
	}
	if !listed {
		restored(t, r, trash[0].ID)
	}
}

// A program that ends between any two steps of a removal or a restore leaves the worktree, or an entry
// from which it can be restored.
func TestInterrupted(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix")
	want := snapshotOf(t, w)
	w, err := r.Lookup(t.Context(), w.Path)
	if err != nil {
		t.Fatal(err)
	}
	e := Removed{Schema: entrySchema, ID: "an-entry", Path: w.Path, Branch: w.Branch, Tip: w.Head, At: noon, Admin: "fix", Tree: filepath.Join(r.entryDir("an-entry"), treeName)}
	interrupt := func(t *testing.T, steps []func() error) {
		for _, step := range steps {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		finishAndRestore(t, r, w)
		wantSnapshot(t, w, want)
		if refs := run(t, r.Main, "for-each-ref", "refs/dormer"); refs != "" {
			t.Errorf("refs are left: %s", refs)
		}
		if left, err := r.entryIDs(); err != nil || len(left) > 0 {
			t.Errorf("the trash has %q, %v", left, err)
		}
	}
	for n := range len(r.removal(t.Context(), &e)) + 1 {
		t.Run(fmt.Sprintf("removal_after_step_%d", n), func(t *testing.T) {
			e := e
			interrupt(t, r.removal(t.Context(), &e)[:n])
		})
	}
	for n := range len(r.restoring(t.Context(), &e)) + 1 {
		t.Run(fmt.Sprintf("restore_after_step_%d", n), func(t *testing.T) {
			e := removed(t, r, w)
			interrupt(t, r.restoring(t.Context(), &e)[:n])
		})
	}
	t.Run("before_the_entry_is_written", func(t *testing.T) {
		write(t, filepath.Join(r.entryDir("half"), entryFile+".tmp123"), "{", 0o600)
		interrupt(t, nil)
	})
	t.Run("two_entries_at_different_steps", func(t *testing.T) {
		other := made(t, r, "other")
		o := e
		o.ID, o.Path, o.Branch, o.Tip, o.Admin, o.Tree = "other-entry", other.Path, "other", other.Head, "other", filepath.Join(r.entryDir("other-entry"), treeName)
		e := e
		for _, step := range append(r.removal(t.Context(), &o)[:4], r.removal(t.Context(), &e)[:2]...) {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		restored(t, r, "other")
		wantSnapshot(t, w, want)
		run(t, r.Main, "worktree", "remove", other.Path)
	})
}

// A removal that was killed, and whose drive was then disconnected, is finished when the drive is back.
func TestInterruptedWithoutItsDrive(t *testing.T) {
	r, drive := newRepo(t), filepath.Join(newDir(t), "drive")
	m, err := r.Create(t.Context(), New{Branch: "fix", Dir: r.Main, At: filepath.Join(drive, "fix")})
	if err != nil {
		t.Fatal(err)
	}
	want := snapshotOf(t, m.Worktree)
	e := Removed{Schema: entrySchema, ID: "an-entry", Path: m.Path, Branch: m.Branch, Tip: m.Head, At: noon, Admin: "fix"}
	e.Tree = besideOf(e)
	for _, step := range r.removal(t.Context(), &e)[:4] {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Rename(drive, drive+".away"); err != nil {
		t.Fatal(err)
	}
	made(t, r, "other")
	if err := os.Rename(drive+".away", drive); err != nil {
		t.Fatal(err)
	}
	finishAndRestore(t, r, m.Worktree)
	wantSnapshot(t, m.Worktree, want)
}

// removeAndRestore removes and restores the worktree "fix" of a repository again and again, for
// [TestKilledAtRandom] to kill.
func removeAndRestore(dir string) {
	ctx := context.Background()
	for {
		r, err := Find(ctx, dir)
		if err == nil {
			var w Worktree
			if w, err = r.Lookup(ctx, "fix"); err == nil {
				_, err = r.Remove(ctx, w, time.Now(), nil)
			}
		}
		fmt.Println("removed", err)
		if err == nil {
			_, err = r.Restore(ctx, "")
		}
		fmt.Println("restored", err)
		if err != nil {
			os.Exit(1)
		}
	}
}

// A program that removes and restores a worktree is killed at any moment. Afterwards the worktree
// exists, or can be restored with every byte.
func TestKilledAtRandom(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix")
	want := snapshotOf(t, w)
	kills := 200
	if testing.Short() {
		kills = 20
	}
	outcomes := map[bool]int{}
	for i := range kills {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), "DORMER_TEST_REMOVES="+r.Main)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		line := bufio.NewReader(out)
		// Every second one is killed in the restore at the earliest, every fourth at its beginning.
		wait := rand.N(40 * time.Millisecond)
		if i%2 == 1 {
			if said, err := line.ReadString('\n'); err != nil || !strings.HasSuffix(said, "<nil>\n") {
				t.Fatalf("%q, %v", said, err)
			}
		}
		if i%4 != 1 {
			<-time.After(wait) // a random moment
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		there, err := exists(w.Path)
		if err != nil {
			t.Fatal(err)
		}
		outcomes[there]++
		finishAndRestore(t, r, w)
		if d := cmp.Diff(want.Files, contents(t, w.Path)); d != "" {
			t.Fatalf("(-want +got):\n%s", d)
		}
	}
	wantSnapshot(t, w, want)
	if outcomes[true] == 0 || outcomes[false] == 0 {
		t.Errorf("it was never killed between the two: %v", outcomes)
	}
	t.Logf("killed %d times: %d times the directory was in its place", kills, outcomes[true])
}

// A worktree on another file system than the repository stays on it.
func TestRemoveOnAnotherFileSystem(t *testing.T) {
	r := newRepo(t)
	other := otherFileSystem(t, r)
	m, err := r.Create(t.Context(), New{Branch: "fix", Dir: r.Main, At: filepath.Join(other, "fix")})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(m.Path, "x"), "x", 0o600)
	want := snapshotOf(t, m.Worktree)
	e := removed(t, r, m.Worktree)
	if filepath.Dir(e.Tree) != other {
		t.Errorf("the removed worktree is at %s", e.Tree)
	}
	if got := found(t, e.Tree); got != r {
		t.Errorf("found from there: %+v, want %+v", got, r)
	}
	restored(t, r, "fix")
	wantSnapshot(t, m.Worktree, want)
	e = removed(t, r, m.Worktree)
	if all, err := r.EmptyTrash(t.Context(), noon.Add(time.Second), keepNone, false); err != nil || len(all) != 1 {
		t.Errorf("deleted %+v, %v", all, err)
	}
	if there, err := exists(e.Tree); there || err != nil {
		t.Errorf("it still exists: %v", err)
	}
}

func stat(t *testing.T, path string) *syscall.Stat_t {
	t.Helper()
	st, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return st.Sys().(*syscall.Stat_t)
}

func keepNone(Removed) bool { return false }

// The trash permanently loses entries older than a given time. Links in them are not followed.
func TestEmptyTrash(t *testing.T) {
	r := newRepo(t)
	outside := newDir(t)
	write(t, filepath.Join(outside, "keep"), "k", 0o600)
	old, kept := fullWorktree(t, r, "old"), made(t, r, "kept")
	if err := os.Symlink(outside, filepath.Join(old.Path, "out")); err != nil {
		t.Fatal(err)
	}
	e := removed(t, r, old)
	removed(t, r, kept)
	young := made(t, r, "young")
	if _, err := r.Remove(t.Context(), young, noon.Add(time.Hour), nil); err != nil {
		t.Fatal(err)
	}
	before, keep := noon.Add(time.Minute), func(e Removed) bool { return e.Branch == "kept" }
	for _, dry := range []bool{true, false} {
		got, err := r.EmptyTrash(t.Context(), before, keep, dry)
		if err != nil || len(got) != 1 || got[0].Branch != "old" {
			t.Errorf("dry %t: %+v, %v", dry, got, err)
		}
		if there, _ := exists(e.Tree); there != dry {
			t.Errorf("dry %t: its directory exists: %t", dry, there)
		}
	}
	if all, err := r.Trash(); err != nil || len(all) != 2 || all[0].Branch != "young" || all[1].Branch != "kept" {
		t.Errorf("trash %+v, %v", all, err)
	}
	if got := contents(t, outside); len(got) != 2 {
		t.Errorf("a link was followed: %v", got)
	}
	if got := run(t, r.Main, "for-each-ref", "refs/dormer"); strings.Contains(got, e.ID) || strings.Count(got, "\n") != 3 {
		t.Errorf("refs: %s", got)
	}
	if got := run(t, r.Main, "branch", "--list", "old"); got == "" {
		t.Error("its branch was deleted")
	}
}

// A directory that is mounted in a removed worktree is not deleted with it, also if it is on the same
// file system.
func TestEmptyTrashWithAMount(t *testing.T) {
	r, outside := newRepo(t), newDir(t)
	write(t, filepath.Join(outside, "keep"), "k", 0o600)
	w := made(t, r, "fix")
	write(t, filepath.Join(w.Path, "mount", "x"), "", 0o600)
	if _, err := r.Remove(t.Context(), made(t, r, "other"), noon.Add(-1), nil); err != nil {
		t.Fatal(err)
	}
	e := removed(t, r, w)
	if out, err := exec.CommandContext(t.Context(), "mount", "--bind", outside, filepath.Join(e.Tree, "mount")).CombinedOutput(); err != nil {
		t.Skipf("cannot mount: %v %s", err, out)
	}
	at := filepath.Join(e.Tree, "mount")
	defer func() { _ = exec.CommandContext(t.Context(), "umount", at).Run() }()
	for range 2 { // the deletion is tried again, and other entries are deleted
		_, err := r.EmptyTrash(t.Context(), noon.Add(1), keepNone, false)
		at = filepath.Join(r.entryDir(e.ID)+pruned, treeName, "mount")
		if err == nil || err.Error() != "delete the removed worktree fix: something is mounted at "+at+": unmount it first" {
			t.Errorf("got %v", err)
		}
		if all, err := r.Trash(); err != nil || len(all) > 0 {
			t.Errorf("trash %+v, %v", all, err)
		}
		if half, err := r.HalfDeleted(); err != nil || len(half) != 1 || half[0].Path != w.Path || half[0].Branch != "fix" || half[0].Tree != filepath.Dir(at) {
			t.Errorf("half deleted: %+v, %v", half, err)
		}
	}
	if there, err := exists(filepath.Join(outside, "keep")); err != nil || !there {
		t.Errorf("the file outside exists: %t, %v", there, err)
	}
	if out, err := exec.CommandContext(t.Context(), "umount", at).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	for _, dry := range []bool{true, false} {
		if got, err := r.EmptyTrash(t.Context(), noon.Add(-time.Hour), keepNone, dry); err != nil || len(got) != 1 || got[0].Branch != "fix" {
			t.Errorf("dry %t: %+v, %v", dry, got, err)
		}
	}
	if left, err := r.entryIDs(); err != nil || len(left) > 0 {
		t.Errorf("the trash has %q, %v", left, err)
	}
}

// An entry whose deletion was interrupted is no longer listed, and is deleted the next time.
func TestDeletionIsInterrupted(t *testing.T) {
	r := newRepo(t)
	e := removed(t, r, made(t, r, "fix"))
	if err := errors.Join(os.Rename(r.entryDir(e.ID), r.entryDir(e.ID)+pruned), os.Remove(filepath.Join(r.entryDir(e.ID)+pruned, treeName, "a.txt"))); err != nil {
		t.Fatal(err)
	}
	if all, err := r.Trash(); err != nil || len(all) > 0 {
		t.Errorf("trash %+v, %v", all, err)
	}
	nameless := filepath.Join(r.trash(), "nameless"+pruned)
	write(t, filepath.Join(nameless, treeName, "x"), "", 0o600)
	if half, err := r.HalfDeleted(); err != nil || len(half) != 2 || half[0].Branch != "fix" || half[1].Path != nameless {
		t.Errorf("half deleted: %+v, %v", half, err)
	}
	if got, err := r.EmptyTrash(t.Context(), noon, keepNone, false); err != nil || len(got) != 2 {
		t.Errorf("deleted %+v, %v", got, err)
	}
	if left, err := r.entryIDs(); err != nil || len(left) > 0 {
		t.Errorf("the trash has %q, %v", left, err)
	}
	if refs := run(t, r.Main, "for-each-ref", "refs/dormer"); refs != "" {
		t.Errorf("refs are left: %s", refs)
	}
}

// A damaged entry, or one of a newer dormer, stays as it is and blocks nothing.
func TestDamagedEntries(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	for id, text := range map[string]string{
		"rubbish": "{", "newer": `{"schema": 2, "id": "newer"}`,
		"elsewhere": `{"schema": 1, "id": "elsewhere", "path": "/x", "tree": "/etc", "admin": "x"}`,
		"above":     `{"schema": 1, "id": "above", "path": "/x", "admin": "../x"}`,
		"all":       `{"schema": 1, "id": "all", "path": "/x", "admin": "."}`,
		"git":       `{"schema": 1, "id": "git", "path": "/x", "admin": ".."}`,
	} {
		write(t, filepath.Join(r.entryDir(id), entryFile), text, 0o600)
		write(t, filepath.Join(r.entryDir(id), treeName, "x"), "", 0o600)
	}
	write(t, filepath.Join(r.entryDir("lost"), treeName, "x"), "", 0o600) // its entry.json is gone
	removed(t, r, w)
	restored(t, r, "fix")
	if all := r.Unreadable(); len(all) != 7 || !strings.HasSuffix(errors.Join(all...).Error(), "what is left of it is in "+r.entryDir("rubbish")) {
		t.Errorf("it reports %v", all)
	}
	if _, err := r.Restore(t.Context(), "gone"); err == nil || !strings.Contains(err.Error(), r.entryDir("rubbish")) {
		t.Errorf("a worktree that may be a damaged one is refused with %v", err)
	}
	if _, err := r.EmptyTrash(t.Context(), noon.Add(time.Hour), keepNone, false); err != nil {
		t.Error(err)
	}
	if left, err := r.entryIDs(); err != nil || len(left) != 7 {
		t.Errorf("the trash has %q, %v", left, err)
	}
}

// A worktree on a drive that does not answer, or below a path that is no longer a directory, blocks
// nothing.
func TestUnreachableDirectories(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	top := newDir(t)
	m, err := r.Create(t.Context(), New{Branch: "locked", Dir: r.Main, At: filepath.Join(top, "loop", "locked")})
	if err != nil {
		t.Fatal(err)
	}
	run(t, r.Main, "worktree", "lock", m.Path)
	write(t, filepath.Join(top, "file"), "", 0o600)
	if err := errors.Join(os.RemoveAll(filepath.Join(top, "loop")), os.Symlink("loop", filepath.Join(top, "loop"))); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"loop", "file"} {
		e := Removed{Schema: entrySchema, ID: dir, Path: filepath.Join(top, dir, "x"), Admin: "x"}
		e.Tree = besideOf(e)
		if err := r.write(e); err != nil {
			t.Fatal(err)
		}
	}
	if l, err := r.Lookup(t.Context(), "locked"); err != nil || !l.Missing || !l.Locked {
		t.Errorf("got %+v, %v", l, err)
	}
	removed(t, r, w)
	restored(t, r, "fix")
}

// S2-23: a worktree whose directory was deleted by hand is forgotten, as by git worktree prune.
func TestPrune(t *testing.T) {
	r := newRepo(t)
	gone, locked, stays := made(t, r, "gone"), made(t, r, "locked"), made(t, r, "stays")
	run(t, r.Main, "worktree", "lock", locked.Path)
	for _, w := range []Worktree{gone, locked} {
		if err := os.RemoveAll(w.Path); err != nil {
			t.Fatal(err)
		}
	}
	for _, dry := range []bool{true, false} {
		got, err := r.Prune(t.Context(), dry)
		if err != nil || len(got) != 1 || got[0].Path != gone.Path {
			t.Errorf("dry %t: %+v, %v", dry, got, err)
		}
		if _, err := r.Lookup(t.Context(), gone.Path); (err == nil) != dry {
			t.Errorf("dry %t: %v", dry, err)
		}
	}
	for _, w := range []Worktree{locked, stays} {
		if _, err := r.Lookup(t.Context(), w.Path); err != nil {
			t.Error(err)
		}
	}
}

// Only one operation at a time changes a repository.
func TestOneOperationAtATime(t *testing.T) {
	r := newRepo(t)
	errs := make(chan error)
	const n = 4
	for i := range n {
		go func() {
			m, err := r.Create(t.Context(), New{Branch: fmt.Sprintf("b%d", i), Dir: r.Main, Directory: "agent/{name}"})
			if err == nil {
				_, err = r.Remove(t.Context(), m.Worktree, noon, nil)
			}
			if err == nil {
				_, err = r.Restore(t.Context(), m.Branch)
			}
			errs <- err
		}()
	}
	for range n {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	if all, err := r.Worktrees(t.Context()); err != nil || len(all) != n+1 {
		t.Errorf("%+v, %v", all, err)
	}
}

// If somebody gives up, the steps so far are reverted.
func TestCancelled(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix")
	want := snapshotOf(t, w)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Remove(ctx, w, noon, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	finishAndRestore(t, r, w)
	wantSnapshot(t, w, want)
}

// A worktree that was inside another removed one is restored after it: in its place it would block the
// other's restore.
func TestRestoreWithin(t *testing.T) {
	r := newRepo(t)
	outer := fullWorktree(t, r, "outer")
	var within []Worktree
	for at, path := outer.Path, ""; len(within) < 2; at = path {
		path = filepath.Join(at, fmt.Sprintf("in%d", len(within)))
		m, err := r.Create(t.Context(), New{Branch: filepath.Base(path), Dir: r.Main, At: path})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(path, ".env"), path, 0o600)
		within = append(within, m.Worktree)
	}
	all := append([]Worktree{outer}, within...)
	var want []kept
	for i := range all {
		w := all[len(all)-1-i]
		want = append([]kept{snapshotOf(t, w)}, want...)
		removed(t, r, w)
	}
	for _, w := range within {
		_, err := r.Restore(t.Context(), w.Branch)
		if err == nil || err.Error() != w.Path+" was in worktree outer, which was removed too: dormer worktree restore outer first" {
			t.Errorf("%s: got %v", w.Branch, err)
		}
	}
	if there, err := exists(outer.Path); there || err != nil {
		t.Errorf("the outer worktree's place is taken: %v", err)
	}
	for i, w := range all {
		restored(t, r, w.Branch)
		wantSnapshot(t, w, want[i])
	}
}

// On another file system a removed worktree stays where it was. The worktree around it is then not
// removed: after its permanent deletion, the inner one could not be restored.
func TestRemoveAroundARemovedWorktree(t *testing.T) {
	r := newRepo(t)
	outer, err := r.Create(t.Context(), New{Branch: "outer", Dir: r.Main, At: filepath.Join(otherFileSystem(t, r), "outer")})
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.Create(t.Context(), New{Branch: "in", Dir: r.Main, At: filepath.Join(outer.Path, "in")})
	if err != nil {
		t.Fatal(err)
	}
	want := snapshotOf(t, in.Worktree)
	removed(t, r, in.Worktree)
	if _, err := r.Remove(t.Context(), outer.Worktree, noon, nil); err == nil || !strings.Contains(err.Error(), "the removed worktree in is kept within it: dormer worktree restore in brings it back") {
		t.Errorf("got %v", err)
	}
	restored(t, r, "in")
	wantSnapshot(t, in.Worktree, want)
}

// otherFileSystem makes a directory on another file system than the repository.
func otherFileSystem(t *testing.T, r Repo) string {
	t.Helper()
	other, err := os.MkdirTemp("/dev/shm", "dormer")
	if err != nil {
		t.Skip("no other file system:", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(other) })
	if here, there := stat(t, r.Main), stat(t, other); here.Dev == there.Dev {
		t.Skip("the same file system")
	}
	return other
}

// A worktree that was inside a permanently deleted one can be restored nevertheless, and also inside one
// that was made again.
func TestRestoreWithinADeletedWorktree(t *testing.T) {
	for _, again := range []bool{false, true} {
		r := newRepo(t)
		outer := made(t, r, "outer")
		in, err := r.Create(t.Context(), New{Branch: "in", Dir: r.Main, At: filepath.Join(outer.Path, "in")})
		if err != nil {
			t.Fatal(err)
		}
		want := snapshotOf(t, in.Worktree)
		removed(t, r, in.Worktree)
		removed(t, r, outer)
		if again {
			made(t, r, "outer")
		} else if _, err := r.EmptyTrash(t.Context(), noon.Add(1), func(e Removed) bool { return e.Branch == "in" }, false); err != nil {
			t.Fatal(err)
		}
		restored(t, r, "in")
		wantSnapshot(t, in.Worktree, want)
	}
}
