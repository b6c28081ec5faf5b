package persist

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for _, p := range pairs {
			if v, ok := strings.CutPrefix(p, name+"="); ok {
				return v
			}
		}
		return ""
	}
}

// S3-50, S3-51.
func TestFindPaths(t *testing.T) {
	uid := strconv.Itoa(os.Getuid())
	mine, err := os.MkdirTemp("/tmp", "own") // short, because sockets need short paths
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(mine) })
	tests := []struct {
		name                      string
		env                       []string
		workspace, sessions, conf string
		runtime                   string
	}{
		{
			"defaults", []string{"HOME=/h"},
			"/h/.local/state/dormer/workspaces/w", "/h/.local/state/dormer/sessions", "/h/.config/dormer/config.toml",
			"/tmp/dormer-" + uid,
		},
		{
			"xdg", []string{"HOME=/h", "XDG_STATE_HOME=/s", "XDG_CONFIG_HOME=/c", "XDG_RUNTIME_DIR=" + mine},
			"/s/dormer/workspaces/w", "/s/dormer/sessions", "/c/dormer/config.toml", mine + "/dormer",
		},
		{
			"relative xdg is ignored", []string{"HOME=/h", "XDG_STATE_HOME=s", "XDG_RUNTIME_DIR=run"},
			"/h/.local/state/dormer/workspaces/w", "/h/.local/state/dormer/sessions", "/h/.config/dormer/config.toml",
			"/tmp/dormer-" + uid,
		},
		{
			"DORMER_HOME moves everything", []string{"HOME=/h", "XDG_STATE_HOME=/s", "XDG_CONFIG_HOME=/c", "XDG_RUNTIME_DIR=/r", "DORMER_HOME=/d"},
			"/d/state/workspaces/w", "/d/state/sessions", "/d/config/config.toml", "/d/run",
		},
		{
			"xdg alone will do", []string{"XDG_STATE_HOME=/s", "XDG_CONFIG_HOME=/c", "XDG_RUNTIME_DIR=" + mine},
			"/s/dormer/workspaces/w", "/s/dormer/sessions", "/c/dormer/config.toml", mine + "/dormer",
		},
		{
			"a runtime directory that is gone", []string{"HOME=/h", "XDG_RUNTIME_DIR=" + mine + "/gone"},
			"/h/.local/state/dormer/workspaces/w", "/h/.local/state/dormer/sessions", "/h/.config/dormer/config.toml",
			"/tmp/dormer-" + uid,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := FindPaths(env(tt.env...))
			if err != nil {
				t.Fatal(err)
			}
			workspace, err := p.Workspace("w")
			if err != nil {
				t.Fatal(err)
			}
			got := []string{workspace, p.Sessions(), p.Config(), p.Runtime()}
			want := []string{tt.workspace, tt.sessions, tt.conf, tt.runtime}
			if !slices.Equal(got, want) {
				t.Errorf("got  %q\nwant %q", got, want)
			}
		})
	}
}

func TestFindPathsWithoutHome(t *testing.T) {
	_, err := FindPaths(env())
	if err == nil || !strings.Contains(err.Error(), "set HOME") {
		t.Errorf("err = %v, want what to do about it", err)
	}
}

func TestRelativeHomeCountsFromTheCurrentDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	p, err := FindPaths(env("DORMER_HOME=x"))
	if err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := p.State(); got != filepath.Join(dir, "x/state") && got != filepath.Join(real, "x/state") {
		t.Errorf("State() = %q, want it below %q", got, dir)
	}
}

// A host's socket has a name of 65 bytes, and the kernel takes paths of 103.
func TestSocketsFitIntoTheRuntimeDirectory(t *testing.T) {
	long := filepath.Join(t.TempDir(), strings.Repeat("x", 100))
	if err := errors.Join(os.Mkdir(long, 0o700), os.Mkdir(long+"y", 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, e := range []string{"DORMER_HOME=" + long, "XDG_RUNTIME_DIR=" + long} {
		p, err := FindPaths(env("HOME=/h", e))
		if err != nil {
			t.Fatal(err)
		}
		again, _ := FindPaths(env("HOME=/h", e))
		other, _ := FindPaths(env("HOME=/h", e+"y"))
		if got := len(p.Runtime()) + 1 + 65; got > 103 {
			t.Errorf("%.20s...: socket paths of %d bytes", e, got)
		}
		if p.Runtime() != again.Runtime() || p.Runtime() == other.Runtime() {
			t.Errorf("%.20s...: runtime directories %q, again %q, other home %q", e, p.Runtime(), again.Runtime(), other.Runtime())
		}
	}
}

func TestPathsRefuseBadWorkspaceNames(t *testing.T) {
	p, err := FindPaths(env("DORMER_HOME=/d"))
	if err != nil {
		t.Fatal(err)
	}
	if dir, err := p.Workspace("../../x"); err == nil {
		t.Errorf("Workspace(../../x) = %q, want an error", dir)
	}
}

func TestNames(t *testing.T) {
	home := t.TempDir()
	p, err := FindPaths(env("DORMER_HOME=" + home))
	if err != nil {
		t.Fatal(err)
	}
	if names, err := p.Names(); len(names) != 0 || err != nil {
		t.Errorf("Names() = %q, %v before there is any", names, err)
	}
	for _, d := range []string{"b", "a", ".hidden"} {
		if err := os.MkdirAll(filepath.Join(home, "state/workspaces", d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	writeFile(t, filepath.Join(home, "state/workspaces/file"), "")
	names, err := p.Names()
	if want := []string{"a", "b"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("Names() = %q, %v, want %q", names, err, want)
	}
}
