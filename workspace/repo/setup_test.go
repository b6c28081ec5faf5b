package repo

import (
	"path/filepath"
	"strings"
	"testing"
)

// A setup command is trusted as it was read, in its repository. Any change needs trust again.
func TestTrust(t *testing.T) {
	r, other := newRepo(t), newRepo(t)
	dir := filepath.Join(newDir(t), "trusted")
	file := filepath.Join(r.Main, ProjectFile)
	write(t, file, "[worktree]\nsetup = \"make deps\"\n", 0o644)
	read := func() Project {
		t.Helper()
		p, err := ReadProject(r.Main)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	trusted := func(p Project, r Repo) bool {
		t.Helper()
		is, err := p.Trusted(dir, r)
		if err != nil {
			t.Fatal(err)
		}
		return is
	}
	p := read()
	if p.Setup != "make deps" || trusted(p, r) {
		t.Errorf("got %q, trusted %t", p.Setup, trusted(p, r))
	}
	if err := p.Trust(dir, r); err != nil {
		t.Fatal(err)
	}
	if !trusted(read(), r) || trusted(p, other) {
		t.Error("it is trusted elsewhere, or not in its repository")
	}
	write(t, file, "[worktree]\nsetup = \"make deps \"\n", 0o644)
	if trusted(read(), r) {
		t.Error("it is still trusted after a change")
	}
}

func TestReadProject(t *testing.T) {
	for _, tt := range []struct{ name, text, setup, fault string }{
		{"none", "", "", ""},
		{"setup", "[worktree]\nsetup = 'x'\n", "x", ""},
		{"unknown_key", "[worktree]\nsetpu = 'x'\n", "", ".dormer.toml"},
		{"no_toml", "x y\n", "", ".dormer.toml"},
		{"wrong_type", "[worktree]\nsetup = 1\n", "", ".dormer.toml"},
		{"two_lines", "[worktree]\nsetup = \"x\\ny\"\n", "", "one line"},
		{"control_characters", "[worktree]\nsetup = \"x\\u001b[2Jy\"\n", "", "one line"},
		{"text_of_another_direction", "[worktree]\nsetup = \"x \\u202e y\"\n", "", "one line"},
		{"too_long", "#" + strings.Repeat("x", maxProject) + "\n", "", "longer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := newDir(t)
			if tt.text != "" {
				write(t, filepath.Join(dir, ProjectFile), tt.text, 0o644)
			}
			p, err := ReadProject(dir)
			if p.Setup != tt.setup || (err == nil) != (tt.fault == "") || err != nil && !strings.Contains(err.Error(), tt.fault) {
				t.Errorf("got %q, %v; want %q, %q", p.Setup, err, tt.setup, tt.fault)
			}
		})
	}
}

// A new worktree is set up with its own file or, if none is committed, with that of the main worktree.
// When a file is trusted, it is known whether new worktrees use it.
func TestTheSetupFileOfANewWorktree(t *testing.T) {
	const mine, theirs = "[worktree]\nsetup = 'mine'\n", "[worktree]\nsetup = 'theirs'\n"
	for _, tt := range []struct {
		name      string
		committed string // on the main branch
		main      string // in the main worktree
		ignored   bool
		// setup is the command of a new worktree; reaches tells whether it is the main worktree's.
		setup   string
		reaches bool
	}{
		{"not_committed", "", mine, false, "mine", true},
		{"ignored", "", mine, true, "mine", true},
		{"committed", mine, mine, false, "mine", true},
		{"changed_since", theirs, mine, false, "theirs", false},
		{"committed_and_empty", "# nothing\n", mine, false, "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRepo(t)
			file := filepath.Join(r.Main, ProjectFile)
			older := made(t, r, "older")
			if tt.committed != "" {
				write(t, file, tt.committed, 0o644)
				run(t, r.Main, "add", ".")
				run(t, r.Main, "commit", "--quiet", "-m", "two")
			}
			if tt.ignored {
				write(t, filepath.Join(r.Common, "info", "exclude"), ProjectFile+"\n", 0o644)
			}
			write(t, file, tt.main, 0o644)
			got, err := r.ProjectOf(t.Context(), made(t, r, "fix").Path)
			if err != nil || got.Setup != tt.setup {
				t.Errorf("got %q, %v; want %q", got.Setup, err, tt.setup)
			}
			if reaches, err := r.AppliesToNew(t.Context(), r.Main); err != nil || reaches != tt.reaches {
				t.Errorf("reaches new worktrees: %t, %v", reaches, err)
			}

			want := tt.main // an older branch has no file
			if tt.committed != "" {
				want = ""
			}
			if got, err := r.ProjectOf(t.Context(), older.Path); err != nil || (got.Setup != "") != (want != "") {
				t.Errorf("the older branch: %q, %v", got.Setup, err)
			}
			write(t, filepath.Join(older.Path, ProjectFile), mine, 0o644)
			if reaches, err := r.AppliesToNew(t.Context(), older.Path); err != nil || reaches {
				t.Errorf("the older branch's file reaches new worktrees: %t, %v", reaches, err)
			}
		})
	}
}

// The same holds in a repository without a commit, in which no worktree can be made yet.
func TestAFileIsTrustedBeforeTheFirstCommit(t *testing.T) {
	dir := filepath.Join(newDir(t), "project")
	run(t, filepath.Dir(dir), "init", "--quiet", dir)
	r := found(t, dir)
	if reaches, err := r.AppliesToNew(t.Context(), r.Main); err != nil || !reaches {
		t.Errorf("reaches new worktrees: %t, %v", reaches, err)
	}
}
