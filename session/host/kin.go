package host

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
)

// kin is a process of the child's session.
type kin struct {
	pid, group int
}

// sessionKin lists the live processes of the session that the process sid leads
// or led, from proc(5). mark is what the environment of a process holds that
// belongs to it; with an empty mark the number alone decides, which is right as
// long as the leader has not been waited for: until then nobody else can get it.
func sessionKin(proc string, sid int, mark []byte) []kin {
	entries, err := os.ReadDir(proc)
	if err != nil {
		return nil
	}
	var list []kin
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		stat, err := os.ReadFile(filepath.Join(proc, e.Name(), "stat"))
		if err != nil {
			continue
		}
		group, session, alive := parseStat(stat)
		if alive && session == sid && hasMark(filepath.Join(proc, e.Name(), "environ"), mark) {
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

func hasMark(file string, mark []byte) bool {
	if len(mark) == 0 {
		return true
	}
	environ, err := os.ReadFile(file)
	if err != nil {
		return false
	}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if bytes.Equal(entry, mark) {
			return true
		}
	}
	return false
}
