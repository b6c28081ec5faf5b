package host

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"dormer/session"
	"dormer/session/proc"
)

// sessionProcess is a process of the child's session.
type sessionProcess struct {
	pid, group int
}

// sessionProcesses lists the live processes, from proc(5), whose session id is sid and
// which belongs accepts, given their directory there. If belongs is nil, the id alone
// decides. That is safe until the leader of the session has been waited for: until then no
// other process can get its number.
func sessionProcesses(root string, sid int, belongs func(dir string) bool) []sessionProcess {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	var list []sessionProcess
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join(root, e.Name())
		stat, err := os.ReadFile(filepath.Join(dir, "stat"))
		if err != nil {
			continue
		}
		group, of, alive := parseStat(stat)
		if alive && of == sid && (belongs == nil || belongs(dir)) {
			list = append(list, sessionProcess{pid: pid, group: group})
		}
	}
	return list
}

// parseStat reads process group, session and whether it is alive from the stat
// file of a process. The command's name in it may hold any character.
func parseStat(stat []byte) (group, session int, alive bool) {
	i := bytes.LastIndexByte(stat, ')')
	if i < 0 {
		return 0, 0, false
	}
	fields := bytes.Fields(stat[i+1:]) // state, parent, group, session
	if len(fields) < 4 {
		return 0, 0, false
	}
	group, _ = strconv.Atoi(string(fields[2]))
	session, _ = strconv.Atoi(string(fields[3]))
	return group, session, !bytes.ContainsAny(fields[0], "ZX")
}

// envMark is a variable in the environment of all processes of a session.
type envMark []byte

func envMarkOf(id session.ID) envMark { return envMark("DORMER_SESSION_ID=" + id.String()) }

// in reports whether a process, by its directory in proc(5), was started with the mark.
// known is false if the memory of the process cannot be read now, because it is locked or
// because an execve(2) is under way.
func (m envMark) in(dir string) (has, known bool) {
	for end := time.Now().Add(execTime); ; time.Sleep(firstLook) {
		environ, err := readProc(filepath.Join(dir, "environ"))
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return false, false
		case err == nil && len(environ) > 0 || !executing(dir):
			return m.among(environ), true
		case time.Now().After(end):
			return false, false
		}
	}
}

// readProc reads a file of proc(5) that may be locked.
var readProc = proc.Read

// execTime bounds the wait for an execve(2) that is under way.
const execTime = 500 * time.Millisecond

// certain reports whether a process certainly has the mark.
func (m envMark) certain(dir string) bool {
	has, _ := m.in(dir)
	return has
}

// possible reports whether a process has the mark or might have it.
func (m envMark) possible(dir string) bool {
	has, known := m.in(dir)
	return has || !known
}

func (m envMark) among(environ []byte) bool {
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, m) {
			return true
		}
	}
	return false
}

// executing reports whether an execve(2) of the process is under way: it has a new memory
// in which the end of the environment is not known yet (env_end, proc(5)).
func executing(dir string) bool {
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return false
	}
	const envEnd = 51 - 3 // from the state on, which is the third
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return len(fields) > envEnd && string(fields[envEnd]) == "0" && !bytes.ContainsAny(fields[0], "ZX")
}
