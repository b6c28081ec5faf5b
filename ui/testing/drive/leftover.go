//go:build linux

package drive

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Processes returns the ids of all processes with DORMER_HOME=home in their environment.
func Processes(home string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && belongs(pid, home) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func belongs(pid int, home string) bool {
	value, ok := variable(pid, "DORMER_HOME")
	return ok && value == home
}

// variable returns the value of an environment variable that a process was started with, and
// whether the variable was set.
func variable(pid int, name string) (string, bool) {
	path := fmt.Sprintf("/proc/%d/environ", pid)
	env, err := os.ReadFile(path)
	for limit := time.Now().Add(Patience); err == nil && len(env) == 0 && betweenPrograms(pid) && time.Now().Before(limit); {
		<-time.After(time.Millisecond)
		env, err = os.ReadFile(path)
	}
	if err != nil {
		return "", false
	}
	for _, e := range bytes.Split(env, []byte{0}) {
		if n, value, ok := strings.Cut(string(e), "="); ok && n == name {
			return value, true
		}
	}
	return "", false
}

// betweenPrograms reports whether a process is in the middle of an exec: it has a program, but
// the kernel does not know yet where its environment ends (proc(5), env_end). Kernel threads
// and zombies have no program.
func betweenPrograms(pid int) bool {
	if _, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); err != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after) // from the third field on
	return len(fields) > 48 && fields[48] == "0"
}

// Children returns the process of each of the program's sessions, by session id. Of the
// processes with the same DORMER_SESSION_ID it is the one that leads both its process group and
// its session.
func (p *Program) Children() map[string]int {
	children := map[string]int{}
	for _, pid := range Processes(p.options.Home) {
		id, ok := variable(pid, "DORMER_SESSION_ID")
		if sid, err := unix.Getsid(pid); ok && err == nil && sid == pid && Alive(pid) {
			children[id] = pid
		}
	}
	return children
}

// CommandLine returns the argument vector of a process, joined by spaces.
func CommandLine(pid int) string {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
}

// Alive reports whether a process exists and is not a zombie.
func Alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

// WaitGone waits until a process has ended, and reports whether it ended within [Patience]. The
// process need not be a child.
func WaitGone(pid int) bool { return goneWithin(pid, Patience) }

func goneWithin(pid int, patience time.Duration) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return !Alive(pid)
	}
	defer func() { _ = unix.Close(fd) }()
	deadline := time.Now().Add(patience)
	for {
		left := max(0, time.Until(deadline))
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left.Milliseconds()))
		if errors.Is(err, unix.EINTR) {
			continue
		}
		return err == nil && n > 0
	}
}

// Hosts returns the ids of the processes that host the sessions of a home. A host does not have
// the program's environment; it is recognized by its command line and by its standard error,
// which is a log below the home.
func Hosts(home string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var hosts []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || !strings.HasPrefix(CommandLine(pid), "dormer host ") {
			continue
		}
		log, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/2", pid))
		if err == nil && strings.HasPrefix(log, home+"/") {
			hosts = append(hosts, pid)
		}
	}
	return hosts
}

// EndHosts ends the sessions of a home by sending SIGTERM to their hosts, which by design
// outlive the program.
func EndHosts(home string) {
	for _, pid := range Hosts(home) {
		_ = unix.Kill(pid, unix.SIGTERM)
	}
}

// failOnLeftovers ends the hosts of a home and waits until no process of the home is left. After
// patience it kills those that remain, by id, and fails the test for each. A host that is just
// starting shows up a moment later, so it searches again until it finds none.
func failOnLeftovers(t testing.TB, home string, patience time.Duration) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		EndHosts(home)
		left := append(Processes(home), Hosts(home)...)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			killLeftovers(t, home, left)
			return
		}
		goneWithin(left[0], 100*time.Millisecond)
	}
}

func killLeftovers(t testing.TB, home string, left []int) {
	t.Helper()
	for _, pid := range left {
		t.Errorf("process %d was left behind: %s", pid, CommandLine(pid))
		if belongs(pid, home) {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}
