package persist

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dormer/session/private"
)

// Taker is a program that takes a workspace over from another, as it describes itself.
type Taker struct {
	Holder
	// Terminal is the path of the taker's terminal, empty if it is unknown.
	Terminal string `json:"terminal,omitempty"`
}

// takeoverName is the name of the file in which a taker describes itself while the other
// program exits.
const takeoverName = "taker"

// announcementTime is the time during which the file of a killed taker still counts.
const announcementTime = 10 * time.Second

// takeTime is the time that the program that has the workspace open gets to save and exit.
const takeTime = 5 * time.Second

// Take asks the program that has the workspace in dir open to exit, as if its terminal were
// closed, and opens the workspace as soon as it has exited. locked is the error of [Open].
// Errors say what the user can do.
func Take(dir string, o Options, locked *LockedError) (*Store, error) {
	pid := locked.Holder.PID
	switch {
	case pid == 0: // it is just exiting or starting: the next attempt shows which
	case !locked.Holder.Here():
		return nil, fmt.Errorf("%s: it can be taken only on that machine: run dormer --take there, or leave it", locked.Fact())
	default:
		defer announceTakeover(dir)()
		if err := askToExit(pid); err != nil {
			return nil, fmt.Errorf("%s: it cannot be asked to leave: %w: leave it there", locked.Fact(), err)
		}
	}
	for end := time.Now().Add(takeTime); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		store, err := Open(dir, o)
		var now *LockedError
		if !errors.As(err, &now) {
			return store, err
		}
		if now.Holder.PID != 0 && now.Holder.PID != pid {
			return nil, fmt.Errorf("%s, which took it just now: go on there, or bring it here with dormer --take", now.Fact())
		}
	}
	if pid == 0 {
		return nil, fmt.Errorf("%s, and which one is not known: leave it there", locked.Fact())
	}
	return nil, fmt.Errorf("%s: it does not leave: kill -9 %d ends it without a loss, then dormer opens it here", locked.Fact(), pid)
}

// askToExit asks a program to exit, even if it is stopped.
func askToExit(pid int) error {
	err := syscall.Kill(pid, syscall.SIGTERM)
	if err == nil {
		err = syscall.Kill(pid, syscall.SIGCONT)
	}
	if errors.Is(err, syscall.ESRCH) {
		return nil // it has already exited
	}
	return err
}

// announceTakeover writes a file into the workspace's directory that tells the exiting program
// that this one takes the workspace over. The returned function removes the file. Errors are
// ignored. If another program has announced itself, nothing is written and the workspace is
// left to that program.
func announceTakeover(dir string) (withdraw func()) {
	path := filepath.Join(dir, takeoverName)
	if _, announced := takerIn(dir, time.Now()); announced {
		return func() {}
	}
	host, _ := os.Hostname()
	text, err := json.Marshal(Taker{Holder{PID: os.Getpid(), Host: host, Since: time.Now().UTC()}, terminal()})
	if err != nil {
		return func() {}
	}
	f, err := private.Open(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC|syscall.O_NOFOLLOW)
	if err != nil {
		return func() {}
	}
	_, err = f.Write(append(text, '\n'))
	if errors.Join(err, f.Close()) != nil {
		_ = os.Remove(path)
	}
	return func() {
		if t, announced := takerIn(dir, time.Now()); !announced || t.PID == os.Getpid() {
			_ = os.Remove(path)
		}
	}
}

// terminal returns the path of the terminal at standard input, empty if it is unknown.
func terminal() string {
	path, err := os.Readlink("/proc/self/fd/0")
	if err != nil || !strings.HasPrefix(path, "/dev/") {
		return ""
	}
	return path
}

// Taker returns the program that is taking the workspace over, or false if there is none or it
// is unknown.
func (s *Store) Taker() (Taker, bool) { return takerIn(s.dir, s.options.Now()) }

// takerIn returns the program that has announced that it takes over the workspace in dir.
func takerIn(dir string, now time.Time) (Taker, bool) {
	var t Taker
	if private.ReadJSON(filepath.Join(dir, takeoverName), maxHolder, &t) != nil || !t.Here() || now.Sub(t.Since).Abs() > announcementTime {
		return Taker{}, false
	}
	return t, syscall.Kill(t.PID, 0) != syscall.ESRCH
}

// String describes a taker: "dormer --take in /dev/pts/3 (pid 4711)".
func (t Taker) String() string {
	if t.Terminal == "" {
		return fmt.Sprintf("dormer --take (pid %d)", t.PID)
	}
	return fmt.Sprintf("dormer --take in %s (pid %d)", t.Terminal, t.PID)
}
