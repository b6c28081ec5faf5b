package host

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dormer/session"
)

// files makes files in a new directory: executable where the name ends in "!".
func files(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range names {
		file, mode := filepath.Join(dir, strings.TrimSuffix(name, "!")), os.FileMode(0o644)
		if strings.HasSuffix(name, "!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLookPath(t *testing.T) {
	dir := files(t, "a/tool!", "b/tool!", "b/other!", "a/plain", "here!", "a/dir/x")
	path := filepath.Join(dir, "a") + ":" + filepath.Join(dir, "b")
	for name, c := range map[string]struct{ command, path, want string }{
		"first in PATH":                        {"tool", path, "a/tool"},
		"second in PATH":                       {"other", path, "b/other"},
		"not executable":                       {"plain", path, ""},
		"a directory":                          {"dir", path, ""},
		"nowhere":                              {"missing", path, ""},
		"relative to the pane":                 {"./here", path, "here"},
		"relative folder":                      {"tool", "b", "b/tool"},
		"empty folder is the pane's directory": {"here", ":/nowhere", "here"},
		"empty name":                           {"", path, ""},
	} {
		got, err := lookPath(c.command, c.path, dir)
		want := c.want
		if want != "" {
			want = filepath.Join(dir, want)
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, want)
		}
	}
	if got, err := lookPath("sh", "", dir); err != nil || !strings.HasSuffix(got, "/sh") {
		t.Errorf("without PATH: got %q (%v)", got, err)
	}
}

func TestLoginShellOrder(t *testing.T) {
	dir := files(t, "mine!", "theirs!", "broken")
	mine, theirs, broken := filepath.Join(dir, "mine"), filepath.Join(dir, "theirs"), filepath.Join(dir, "broken")
	passwd := filepath.Join(dir, "passwd")
	entries := "root:x:0:0::/root:/bin/bash\nme:x:77:77:Me:/home/me:" + theirs + "\nbad:x:78:78::/:" + broken + "\nshort:x:79\n"
	if err := os.WriteFile(passwd, []byte(entries), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		shell  string
		uid    int
		want   string
		notice bool
	}{
		"SHELL":                         {mine, 77, mine, false},
		"password file":                 {"", 77, theirs, false},
		"SHELL that is missing":         {"/nowhere/sh", 77, theirs, true},
		"SHELL that is not executable":  {broken, 77, theirs, true},
		"SHELL that is not absolute":    {"bash", 77, theirs, true},
		"both broken":                   {broken, 78, fallbackShell, true},
		"not in the password file":      {"", 80, fallbackShell, false},
		"entry that is not long enough": {"", 79, fallbackShell, false},
	} {
		got := loginShell([]string{"SHELL=/x", "SHELL=" + c.shell}, passwd, c.uid)
		if got.path != c.want || got.argv[0] != "-"+filepath.Base(c.want) || (got.notice != "") != c.notice {
			t.Errorf("%s: got %+v, want %s, notice %v", name, got, c.want, c.notice)
		}
	}
}

func TestWorkDir(t *testing.T) {
	home := t.TempDir()
	there := filepath.Join(home, "there")
	if err := os.Mkdir(there, 0o755); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		asked, home, want string
		notice            bool
	}{
		"there":               {there, home, there, false},
		"with a slash":        {there + "/", home, there, false},
		"gone":                {there + "/a/b", home, there, true},
		"a file":              {file, "/", home, true},
		"gone up to the root": {"/no/such/place", home, home, true},
		"no home":             {"/no/such/place", "", "/", true},
		"home does not exist": {"/no/such/place", "/no/home", "/", true},
		"none requested":      {"", home, home, false},
		"relative":            {"there", home, home, true},
		"the root":            {"/", home, "/", false},
	} {
		dir, notice := workDir(c.asked, c.home)
		if dir != c.want || (notice != "") != c.notice {
			t.Errorf("%s: got %s, %q; want %s, notice %v", name, dir, notice, c.want, c.notice)
		}
	}
}

func TestEnvironIgnoresInvalidVariables(t *testing.T) {
	spec := session.Spec{Env: []string{"A=1", "", "=x", "NOVALUE", "B=2", "C=nul\x00", "TMUXINATOR_X=1", "TERM=a", "TERM=b"}}
	got := environ(spec, "9", "/bin/zsh", "/tmp")
	for _, want := range []string{"A=1", "B=2", "TERM=xterm-256color", "SHELL=/bin/zsh", "PWD=/tmp"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing in %q", want, got)
		}
	}
	for _, kv := range got {
		if kv == "" || kv[0] == '=' || !strings.Contains(kv, "=") || strings.Contains(kv, "\x00") || kv == "TERM=a" || kv == "TERM=b" {
			t.Errorf("%q in the environment", kv)
		}
	}
}

func TestIgnoredSignals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "status")
	if err := os.WriteFile(file, []byte("Name:\tx\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000201001\nSigCgt:\t00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := ignoredSignals(file)
	want := []os.Signal{syscall.SIGHUP, syscall.SIGPIPE, syscall.SIGTTOU}
	if !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got := ignoredSignals("/nowhere"); got != nil {
		t.Errorf("without the file: %v", got)
	}
}
