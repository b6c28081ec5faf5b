package repo

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A repository is found from each of its directories, also those for which git prints another path.
func TestFind(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "side")
	within := found(t, w.Path)
	inner, err := within.Create(t.Context(), New{Branch: "inner", Dir: w.Path, At: filepath.Join(w.Path, "inner")})
	if err != nil {
		t.Fatal(err)
	}
	above := filepath.Dir(r.Main)
	bare := filepath.Join(above, "bare.git")
	run(t, above, "clone", "--quiet", "--bare", r.Main, bare)
	super := filepath.Join(above, "super")
	run(t, above, "init", "--quiet", super)
	run(t, super, "submodule", "--quiet", "add", r.Main, "sub")
	run(t, super, "commit", "--quiet", "-m", "one")
	sub := found(t, filepath.Join(super, "sub"))
	ofSub := made(t, sub, "of-sub")
	link := filepath.Join(above, "link")
	write(t, filepath.Join(r.Main, "deep", "er", "x"), "", 0o600)
	if err := os.Symlink(r.Main, link); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ dir, main string }{
		"main":              {r.Main, r.Main},
		"below":             {filepath.Join(r.Main, "deep", "er"), r.Main},
		"worktree":          {w.Path, r.Main},
		"within_a_worktree": {inner.Path, r.Main},
		"git_directory":     {filepath.Join(r.Main, ".git"), r.Main},
		"link":              {link, r.Main},
		"bare":              {bare, bare},
		"submodule":         {filepath.Join(super, "sub"), filepath.Join(super, "sub")},
		"its_worktree":      {ofSub.Path, filepath.Join(super, "sub")},
	} {
		got, err := Find(t.Context(), tt.dir)
		if err != nil || got.Main != tt.main || got.Bare != (name == "bare") {
			t.Errorf("%s: got %+v, %v; want %s", name, got, err, tt.main)
		}
		all, err := got.Worktrees(t.Context())
		if err != nil || len(all) == 0 || all[0].Path != tt.main || !all[0].Main {
			t.Errorf("%s: worktrees %+v, %v", name, all, err)
		}
	}
	if _, err := Find(t.Context(), above); !errors.Is(err, ErrNoRepository) || strings.Contains(err.Error(), "\n") {
		t.Errorf("outside: %v", err)
	}
	gone := filepath.Join(above, "gone")
	if _, err := Find(t.Context(), gone); !errors.Is(err, fs.ErrNotExist) || err.Error() != "there is no directory "+gone+": name one that exists" {
		t.Errorf("in a directory that is gone: %v", err)
	}
}

// Variables that name another repository or index have no effect.
func TestEnvironmentIsScrubbed(t *testing.T) {
	r, other := newRepo(t), newRepo(t)
	t.Setenv("GIT_DIR", filepath.Join(other.Main, ".git"))
	t.Setenv("GIT_WORK_TREE", other.Main)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(other.Main, "nowhere"))
	t.Setenv("LC_ALL", "de_DE.UTF-8")
	if got := found(t, r.Main); got != r {
		t.Errorf("got %+v, want %+v", got, r)
	}
	if s, err := StatusOf(t.Context(), r.Main); err != nil || s.Changed+s.New != 0 {
		t.Errorf("status %+v, %v", s, err)
	}
	for _, kv := range environ([]string{"GIT_DIR=x", "PATH=/bin", "GITHUB_TOKEN=y"}) {
		if strings.HasPrefix(kv, "GIT_DIR") {
			t.Errorf("git gets %s", kv)
		}
	}
}

// A shell in a removed worktree is in the trash of the repository.
func TestFindFromTheTrash(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix")
	write(t, filepath.Join(w.Path, "dir", "x"), "", 0o600)
	e := removed(t, r, w)
	if got := found(t, filepath.Join(e.Tree, "dir")); got != r {
		t.Errorf("got %+v, want %+v", got, r)
	}
}

