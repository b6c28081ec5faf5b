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
		t.Error("it is trusted elsewhere, or not at all")
	}
	write(t, file, "[worktree]\nsetup = \"make deps \"\n", 0o644)
	if trusted(read(), r) {
		t.Error("it is trusted after it was changed")
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
