package host

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Process is a process that is a host.
type Process struct {
	PID int
	// Name is the name of the host.
	Name string
}

// Removed lists the running hosts whose files were removed and whose environment ours
// accepts. Without proc(5) it returns none.
func Removed(ours func(getenv func(string) string) bool) []Process {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var list []Process
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		dir := filepath.Join("/proc", e.Name())
		name, is := hostName(pid)
		if !is || !holdsRemovedLock(dir) {
			continue
		}
		if environ, err := readProc(filepath.Join(dir, "environ")); err == nil && ours(lookUp(environ)) {
			list = append(list, Process{PID: pid, Name: name})
		}
	}
	return list
}

// holdsRemovedLock reports whether a process, by its directory in proc(5), holds a
// session's lock file that was removed.
func holdsRemovedLock(dir string) bool {
	open, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		return false // it is another user's, or gone
	}
	for _, f := range open {
		path, err := os.Readlink(filepath.Join(dir, "fd", f.Name()))
		if err == nil && strings.HasSuffix(path, "/"+lockName+" (deleted)") {
			return true
		}
	}
	return false
}

// lookUp finds variables in an environment as proc(5) tells it.
func lookUp(environ []byte) func(string) string {
	variables := map[string]string{}
	for entry := range bytes.SplitSeq(environ, []byte{0}) {
		if name, value, ok := strings.Cut(string(entry), "="); ok {
			variables[name] = value
		}
	}
	return func(name string) string { return variables[name] }
}
