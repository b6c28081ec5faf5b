package host

import (
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// processCommand is the first argument of a process, or where it has none its name;
// empty where it is gone.
func processCommand(pid int) string {
	dir := "/proc/" + strconv.Itoa(pid)
	var buf [unix.PathMax]byte // as much as a program's path has at most
	if first, _, _ := bytes.Cut(beginning(dir+"/cmdline", buf[:]), []byte{0}); len(first) > 0 {
		return string(first)
	}
	return string(bytes.TrimSpace(beginning(dir+"/comm", buf[:])))
}

// beginning is what a file begins with, as far as buf holds it; empty where there is none.
func beginning(file string, buf []byte) []byte {
	f, err := os.Open(file)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	n, _ := f.Read(buf)
	return buf[:n]
}

// groupCommand is that of a process group's leader, or, where that has ended before
// the others of a pipeline, of one of the shell's children in the group.
func groupCommand(group, shell int) string {
	if command := processCommand(group); command != "" {
		return command
	}
	dir := "/proc/" + strconv.Itoa(shell)
	children, err := os.ReadFile(dir + "/task/" + strconv.Itoa(shell) + "/children")
	if err != nil {
		return ""
	}
	for _, child := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil {
			continue
		}
		if of, _, alive := parseStat(stat); alive && of == group {
			return processCommand(pid)
		}
	}
	return ""
}
