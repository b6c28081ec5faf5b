package repo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// S2-24: a worktree is at agent/NAME, on a branch of that name. One line hides all of them from git
// status, and the configuration file is not changed.
func TestCreate(t *testing.T) {
	r := newRepo(t)
	config, err := os.ReadFile(filepath.Join(r.Common, "config"))
	if err != nil {
		t.Fatal(err)
	}
	origin := filepath.Join(filepath.Dir(r.Main), "origin.git")
	run(t, r.Main, "branch", "there")
	run(t, r.Main, "clone", "--quiet", "--bare", r.Main, origin)
	run(t, r.Main, "fetch", "--quiet", origin, "there:refs/remotes/origin/remote-only")
	run(t, r.Main, "tag", "v1")
	write(t, filepath.Join(r.Main, "a.txt"), "two\n", 0o644)
	run(t, r.Main, "commit", "--quiet", "-am", "two")
	one, two := run(t, r.Main, "rev-parse", "v1"), run(t, r.Main, "rev-parse", "HEAD")
	side := filepath.Join(filepath.Dir(r.Main), "beside", "it")
	for _, tt := range []struct {
		name      string
		n         New
		path      string
		head      string
		newBranch bool
	}{
		{"new_branch", New{Branch: "new"}, "agent/new", two, true},
		{"with_slash", New{Branch: "fix/login"}, "agent/fix-login", two, true},
		{"existing_branch", New{Branch: "there"}, "agent/there", one, false},
		{"from_a_tag", New{Branch: "old", From: "v1"}, "agent/old", one, true},
		{"of_the_remote", New{Branch: "remote-only"}, "agent/remote-only", one, true},
		{"at_a_place", New{Branch: "beside", At: side}, side, two, true},
		{"within", New{Branch: "within", At: filepath.Join(r.Main, "a b*c")}, "a b*c", two, true},
		{"another_pattern", New{Branch: "p", Directory: "../{repo}-{name}"}, "../project-p", two, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.n.Dir = r.Main
			if tt.n.Directory == "" {
				tt.n.Directory = "agent/{name}"
			}
			m, err := r.Create(t.Context(), tt.n)
			if err != nil || len(m.Problems) > 0 {
				t.Fatal(err, m.Problems)
			}
			want := tt.path
			if !filepath.IsAbs(want) {
				want = filepath.Join(r.Main, want)
			}
			if m.Path != want || m.Branch != tt.n.Branch || m.Head != tt.head || m.NewBranch != tt.newBranch {
				t.Errorf("got %+v, want %s at %s, new %t", m, tt.head, want, tt.newBranch)
			}
			if got := run(t, r.Main, "status", "--porcelain"); got != "" {
				t.Errorf("git status shows %q", got)
			}
			if got := run(t, m.Path, "status", "--porcelain"); got != "" {
				t.Errorf("git status in it shows %q", got)
			}
		})
	}
	exclude, err := os.ReadFile(filepath.Join(r.Common, "info", "exclude"))
	if n := strings.Count(string(exclude), "/agent/\n"); err != nil || n != 1 {
		t.Errorf("%d lines for the default directory: %s", n, exclude)
	}
	if after, err := os.ReadFile(filepath.Join(r.Common, "config")); err != nil || string(after) != string(config) {
		t.Errorf("the configuration was changed: %s", after)
	}
}

// A project's own directory named agent stays visible.
func TestExcludeHidesOnlyWorktrees(t *testing.T) {
	for name, prepare := range map[string]func(r Repo){
		"tracked":   func(r Repo) { run(t, r.Main, "add", "agent"); run(t, r.Main, "commit", "--quiet", "-m", "agent") },
		"untracked": func(Repo) {},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			write(t, filepath.Join(r.Main, "agent", "main.go"), "package main\n", 0o644)
			prepare(r)
			made(t, r, "fix")
			write(t, filepath.Join(r.Main, "agent", "new.go"), "package main\n", 0o644)
			if got := run(t, r.Main, "status", "--porcelain", "--untracked-files=all"); !strings.Contains(got, "agent/new.go") || strings.Contains(got, "agent/fix") {
				t.Errorf("git status shows %q", got)
			}
		})
	}
}

// A worktree can be made from a worktree, from a detached HEAD, in a bare repository and in a
// submodule.
// submodule.
func TestCreateElsewhere(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "one")
	run(t, w.Path, "checkout", "--quiet", "--detach")
	write(t, filepath.Join(w.Path, "a.txt"), "two\n", 0o644)
	run(t, w.Path, "commit", "--quiet", "-am", "two")
	m, err := r.Create(t.Context(), New{Branch: "two", Dir: w.Path, Directory: "agent/{name}"})
	if err != nil || m.Path != filepath.Join(r.Main, "agent", "two") || m.Head != run(t, w.Path, "rev-parse", "HEAD") {
		t.Errorf("from a detached HEAD: %+v, %v", m, err)
	}
	bare := filepath.Join(filepath.Dir(r.Main), "bare.git")
	run(t, r.Main, "clone", "--quiet", "--bare", r.Main, bare)
	b := found(t, bare)
	at := filepath.Join(filepath.Dir(bare), "of-bare")
	if m, err := b.Create(t.Context(), New{Branch: "three", Dir: bare, At: at}); err != nil || m.Path != at {
		t.Errorf("in a bare repository: %+v, %v", m, err)
	}
}

