package proc

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestParseStat(t *testing.T) {
	page := int64(os.Getpagesize())
	for name, c := range map[string]struct {
		stat  string
		want  Process
		alive bool
	}{
		"plain":              {"12 (sh) S 1 34 56 7 8", Process{PID: 12, Parent: 1, Group: 34, Session: 56}, true},
		"name with brackets": {"12 (a) R 1 2 3 (b)) S 1 34 56 7", Process{PID: 12, Parent: 1, Group: 34, Session: 56}, true},
		"stopped":            {"12 (sh) T 1 34 56 7", Process{PID: 12, Parent: 1, Group: 34, Session: 56, Stopped: true}, true},
		"zombie":             {"12 (sh) Z 1 34 56 7", Process{}, false},
		"cut short":          {"12 (sh) S 1", Process{}, false},
		"nothing":            {"", Process{}, false},
		"its usage": {
			"12 (sh) S 1 34 56 0 -1 0 1 2 3 4 100 20 3 0 20 0 1 0 999 4096 7 0",
			Process{PID: 12, Parent: 1, Group: 34, Session: 56, CPU: 1230 * time.Millisecond, Memory: 7 * page}, true,
		},
	} {
		if got, alive := parseStat(12, []byte(c.stat)); got != c.want || alive != c.alive {
			t.Errorf("%s: got %+v %v", name, got, alive)
		}
	}
}

// standIn makes a process in a directory in place of /proc. Its memory is locked: opening the files that
// are read from the memory blocks.
func standIn(t *testing.T, pid int, comm, exe string) {
	t.Helper()
	before := root
	root = t.TempDir()
	t.Cleanup(func() { root = before })
	if err := os.Mkdir(file(pid, ""), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cmdline", "environ", "maps"} {
		if err := unix.Mkfifo(file(pid, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(file(pid, "comm"), []byte(comm+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(exe, file(pid, "exe")); err != nil {
		t.Fatal(err)
	}
}

// S1-20: a process is named without reading its memory, which may be locked by a mount that does not
// answer; reading it is given up.
func TestAProcessWhoseMemoryIsLocked(t *testing.T) {
	for title, c := range map[string]struct{ comm, exe, want string }{
		"the command's name":            {"sleep", "/usr/bin/sleep", "sleep"},
		"a script":                      {"backup.sh", "/usr/bin/bash", "backup.sh"},
		"a title":                       {"tmux: server", "/usr/bin/tmux", "tmux: server"},
		"a long name":                   {"a-program-of-ma", "/opt/a-program-of-many-words", "a-program-of-many-words"},
		"a long name that is removed":   {"a-program-of-ma", "/opt/a-program-of-many-words (deleted)", "a-program-of-many-words"},
		"a long name of a script":       {"a-script-of-man", "/usr/bin/python3.12", "a-script-of-man"},
		"the name of a thread":          {"MainThread", "/usr/bin/node", "node"},
		"the prefixed name of a thread": {"node-MainThread", "/usr/bin/node", "node"},
		"a name of exactly that length": {"a-program-of-ma", "/opt/a-program-of-ma", "a-program-of-ma"},
	} {
		t.Run(title, func(t *testing.T) {
			standIn(t, 77, c.comm, c.exe)
			got := make(chan string, 1)
			go func() { got <- GroupName(77, 1) }()
			select {
			case name := <-got:
				if name != c.want {
					t.Errorf("got %q, want %q", name, c.want)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("the name is still being read")
			}
		})
	}
	standIn(t, 77, "sleep", "/usr/bin/sleep")
	if a, err := Arguments(77); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("arguments %q, %v", a, err)
	}
	if env, err := Environ(77); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("environment %q, %v", env, err)
	}
}

// In the middle of execve(2) a process has no environment. It is read again, unless it stays empty.
func TestTheEnvironmentDuringExec(t *testing.T) {
	standIn(t, 88, "a name", "/bin/a")
	stat := func(envEnd string) {
		fields := slices.Repeat([]string{"1"}, 50) // from the state field on
		fields[statState], fields[statEnvEnd] = "S", envEnd
		if err := os.WriteFile(filepath.Join(root, "88", "stat"), []byte("88 (a name) "+strings.Join(fields, " ")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stat("0")
	looks := 0
	before := readEnviron
	t.Cleanup(func() { readEnviron = before })
	readEnviron = func(path string) ([]byte, error) {
		if path != file(88, "environ") {
			t.Errorf("read %s", path)
		}
		if looks++; looks < 3 {
			return nil, nil
		}
		stat("4711")
		return []byte("A=b\x00C=d\x00"), nil
	}
	if env, err := Environ(88); err != nil || !slices.Equal(env, []string{"A=b", "C=d"}) || looks != 3 {
		t.Errorf("got %q, %v after %d looks", env, err, looks)
	}
	looks = 0
	readEnviron = func(string) ([]byte, error) { looks++; return nil, nil }
	if env, err := Environ(88); err != nil || len(env) > 0 || looks != 1 {
		t.Errorf("without an environment: got %q, %v after %d reads", env, err, looks)
	}
	stat("0")
	if env, err := Environ(88); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("an execve(2) that does not end: got %q, %v", env, err)
	}
}

// If the first program of a pipeline has ended, another one gives the process group its name.
func TestTheNameOfAPipelineWithoutItsLeader(t *testing.T) {
	standIn(t, 90, "sh", "/bin/sh")
	write := func(pid int, name, text string) {
		if err := os.MkdirAll(filepath.Dir(file(pid, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file(pid, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(90, filepath.Join("task", strconv.Itoa(90), "children"), "91 92 ")
	write(91, "stat", "91 (other) S 90 91 90")
	write(92, "stat", "92 (less) S 90 89 90")
	write(92, "comm", "less\n")
	if got := GroupName(89, 90); got != "less" {
		t.Errorf("got %q, want less", got)
	}
}
