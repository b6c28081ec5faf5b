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

// processCommand is the name of a process: its comm, proc(5); empty where it is gone.
// Where comm is cut, or names a thread as that of Node.js does, it is the name of the
// file that is executed. Neither is read from the memory of the process, which may be
// locked, as its arguments are.
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

// deleted is what proc(5) adds to the path of a file that was removed.
const deleted = " (deleted)"

// maxComm is the longest comm: TASK_COMM_LEN without the final NUL.
const maxComm = 15

// groupCommand is the name of a process group's leader, or, where that has ended before
// the others of a pipeline, of one of the shell's children in the group.
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

// workingDir is the working directory of a process, empty where it cannot be seen.
func workingDir(pid int) string {
	dir, err := proc.Link(procDir(pid) + "/cwd")
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(dir, deleted)
}
