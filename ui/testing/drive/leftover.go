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

// Processes are the ids of the processes that carry DORMER_HOME=home in their
// environment.
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

// variable is what a process was started with as an environment variable.
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

// betweenPrograms reports whether a process is in the middle of an exec: it has a
// program, but nothing is known yet of where its environment ends (proc(5),
// env_end). Kernel threads and zombies have neither.
func betweenPrograms(pid int) bool {
	if _, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid)); err != nil {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(after) // from the third on
	return len(fields) > 48 && fields[48] == "0"
}

// Children are the processes that lead the sessions of the program, by the
// session's id: of the processes with one DORMER_SESSION_ID the one that leads
// its process group and session.
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

// CommandLine is the argument vector of a process, joined by spaces.
func CommandLine(pid int) string {
	line, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err != nil {
		return ""
	}
	return strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))
}

// Alive reports whether a process exists and is no zombie.
func Alive(pid int) bool {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}

// WaitGone waits for the end of any process, also of one that is not a child, and
// reports whether it came within [Patience].
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

// Hosts are the ids of the processes that host the sessions of a home. Their
// environment is not that of the program; they are known by their log.
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

// EndHosts ends the sessions of a home by asking their hosts to (SIGTERM), which
// outlive the program on purpose.
func EndHosts(home string) {
	for _, pid := range Hosts(home) {
		_ = unix.Kill(pid, unix.SIGTERM)
	}
}

// failOnLeftovers ends all processes of a home, by id, and fails the test for each
// that did not end by itself within patience. A host that was about to start is
// found a moment later, so it asks and looks until there is none.
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