func TestCreateRefuses(t *testing.T) {
	r := newRepo(t)
	w := made(t, r, "taken")
	made(t, r, "deleted")
	if err := os.RemoveAll(filepath.Join(r.Main, "agent", "deleted")); err != nil {
		t.Fatal(err)
	}
	run(t, r.Main, "branch", "exists")
	run(t, r.Main, "branch", "deep/er")
	write(t, filepath.Join(r.Main, "agent", "full", "x"), "", 0o600)
	above := filepath.Dir(r.Main)
	empty, bare := filepath.Join(above, "empty"), filepath.Join(above, "bare.git")
	run(t, above, "init", "--quiet", empty)
	run(t, above, "clone", "--quiet", "--bare", r.Main, bare)
	for _, tt := range []struct {
		name string
		repo Repo
		n    New
		want string
	}{
		{"checked_out", r, New{Branch: "taken"}, `branch "taken" is checked out in ` + w.Path},
		{"checked_out_in_main", r, New{Branch: "main"}, `branch "main" is checked out in ` + r.Main},
		{"exists_and_from", r, New{Branch: "exists", From: "main"}, "leave out --from"},
		{"no_such_commit", r, New{Branch: "x", From: "nowhere"}, `there is no commit "nowhere"`},
		{"option_for_commit", r, New{Branch: "x", From: "--all"}, `there is no commit "--all"`},
		{"empty_name", r, New{Branch: ""}, "cannot be the name of a branch"},
		{"option", r, New{Branch: "-f"}, "cannot be the name of a branch"},
		{"dots", r, New{Branch: "a..b"}, "cannot be the name of a branch"},
		{"space", r, New{Branch: "a b"}, "cannot be the name of a branch"},
		{"expands", r, New{Branch: "@{-1}"}, "cannot be the name of a branch"},
		{"directory_in_use", r, New{Branch: "full"}, "is in use: name another place with --at"},
		{"file_in_its_place", r, New{Branch: "x", At: filepath.Join(r.Main, "a.txt")}, "is in use"},
		{"deleted_by_hand", r, New{Branch: "y", At: filepath.Join(r.Main, "agent", "deleted")}, "dormer worktree prune forgets it"},
		{"among_gits_files", r, New{Branch: "x", At: filepath.Join(r.Common, "x")}, "git's own files"},
		{"no_name_in_the_pattern", r, New{Branch: "x", Directory: "agent"}, "write {name} into it"},
		{"no_commit_yet", found(t, empty), New{Branch: "x"}, "has no commit yet"},
		{"bare", found(t, bare), New{Branch: "x"}, "name one with --at"},
		{"branch_within_a_branch", r, New{Branch: "deep"}, "deep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.n.Directory == "" {
				tt.n.Directory = "agent/{name}"
			}
			tt.n.Dir = tt.repo.Main
			before, err := tt.repo.Worktrees(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			_, err = tt.repo.Create(t.Context(), tt.n)
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, tt.want)
			}
			if after, err := tt.repo.Worktrees(t.Context()); err != nil || len(after) != len(before) {
				t.Errorf("a worktree was made: %+v, %v", after, err)
			}
		})
	}
}

// A failing hook leaves the worktree, and its failure is reported.
func TestCreateWithAHookThatFails(t *testing.T) {
	r := newRepo(t)
	write(t, filepath.Join(r.Common, "hooks", "post-checkout"), "#!/bin/sh\necho no luck >&2\nexit 3\n", 0o755)
	m, err := r.Create(t.Context(), New{Branch: "fix", Dir: r.Main, Directory: "agent/{name}"})
	if err != nil || m.Path == "" || len(m.Problems) != 1 || !strings.Contains(m.Problems[0].Error(), "no luck") {
		t.Errorf("got %+v, %v", m, err)
	}
}

