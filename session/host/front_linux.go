package host

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// procRoot is where proc(5) is.
var procRoot = "/proc"

// processCommand is what a process is called: its comm, proc(5); empty where it is gone.
// Where comm is cut, or names a thread as that of Node.js does, it is the name of the
// file that is executed. Unlike the arguments of a process, which are in its memory,
// neither can be locked: this is asked under the host's lock.
func processCommand(pid int) string {
	dir := procRoot + "/" + strconv.Itoa(pid)
	text, _ := os.ReadFile(dir + "/comm") // empty where it is gone
	comm := strings.TrimSuffix(string(text), "\n")
	thread := strings.HasSuffix(comm, "MainThread")
	if !thread && len(comm) < maxComm {
		return comm
	}
	file, err := os.Readlink(dir + "/exe")
	if name := filepath.Base(file); err == nil && (thread || strings.HasPrefix(name, comm)) {
		return strings.TrimSuffix(name, " (deleted)")
	}
	return comm
}

// maxComm is how long a comm is at most: TASK_COMM_LEN without the final NUL.
const maxComm = 15

// groupCommand is that of a process group's leader, or, where that has ended before
// the others of a pipeline, of one of the shell's children in the group.
func groupCommand(group, shell int) string {
	if command := processCommand(group); command != "" {
		return command
	}
	dir := procRoot + "/" + strconv.Itoa(shell)
	children, err := os.ReadFile(dir + "/task/" + strconv.Itoa(shell) + "/children")
	if err != nil {
		return ""
	}
	for _, child := range strings.Fields(string(children)) {
		pid, err := strconv.Atoi(child)
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(procRoot + "/" + child + "/stat")
		if err != nil {
			continue
		}
		if of, _, alive := parseStat(stat); alive && of == group {
			return processCommand(pid)
		}
	}
	return ""
}
