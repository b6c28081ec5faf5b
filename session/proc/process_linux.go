package proc

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// root is the directory of proc(5).
var root = "/proc"

// contents and targets read files and symbolic links that may be locked.
var (
	contents = newReader(os.ReadFile, ReadTimeout)
	targets  = newReader(func(path string) ([]byte, error) {
		to, err := os.Readlink(path)
		return []byte(to), err
	}, ReadTimeout)
)

// file returns the path of a file about a process.
func file(pid int, name string) string { return filepath.Join(root, strconv.Itoa(pid), name) }

func usage() []Process { return all() }

func all() []Process {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	list := make([]Process, 0, len(entries))
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if p, ok := find(pid); ok {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Process) int { return a.PID - b.PID })
	return list
}

func find(pid int) (Process, bool) {
	stat, err := os.ReadFile(file(pid, "stat"))
	if err != nil {
		return Process{}, false
	}
	return parseStat(pid, stat)
}

// The fields of the stat file of a process, counted from its state, which is the third.
const (
	statState, statParent, statGroup, statSession = 0, 1, 2, 3

	statUser, statSystem, statChildrenSystem = 14 - 3, 15 - 3, 17 - 3

	statResident = 24 - 3 // in pages
	statEnvEnd   = 51 - 3
)

// tick is the unit of times in the stat file: USER_HZ, which is 100 on all of Go's systems.
const tick = time.Second / 100

// statFields returns these fields. The command's name before them may contain any character.
func statFields(stat []byte) [][]byte { return bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) }

// parseStat parses the stat file of a process. A process that only waits to be reaped is not alive.
func parseStat(pid int, stat []byte) (p Process, alive bool) {
	fields := statFields(stat)
	if len(fields) <= statSession || bytes.ContainsAny(fields[statState], "ZX") {
		return Process{}, false
	}
	number := func(at int) int {
		if at >= len(fields) {
			return 0
		}
		n, _ := strconv.Atoi(string(fields[at]))
		return n
	}
	p = Process{
		PID: pid, Parent: number(statParent), Group: number(statGroup), Session: number(statSession),
		Stopped: bytes.ContainsAny(fields[statState], "Tt"), Memory: int64(number(statResident)) * int64(os.Getpagesize()),
	}
	for at := statUser; at <= statChildrenSystem; at++ {
		p.CPU += time.Duration(number(at)) * tick
	}
	return p, true
}

// maxComm is the longest comm: TASK_COMM_LEN without the final NUL.
const maxComm = 15

// deleted is the suffix that proc(5) adds to the path of a removed file.
const deleted = " (deleted)"

// name returns the comm of a process. If that is cut, or is the name of a thread as in Node.js, it
// returns the name of the executed file.
func name(pid int) string {
	text, _ := contents.Read(file(pid, "comm")) // empty if it has ended
	comm := strings.TrimSuffix(string(text), "\n")
	thread := strings.HasSuffix(comm, "MainThread")
	if !thread && len(comm) < maxComm {
		return comm
	}
	path, err := targets.Read(file(pid, "exe"))
	if n := filepath.Base(string(path)); err == nil && (thread || strings.HasPrefix(n, comm)) {
		return strings.TrimSuffix(n, deleted)
	}
	return comm
}

func childrenOf(pid int) []Process {
	text, err := contents.Read(file(pid, filepath.Join("task", strconv.Itoa(pid), "children")))
	if err != nil {
		return nil
	}
	var list []Process
	for _, child := range strings.Fields(string(text)) {
		number, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		if p, ok := find(number); ok {
			list = append(list, p)
		}
	}
	return list
}

func dir(pid int) string {
	path, err := targets.Read(file(pid, "cwd"))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(path), deleted)
}

func arguments(pid int) ([]string, error) {
	text, err := contents.Read(file(pid, "cmdline"))
	return texts(text), err
}

// texts splits a list of texts that each end with NUL.
func texts(all []byte) []string {
	if len(all) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(all), "\x00"), "\x00")
}

// execTime limits the wait for an execve(2) in progress, and execPause is the time between two
// checks.
const (
	execTime  = 500 * time.Millisecond
	execPause = 2 * time.Millisecond
)

// readEnviron reads the environ file of a process.
var readEnviron = contents.Read

// environ reads the environment of a process. During an execve(2) there is none, so it retries.
func environ(pid int) ([]string, error) {
	for end := time.Now().Add(execTime); ; time.Sleep(execPause) {
		text, err := readEnviron(file(pid, "environ"))
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded), err == nil && len(text) > 0, !executing(pid):
			return texts(text), err
		case time.Now().After(end):
			return nil, os.ErrDeadlineExceeded
		}
	}
}

// executing reports whether an execve(2) of the process is in progress: its new memory does not
// have the end of the environment yet (env_end, proc(5)).
func executing(pid int) bool {
	stat, err := os.ReadFile(file(pid, "stat"))
	if err != nil {
		return false
	}
	fields := statFields(stat)
	return len(fields) > statEnvEnd && string(fields[statEnvEnd]) == "0" && !bytes.ContainsAny(fields[statState], "ZX")
}

func files(pid int) []string {
	at := file(pid, "fd")
	open, err := os.ReadDir(at)
	if err != nil {
		return nil // it belongs to another user, or has ended
	}
	paths := make([]string, 0, len(open))
	for _, f := range open {
		if path, err := os.Readlink(filepath.Join(at, f.Name())); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

func ports(pids []int) map[int][]int {
	at := map[string]int{} // ports, by the names of sockets in fd
	for _, table := range []string{"net/tcp", "net/tcp6"} {
		text, err := os.ReadFile(filepath.Join(root, table))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		listeners(string(text), at)
	}
	found := map[int][]int{}
	for _, pid := range pids {
		for _, f := range files(pid) {
			if port, listens := at[f]; listens && !slices.Contains(found[pid], port) {
				found[pid] = append(found[pid], port)
			}
		}
		slices.Sort(found[pid])
	}
	return found
}

// listeners adds the ports of the listening sockets in a table (proc(5), /proc/net/tcp).
func listeners(table string, at map[string]int) {
	const local, state, inode, listen = 1, 3, 9, "0A"
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		if len(fields) <= inode || fields[state] != listen {
			continue
		}
		_, hex, _ := strings.Cut(fields[local], ":")
		if port, err := strconv.ParseUint(hex, 16, 16); err == nil {
			at["socket:["+fields[inode]+"]"] = int(port)
		}
	}
}

// killBefore raises the score of a process: proc(5), oom_score_adj. Raising it is always allowed.
func killBefore(pid int) {
	own, err := os.ReadFile(filepath.Join(root, "self", "oom_score_adj"))
	if err != nil {
		return
	}
	score, err := strconv.Atoi(strings.TrimSpace(string(own)))
	if err != nil {
		return
	}
	score = min(max(score, 0)+killScore, 1000)
	_ = os.WriteFile(file(pid, "oom_score_adj"), []byte(strconv.Itoa(score)), 0) // it may have ended
}

// killScore is added to a score, in thousandths of the memory.
const killScore = 50
