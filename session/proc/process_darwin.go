package proc

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// ended is the state of a process that waits to be reaped, and stopped that of a stopped one (SZOMB
// and SSTOP, sys/proc.h).
const (
	stopped = 4
	ended   = 5
)

func all() []Process {
	table, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	list := make([]Process, 0, len(table))
	for i := range table {
		if p, alive := fromKernel(&table[i]); alive {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b Process) int { return a.PID - b.PID })
	return list
}

func find(pid int) (Process, bool) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return Process{}, false
	}
	return fromKernel(k)
}

func fromKernel(k *unix.KinfoProc) (p Process, alive bool) {
	pid := int(k.Proc.P_pid)
	session, err := unix.Getsid(pid)
	if err != nil {
		session = 0 // it has just ended
	}
	return Process{
		PID: pid, Parent: int(k.Eproc.Ppid), Group: int(k.Eproc.Pgid), Session: session, Stopped: k.Proc.P_stat == stopped,
	}, k.Proc.P_stat != ended
}

// toolTime limits ps(1) and lsof(8).
const toolTime = 2 * time.Second

// usage asks ps(1): the kernel provides CPU and memory only through libproc.
func usage() []Process {
	list := all()
	ctx, cancel := context.WithTimeout(context.Background(), toolTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, "/bin/ps", "-axo", "pid=,rss=,time=").Output()
	if err != nil {
		return list
	}
	at := make(map[int]*Process, len(list))
	for i := range list {
		at[list[i].PID] = &list[i]
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		pid, _ := strconv.Atoi(fields[0])
		kilobytes, _ := strconv.ParseInt(fields[1], 10, 64)
		if p := at[pid]; p != nil {
			p.Memory, p.CPU = kilobytes<<10, clock(fields[2])
		}
	}
	return list
}

// clock parses a time of ps(1): 1:02.50, or 1:01:02.50.
func clock(text string) time.Duration {
	var t time.Duration
	for part := range strings.SplitSeq(text, ":") {
		n, _ := strconv.ParseFloat(part, 64)
		t = 60*t + time.Duration(n*float64(time.Second))
	}
	return t
}

// maxComm is the longest name in the kernel's table (MAXCOMLEN).
const maxComm = 16

// name returns the name in the kernel's table. If that is cut, it returns the name of the executed
// file.
func name(pid int) string {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Proc.P_pid) != pid {
		return ""
	}
	comm := unix.ByteSliceToString(k.Proc.P_comm[:])
	if len(comm) < maxComm {
		return comm
	}
	a, err := started(pid)
	if n := filepath.Base(a.path); err == nil && strings.HasPrefix(n, comm) {
		return n
	}
	return comm
}

func childrenOf(pid int) []Process {
	return slices.DeleteFunc(all(), func(p Process) bool { return p.Parent != pid })
}

func dir(int) string     { return "" }
func files(int) []string { return nil }

func arguments(pid int) ([]string, error) {
	a, err := started(pid)
	return a.arguments, err
}

func environ(pid int) ([]string, error) {
	a, err := started(pid)
	return a.environ, err
}

// start describes how a process was started.
type start struct {
	path               string
	arguments, environ []string
}

// startText reads kern.procargs2 of a process, from its memory.
var startText = newReader(func(pid string) ([]byte, error) {
	number, err := strconv.Atoi(pid)
	if err != nil {
		return nil, err
	}
	return unix.SysctlRaw("kern.procargs2", number)
}, ReadTimeout)

// started parses kern.procargs2: the number of arguments, the path of the program, arguments and
// environment, each ending with NUL, with additional NULs after the path.
func started(pid int) (start, error) {
	text, err := startText.Read(strconv.Itoa(pid))
	if err != nil {
		return start{}, err
	}
	if len(text) < 4 {
		return start{}, errors.New("the system does not report its arguments")
	}
	n := int(binary.NativeEndian.Uint32(text))
	path, rest, _ := bytes.Cut(text[4:], []byte{0})
	words := strings.Split(string(bytes.TrimLeft(rest, "\x00")), "\x00")
	n = min(max(n, 0), len(words))
	s := start{path: string(path), arguments: words[:n]}
	for _, word := range words[n:] {
		if word == "" {
			break
		}
		s.environ = append(s.environ, word)
	}
	return s, nil
}

// ports asks lsof(8).
func ports(pids []int) map[int][]int {
	if len(pids) == 0 {
		return nil
	}
	var those []string
	for _, pid := range pids {
		those = append(those, strconv.Itoa(pid))
	}
	ctx, cancel := context.WithTimeout(context.Background(), toolTime)
	defer cancel()
	// Its status is 1 if some of the processes do not listen.
	out, _ := exec.CommandContext(ctx, "/usr/sbin/lsof", "-nP", "-iTCP", "-sTCP:LISTEN", "-a", "-p", strings.Join(those, ","), "-Fpn").Output()
	found := map[int][]int{}
	pid := 0
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if number, ok := strings.CutPrefix(line, "p"); ok {
			pid, _ = strconv.Atoi(number)
			continue
		}
		port, err := strconv.Atoi(line[strings.LastIndexByte(line, ':')+1:])
		if strings.HasPrefix(line, "n") && err == nil && !slices.Contains(found[pid], port) {
			found[pid] = append(found[pid], port)
		}
	}
	for _, list := range found {
		slices.Sort(list)
	}
	return found
}

func killBefore(int) {}
