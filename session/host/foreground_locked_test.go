//go:build linux

package host

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dormer/session"
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

// What runs in the foreground is found without the memory of the process, which may be
// locked by a mount that does not answer.
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

// While the kernel is asked about the foreground, the host's lock is free: keys, frames
// and other viewers do not wait. Who asks for it gets an answer all the same.
func TestTheLockIsFreeWhileProcIsRead(t *testing.T) {
	before := procRoot
	procRoot = t.TempDir()
	t.Cleanup(func() { procRoot = before })
	h, err := Start(session.Spec{Command: []string{"/bin/sh", "-c", "read x"}, Dir: "/", Env: os.Environ()}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.End(); <-h.Done() })
	child := h.run
	pid := child.tty.foreground()
	dir := procDir(pid)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	comm := filepath.Join(dir, "comm")
	if err := unix.Mkfifo(comm, 0o600); err != nil {
		t.Fatal(err)
	}
	h.mu.Lock()
	h.run = &run{tty: child.tty, pid: -1} // so that the group is not the child's own
	h.mu.Unlock()
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		h.refresh()
	}()
	// Opening it to write succeeds once somebody opens it to read, who then waits.
	var held *os.File
	for limit := time.Now().Add(10 * time.Second); held == nil; runtime.Gosched() {
		if time.Now().After(limit) {
			t.Fatal("nobody reads the name of the foreground process")
		}
		held, _ = os.OpenFile(comm, os.O_WRONLY|unix.O_NONBLOCK, 0)
	}
	free := h.mu.TryLock()
	if free {
		h.mu.Unlock()
	}
	select {
	case <-asked:
	case <-time.After(10 * time.Second):
		t.Error("it is still asked for")
	}
	_ = held.Close()
	<-asked
	h.mu.Lock()
	h.run = child
	h.mu.Unlock()
	if !free {
		t.Error("the lock is held while a file of proc(5) is read")
	}
}
