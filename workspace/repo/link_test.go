package repo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// No worktree is made or restored through a symbolic link out of the repository. When the user has
// removed the link, it works, and nothing is lost. A link within the repository is followed.
func TestLinksOutOfTheRepository(t *testing.T) {
	outside := newDir(t)
	if err := os.Mkdir(filepath.Join(outside, "fix"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, link, to string
		ok             bool
	}{
		{"directory", "agent", outside, false},
		{"directory_to_nothing", "agent", filepath.Join(outside, "none"), false},
		{"directory_to_itself", "agent", "agent", false},
		{"worktree", "agent/fix", filepath.Join(outside, "fix"), false},
		{"worktree_to_nothing", "agent/fix", "none", false},
		{"within", "agent", "work", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			link := filepath.Join(r.Main, tt.link)
			setLink := func() {
				t.Helper()
				if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o700), os.MkdirAll(filepath.Join(r.Main, "work"), 0o700), os.Symlink(tt.to, link)); err != nil {
					t.Fatal(err)
				}
			}
			check := func(what string, err error) {
				t.Helper()
				if (err == nil) != tt.ok || err != nil && !strings.Contains(err.Error(), link+" is a symbolic link that leads out of the repository: ") {
					t.Errorf("%s: got %v", what, err)
				}
				if got := contents(t, outside); len(got) != 2 {
					t.Errorf("%s: the link was followed: %v", what, got)
				}
			}
			setLink()
			for what, n := range map[string]New{
				"made by default": {Branch: "fix", Dir: r.Main, Directory: "agent/{name}"},
				"made at":         {Branch: "at", Dir: r.Main, At: filepath.Join(r.Main, "agent", "fix", "..", "fix", "at")},
			} {
				m, err := r.Create(t.Context(), n)
				check(what, err)
				if err == nil {
					run(t, r.Main, "worktree", "remove", m.Path)
				}
				_ = os.Remove(filepath.Join(r.Main, "work", "fix"))
			}
			if out := run(t, r.Main, "worktree", "list"); strings.Contains(out, "\n") {
				t.Errorf("a worktree was made: %s", out)
			}
			if err := os.Remove(link); err != nil {
				t.Fatal(err)
			}
			run(t, r.Main, "branch", "--force", "fix")
			w := fullWorktree(t, r, "fix")
			want := snapshotOf(t, w)
			removed(t, r, w)
			if err := os.RemoveAll(link); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(r.Main, "agent"))
			setLink()
			_, err := r.Restore(t.Context(), "fix")
			check("restored", err)
			if tt.ok {
				return
			}
			if err := os.Remove(link); err != nil {
				t.Fatal(err)
			}
			restored(t, r, "fix")
			wantSnapshot(t, w, want)
		})
	}
}

// Links above the repository are followed when a worktree is made or restored.
func TestLinksAboveTheRepository(t *testing.T) {
	r := newRepo(t)
	link := filepath.Join(newDir(t), "link")
	if err := os.Symlink(filepath.Dir(r.Main), link); err != nil {
		t.Fatal(err)
	}
	for branch, at := range map[string]string{"in": filepath.Join(link, filepath.Base(r.Main), "in"), "beside": filepath.Join(link, "beside")} {
		m, err := r.Create(t.Context(), New{Branch: branch, Dir: r.Main, At: at})
		if err != nil {
			t.Fatal(err)
		}
		removed(t, r, m.Worktree)
		restored(t, r, branch)
	}
}

// A worktree that the user moved out of the repository, leaving a link in its place, is not removed,
// because it could not be restored.
func TestRemoveThroughALink(t *testing.T) {
	r := newRepo(t)
	w := fullWorktree(t, r, "fix")
	want, agent := snapshotOf(t, w), filepath.Dir(w.Path)
	to := filepath.Join(newDir(t), "agent")
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(to, "fix", "build"), 0o700) })
	if err := errors.Join(os.Rename(agent, to), os.Symlink(to, agent)); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Remove(t.Context(), w, noon, nil); err == nil || !strings.Contains(err.Error(), agent+" is a symbolic link that leads out of the repository, ") {
		t.Errorf("got %v", err)
	}
	finishAndRestore(t, r, w)
	wantSnapshot(t, w, want)
}