// .worktreeinclude copies ignored files, with their modes. It copies no tracked or unignored file,
// nothing through a link, and overwrites nothing.
func TestInclude(t *testing.T) {
	r := newRepo(t)
	write(t, filepath.Join(r.Main, ".worktreeinclude"), ".env*\nbuild/keep\nloose\na.txt\nlinks/\ndir/\n", 0o644)
	write(t, filepath.Join(r.Main, ".gitignore"), ".env*\nbuild/\nlinks/\ndir\n", 0o644)
	run(t, r.Main, "add", ".")
	run(t, r.Main, "commit", "--quiet", "-m", "two")
	write(t, filepath.Join(r.Main, ".env"), "SECRET=1\n", 0o600)
	write(t, filepath.Join(r.Main, ".env.sh"), "x\n", 0o750)
	write(t, filepath.Join(r.Main, "build", "keep"), "k\n", 0o640)
	write(t, filepath.Join(r.Main, "build", "other"), "o\n", 0o640)
	write(t, filepath.Join(r.Main, "loose"), "not ignored\n", 0o600)
	outside := filepath.Join(newDir(t), "outside")
	write(t, filepath.Join(outside, "secret"), "s\n", 0o600)
	write(t, filepath.Join(r.Main, "links", "real"), "r\n", 0o600)
	for name, to := range map[string]string{"links/file": filepath.Join(outside, "secret"), "links/directory": outside} {
		if err := os.Symlink(to, filepath.Join(r.Main, name)); err != nil {
			t.Fatal(err)
		}
	}
	// The branch has a link in place of a directory of the copied files.
	run(t, r.Main, "checkout", "--quiet", "-b", "tricky")
	if err := os.Symlink(outside, filepath.Join(r.Main, "dir")); err != nil {
		t.Fatal(err)
	}
	run(t, r.Main, "add", "--force", "dir")
	run(t, r.Main, "commit", "--quiet", "-m", "a link")
	run(t, r.Main, "checkout", "--quiet", "main")
	write(t, filepath.Join(r.Main, "dir", "planted"), "p\n", 0o600)

	w := made(t, r, "fix")
	got := contents(t, w.Path)
	for name, want := range map[string]string{
		"/.env": "-rw------- SECRET=1\n", "/.env.sh": "-rwxr-x--- x\n", "/build/keep": "-rw-r----- k\n", "/links/real": "-rw------- r\n", "/dir/planted": "-rw------- p\n",
		"/build/other": "", "/loose": "", "/links/file": "", "/links/directory": "",
	} {
		if got[name] != want {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
	m, err := r.Create(t.Context(), New{Branch: "tricky", Dir: r.Main, Directory: "agent/{name}"})
	if err != nil || len(m.Problems) != 1 {
		t.Errorf("got %+v, %v; want one problem", m, err)
	}
	if got := contents(t, outside); len(got) != 2 {
		t.Errorf("a file was written through a link: %v", got)
	}
}

// No branch is left behind if git could not check out its files.
func TestCreateWithoutItsFiles(t *testing.T) {
	r := newRepo(t)
	write(t, filepath.Join(r.Main, ".gitattributes"), "*.txt filter=broken\n", 0o644)
	run(t, r.Main, "add", ".gitattributes")
	run(t, r.Main, "commit", "--quiet", "-m", "filter")
	run(t, r.Main, "config", "filter.broken.smudge", "false")
	run(t, r.Main, "config", "filter.broken.required", "true")
	if m, err := r.Create(t.Context(), New{Branch: "fix", Dir: r.Main, Directory: "agent/{name}"}); err == nil || !strings.Contains(err.Error(), "smudge filter") {
		t.Errorf("got %+v, %v", m, err)
	}
	if got := run(t, r.Main, "branch", "--list", "fix"); got != "" {
		t.Errorf("a branch is left: %s", got)
	}
}

// A hook may leave a process behind, or hang until the user gives up.
func TestCreateWithAHookThatLeavesAProcess(t *testing.T) {
	r := newRepo(t)
	pipe := filepath.Join(newDir(t), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	hook := filepath.Join(r.Common, "hooks", "post-checkout")
	write(t, hook, "#!/bin/sh\ncat "+pipe+" &\n", 0o755)
	m, err := r.Create(t.Context(), New{Branch: "left", Dir: r.Main, Directory: "agent/{name}"})
	if err != nil || len(m.Problems) > 0 {
		t.Errorf("got %v, %v", err, m.Problems)
	}
	write(t, hook, "#!/bin/sh\necho here >"+pipe+".here\ncat "+pipe+"\n", 0o755)
	if err := syscall.Mkfifo(pipe+".here", 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		_, _ = os.ReadFile(pipe + ".here")
		cancel()
	}()
	_, err = r.Create(ctx, New{Branch: "hangs", Dir: r.Main, Directory: "agent/{name}"})
	if err == nil || !strings.Contains(err.Error(), "was made, but git worktree: context canceled: dormer worktree open hangs opens it") {
		t.Errorf("got %v", err)
	}
	if _, err := r.Lookup(t.Context(), "hangs"); err != nil {
		t.Error(err)
	}
	end, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = end.Close() // both processes end
}