// If git refuses a repository because another user owns it, the error says what to do.
func TestFindOfAnotherUser(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a directory away")
	}
	r := newRepo(t)
	for _, path := range []string{r.Main, r.Common} {
		if err := os.Chown(path, 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Find(t.Context(), r.Main); err == nil || !strings.Contains(err.Error(), "belongs to another user: if you trust it, type git config --global --add safe.directory") {
		t.Errorf("got %v", err)
	}
}

func TestParseWorktrees(t *testing.T) {
	const out = "worktree /r\x00HEAD 1111\x00branch refs/heads/main\x00\x00" +
		"worktree /r/a b\x00HEAD 2222\x00detached\x00locked\x00\x00" +
		"worktree /r/c\nd\x00HEAD 0000\x00branch refs/heads/x/y\x00locked it is\nmine\x00prunable gone\x00\x00"
	got, bare := parseWorktrees(out)
	want := []Worktree{
		{Path: "/r", Head: "1111", Branch: "main", Main: true},
		{Path: "/r/a b", Head: "2222", Locked: true},
		{Path: "/r/c\nd", Branch: "x/y", Locked: true, Reason: "it is\nmine", Missing: true},
	}
	if d := cmp.Diff(want, got); d != "" || bare {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, bare := parseWorktrees("worktree /r\x00bare\x00\x00"); !bare {
		t.Error("the repository counts as bare")
	}
}

func TestParseStatus(t *testing.T) {
	const out = "# branch.oid 1111\x00# branch.head x/y\x00# branch.upstream origin/x\x00# branch.ab +2 -13\x00" +
		"1 .M N... 100644 100644 100644 1 1 a b\x002 R. N... 100644 100644 100644 1 1 R100 new\x00? old\x00" +
		"u UU N... 1 1 1 1 1 1 1 c\x00? d/\x00? e\x00"
	want := Status{Branch: "x/y", Upstream: "origin/x", Ahead: 2, Behind: 13, Changed: 3, New: 2}
	if got := parseStatus(out); got != want || got.Short() != "*5 +2 -13" {
		t.Errorf("got %+v, %s; want %+v", got, got.Short(), want)
	}
	if got := parseStatus("# branch.oid 1\x00# branch.head (detached)\x00"); got != (Status{}) || got.Short() != "" {
		t.Errorf("detached: %+v", got)
	}
}

func TestLookup(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "fix/login")
	at, err := r.Create(t.Context(), New{Branch: "other", Dir: r.Main, At: filepath.Join(filepath.Dir(r.Main), "there", "fix-login")})
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]string{"fix/login": w.Path, "other": at.Path, w.Path: w.Path, at.Path: at.Path, "main": r.Main} {
		if got, err := r.Lookup(t.Context(), word); err != nil || got.Path != want {
			t.Errorf("%s: got %s, %v; want %s", word, got.Path, err, want)
		}
	}
	for word, want := range map[string]string{
		"fix-login": "name the directory", "nothing": "dormer worktree list lists them", "": "there is no worktree",
	} {
		if _, err := r.Lookup(t.Context(), word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", word, err, want)
		}
	}
}

// S3-71: the list of a repository decides which worktrees exist, not the directories.
func TestListed(t *testing.T) {
	r := newRepo(t)
	w, gone := made(t, r, "kept"), made(t, r, "gone")
	if err := os.RemoveAll(w.Path); err != nil { // git still lists it
		t.Fatal(err)
	}
	run(t, r.Main, "worktree", "remove", gone.Path)
	write(t, filepath.Join(gone.Path, "x"), "", 0o600) // its directory exists
	got, err := Listed(t.Context(), r.Main)
	if d := cmp.Diff([]string{r.Main, w.Path}, got); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	for _, dir := range []string{filepath.Join(r.Main, "nowhere"), t.TempDir()} {
		if got, err := Listed(t.Context(), dir); len(got) > 0 || err != nil {
			t.Errorf("%s: %q, %v; want none", dir, got, err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Listed(t.Context(), r.Main); err == nil {
		t.Error("known without git")
	}
}

// BenchmarkStatus measures git status in a worktree of 5000 files.
func BenchmarkStatus(b *testing.B) {
	r := newRepo(b)
	for i := range 5000 {
		write(b, filepath.Join(r.Main, fmt.Sprintf("d%d", i%100), fmt.Sprintf("f%d", i)), "x", 0o600)
	}
	run(b, r.Main, "add", ".")
	run(b, r.Main, "commit", "--quiet", "-m", "many")
	for b.Loop() {
		if s, err := StatusOf(b.Context(), r.Main); err != nil || s != (Status{Branch: "main"}) {
			b.Fatal(s, err)
		}
	}
}
