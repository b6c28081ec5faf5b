package host

import (
	"path/filepath"
	"strconv"
	"strings"

	"dormer/session/proc"
)

// procRoot is where proc(5) is.
var procRoot = "/proc"

func procDir(pid int) string { return filepath.Join(procRoot, strconv.Itoa(pid)) }

// processCommand returns the name of a process: its comm, proc(5), or an empty string if it
// is gone. If comm is cut off, or names a thread as that of Node.js does, it is the name of
// the executed file. Neither is read from the memory of the process, which may be locked,
// as its arguments are.
func processCommand(pid int) string {
	text, _ := proc.Read(procDir(pid) + "/comm") // empty where it is gone
	comm := strings.TrimSuffix(string(text), "\n")
	thread := strings.HasSuffix(comm, "MainThread")
	if !thread && len(comm) < maxComm {
		return comm
	}
	file, err := proc.Link(procDir(pid) + "/exe")
	if name := filepath.Base(file); err == nil && (thread || strings.HasPrefix(name, comm)) {
		return strings.TrimSuffix(name, deleted)
	}
	return comm
}

// deleted is the suffix in proc(5) of the path of a removed file.
const deleted = " (deleted)"

// maxComm is the longest comm: TASK_COMM_LEN without the final NUL.
const maxComm = 15

// groupCommand returns the name of a process group's leader. If the leader of a pipeline
// has ended before the others, it is the name of another of the shell's children in the
// group.
func groupCommand(group, shell int) string {
	if command := processCommand(group); command != "" {
		return command
	}
	children, err := proc.Read(procDir(shell) + "/task/" + strconv.Itoa(shell) + "/children")
	if err != nil {
		return ""
	}
	for _, child := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		stat, err := proc.Read(procDir(pid) + "/stat")
		if err != nil {
			continue
		}
		if of, _, alive := parseStat(stat); alive && of == group {
			return processCommand(pid)
		}
	}
	return ""
}

// workingDir returns the working directory of a process, or an empty string if it cannot be
// read.
func workingDir(pid int) string {
	dir, err := proc.Link(procDir(pid) + "/cwd")
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(dir, deleted)
}
