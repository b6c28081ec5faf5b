package host

import (
	"slices"
	"strings"

	"dormer/session/proc"
)

// Process is the process of a host.
type Process struct {
	PID int
	// Name is the name of the host.
	Name string
}

// Removed lists the running hosts whose files were removed and whose environment ours accepts. If
// the system does not show which files a process has open, it returns none.
func Removed(ours func(getenv func(string) string) bool) []Process {
	var list []Process
	for _, p := range proc.All() {
		name, is := hostName(p.PID)
		if !is || !holdsRemovedLock(p.PID) {
			continue
		}
		if environ, err := proc.Environ(p.PID); err == nil && ours(func(name string) string { return getEnv(environ, name) }) {
			list = append(list, Process{PID: p.PID, Name: name})
		}
	}
	return list
}

// holdsRemovedLock reports whether a process holds a removed lock file of a session.
func holdsRemovedLock(pid int) bool {
	return slices.ContainsFunc(proc.Files(pid), func(path string) bool {
		return strings.HasSuffix(path, "/"+lockName+" (deleted)")
	})
}
