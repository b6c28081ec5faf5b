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

// kin is a process of the child's session.
type kin struct {
	pid, group int
}

// sessionKin lists the live processes of the session that the process sid leads
// or led, from proc(5), of which belongs says by its directory there that it is one of
// them. Where belongs is nil the number alone decides, which is right as long as the
// leader has not been waited for: until then nobody else can get it.
func sessionKin(root string, sid int, belongs func(dir string) bool) []kin {
	entries, err := os.ReadDir(root)
	if err != nil {
		return nil
	}
	var list []kin
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
			list = append(list, kin{pid: pid, group: group})
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

// mark is what the environment of a session's processes holds.
type mark []byte

func markOf(id session.ID) mark { return mark("DORMER_SESSION_ID=" + id.String()) }

// on reports whether a process, by its directory in proc(5), was started with the mark.
// It is not known where the process' memory cannot be looked into now: it is locked, or
// belongs to nobody yet in the middle of an execve(2).
func (m mark) on(dir string) (has, known bool) {
	for end := time.Now().Add(execTime); ; time.Sleep(firstLook) {
		environ, err := readProc(filepath.Join(dir, "environ"))
		switch {
		case errors.Is(err, os.ErrDeadlineExceeded):
			return false, false
		case err != nil:
			return false, true
		case len(environ) > 0 || !executing(dir):
			return m.in(environ), true
		case time.Now().After(end):
			return false, false
		}
	}
}

// readProc reads a file of proc(5) that may be locked.
var readProc = proc.Read

// execTime is how long an execve(2) that is under way is waited for.
const execTime = 500 * time.Millisecond

// surely reports whether a process is known to have the mark.
func (m mark) surely(dir string) bool {
	has, _ := m.on(dir)
	return has
}

// perhaps reports whether a process has the mark, or may have it.
func (m mark) perhaps(dir string) bool {
	has, known := m.on(dir)
	return has || !known
}

func (m mark) in(environ []byte) bool {
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, m) {
			return true
		}
	}
	return false
}

// executing reports whether a process is in the middle of an execve(2): it has a new
// memory, of which nobody has said yet where the environment ends (proc(5), env_end).
func executing(dir string) bool {
	stat, err := os.ReadFile(filepath.Join(dir, "stat"))
	if err != nil {
		return false
	}
	const envEnd = 51 - 3 // from the state on, which is the third
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	return len(fields) > envEnd && string(fields[envEnd]) == "0" && !bytes.ContainsAny(fields[0], "ZX")
}
