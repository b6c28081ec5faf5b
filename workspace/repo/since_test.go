package repo

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// commitAt makes an empty commit at a time.
func commitAt(t *testing.T, dir, subject string, at time.Time) {
	t.Helper()
	t.Setenv("GIT_COMMITTER_DATE", at.Format(time.RFC3339))
	run(t, dir, "commit", "--quiet", "--allow-empty", "-m", subject)
}

func TestActivitySince(t *testing.T) {
	r := newRepo(t)
	now := time.Now()
	since := now.Add(-time.Hour)
	commitAt(t, r.Main, "long ago", since.Add(-time.Hour))
	before := filepath.Join(r.Main, "before")
	write(t, before, "a", 0o600)
	if err := os.Chtimes(before, since.Add(-time.Minute), since.Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	look := func(want Activity) {
		t.Helper()
		got, err := ActivitySince(t.Context(), r.Main, since)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
	look(Activity{Branch: "main"})
	commitAt(t, r.Main, "one", since.Add(time.Minute))
	commitAt(t, r.Main, "日本語 | two", since.Add(2*time.Minute))
	write(t, filepath.Join(r.Main, "a new one\nwith a line end"), "a", 0o600)
	write(t, filepath.Join(r.Main, "moved"), "a", 0o600)
	run(t, r.Main, "add", "moved")
	look(Activity{Branch: "main", Commits: []string{"日本語 | two", "one"}, Files: 2})
	commitAt(t, r.Main, "three", since.Add(3*time.Minute))
	run(t, r.Main, "mv", "moved", "to here")
	run(t, r.Main, "checkout", "--quiet", "--detach")
	look(Activity{Commits: []string{"three", "日本語 | two", "one"}, Files: 2})

	if _, err := ActivitySince(t.Context(), t.TempDir(), since); err == nil {
		t.Error("activity outside of a repository")
	}
	empty := t.TempDir()
	run(t, empty, "init", "--quiet")
	write(t, filepath.Join(empty, "sub", "file"), "a", 0o600)
	if got, err := ActivitySince(t.Context(), filepath.Join(empty, "sub"), since); err != nil || got.Files != 1 || got.Branch != "main" {
		t.Errorf("without a commit: %+v, %v", got, err)
	}
}
