//go:build linux

package host

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// procOf makes a process of a stand-in for proc(5) whose memory is locked: what is made of
// that blocks whoever opens it.
func procOf(t *testing.T, pid, comm, exe string) {
	t.Helper()
	before := procRoot
	procRoot = t.TempDir()
	t.Cleanup(func() { procRoot = before })
	dir := filepath.Join(procRoot, pid)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cmdline", "environ", "maps"} {
		if err := unix.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "comm"), []byte(comm+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(exe, filepath.Join(dir, "exe")); err != nil {
		t.Fatal(err)
	}
}

// A host asks what runs in the foreground under its lock: it is not held up by a process
// whose memory is locked, as by a mount that does not answer.
func TestTheNameOfAProgramWhoseMemoryIsLocked(t *testing.T) {
	for name, c := range map[string]struct{ comm, exe, want string }{
		"as it is":                    {"sleep", "/usr/bin/sleep", "sleep"},
		"a script":                    {"backup.sh", "/usr/bin/bash", "backup.sh"},
		"a title":                     {"tmux: server", "/usr/bin/tmux", "tmux"},
		"a long name":                 {"a-program-of-ma", "/opt/a-program-of-many-words", "a-program-of-many-words"},
		"a long name that is removed": {"a-program-of-ma", "/opt/a-program-of-many-words (deleted)", "a-program-of-many-words"},
		"a long name of a script":     {"a-script-of-man", "/usr/bin/python3.12", "a-script-of-man"},
		"that of a thread":            {"MainThread", "/usr/bin/node", "node"},
		"that of a thread, prefixed":  {"node-MainThread", "/usr/bin/node", "node"},
		"a name of just that length":  {"a-program-of-ma", "/opt/a-program-of-ma", "a-program-of-ma"},
	} {
		t.Run(name, func(t *testing.T) {
			procOf(t, "77", c.comm, c.exe)
			told := make(chan string, 1)
			go func() { told <- calledBy(groupCommand(77, 1)) }()
			select {
			case got := <-told:
				if got != c.want {
					t.Errorf("got %q, want %q", got, c.want)
				}
			case <-time.After(5 * time.Second):
				t.Fatal("it is still asked for")
			}
		})
	}
}
