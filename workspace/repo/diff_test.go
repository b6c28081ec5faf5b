package repo

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestBaseOf(t *testing.T) {
	r := newRepo(t)
	commit := func(dir, name string) string {
		write(t, filepath.Join(dir, name), name+"\n", 0o644)
		run(t, dir, "add", ".")
		run(t, dir, "commit", "--quiet", "-m", name)
		return run(t, dir, "rev-parse", "HEAD")
	}
	main := run(t, r.Main, "symbolic-ref", "--short", "HEAD")
	first := run(t, r.Main, "rev-parse", "HEAD")
	second := commit(r.Main, "second")
	made, err := r.Create(t.Context(), New{Branch: "work", Dir: r.Main, Directory: "agent/{name}"})
	if err != nil {
		t.Fatal(err)
	}
	tree, err := TreeOf(t.Context(), made.Path)
	if err != nil || tree.Top != made.Path {
		t.Fatalf("got %+v, %v", tree, err)
	}
	third := commit(made.Path, "third")
	commit(r.Main, "fourth")
	base := func(named, commit, name string) {
		t.Helper()
		got, err := tree.BaseOf(t.Context(), named)
		want := Base{commit, name + " (" + short(commit) + ")"}
		if err != nil || got != want {
			t.Errorf("base %q: got %+v, %v; want %+v", named, got, err, want)
		}
	}
	base("", second, main)
	base(main, second, main)
	base(first, first, first)
	base("HEAD", third, "HEAD")

	// The branch's own copy on a remote is not a base; an upstream of another name is.
	origin := filepath.Join(filepath.Dir(r.Main), "origin.git")
	run(t, r.Main, "clone", "--quiet", "--bare", r.Main, origin)
	run(t, r.Main, "remote", "add", "origin", origin)
	run(t, r.Main, "fetch", "--quiet", "origin")
	run(t, made.Path, "branch", "--quiet", "--set-upstream-to=origin/work")
	base("", second, main)
	commit(r.Main, "fifth")
	run(t, made.Path, "merge", "--quiet", "-m", "merged", main)
	fifth := run(t, r.Main, "rev-parse", "HEAD")
	base("", fifth, main)

	// The main branch is compared with its upstream.
	tree, err = TreeOf(t.Context(), r.Main)
	if err != nil {
		t.Fatal(err)
	}
	base("", fifth, "the last commit")
	run(t, r.Main, "branch", "--quiet", "--set-upstream-to=origin/"+main)
	base("", run(t, r.Main, "rev-parse", "origin/"+main), "origin/"+main)

	if _, err := tree.BaseOf(t.Context(), "-h"); err == nil || !strings.HasPrefix(err.Error(), `there is no commit "-h"`) {
		t.Errorf("got %v", err)
	}
}

func TestDiff(t *testing.T) {
	r := newRepo(t)
	head := run(t, r.Main, "rev-parse", "HEAD")
	hostile := "new\n\x1b[31m\" b/x"
	write(t, filepath.Join(r.Main, hostile), "hello\n", 0o644)
	write(t, filepath.Join(r.Main, "empty"), "", 0o644)
	write(t, filepath.Join(r.Main, "staged"), "staged\n", 0o644)
	run(t, r.Main, "add", "staged")
	inner := filepath.Join(r.Main, "inner")
	if err := os.Mkdir(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	run(t, inner, "init", "--quiet")
	if err := os.Symlink("/etc/passwd", filepath.Join(r.Main, "link")); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(r.Common, "index"))
	if err != nil {
		t.Fatal(err)
	}
	// Programs in git's configuration are not run.
	run(t, r.Main, "config", "diff.external", "touch ran")
	run(t, r.Main, "config", "diff.noprefix", "true")

	tree, err := TreeOf(t.Context(), r.Main)
	if err != nil {
		t.Fatal(err)
	}
	text, untracked, err := tree.Diff(t.Context(), head, Patch)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(untracked)
	if want := []string{"empty", "link", hostile}; !slices.Equal(untracked, want) {
		t.Errorf("untracked: got %q, want %q", untracked, want)
	}
	for _, want := range []string{
		"diff --git a/empty b/empty\nnew file mode 100644\n",
		"diff --git a/staged b/staged\n",
		`+++ "b/new\n\033[31m\" b/x"` + "\t\n@@ -0,0 +1 @@\n+hello\n",
		"new file mode 120000\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "inner") {
		t.Errorf("an inner repository is in\n%s", text)
	}
	if after, err := os.ReadFile(filepath.Join(r.Common, "index")); err != nil || !slices.Equal(before, after) {
		t.Errorf("the index was changed: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(r.Main, "ran")); err == nil {
		t.Error("a program of the configuration was run")
	}
}
