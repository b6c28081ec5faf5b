package proc

import "time"

// Process is the entry of a live process in the system's table.
type Process struct {
	PID, Parent int
	// Group is its process group, and Session its session of setsid(2): both are named after the
	// number of the process that made them.
	Group, Session int
	// Stopped reports that a signal or a debugger has stopped it.
	Stopped bool
	// CPU is the processor time that it has used, see [Usage]; Memory is its resident memory, in
	// bytes. Shared memory counts in each process.
	CPU    time.Duration
	Memory int64
}

// All lists the live processes that this user may see, by number. On Linux their CPU and Memory are
// set; see [Usage].
func All() []Process { return all() }

// Usage is [All] with CPU and Memory set if the system provides them.
func Usage() []Process { return usage() }

// Find returns one process. One that has ended and was not waited for is not found.
func Find(pid int) (p Process, found bool) { return find(pid) }

// InSession lists the processes of the session of setsid(2) with this number. They belong to its
// leader until that has been waited for: until then no other process can get its number.
func InSession(session int) []Process {
	var in []Process
	for _, p := range All() {
		if p.Session == session {
			in = append(in, p)
		}
	}
	return in
}

// Families groups processes by the session leaders that they belong to: the processes in the
// leader's session of setsid(2), and all their descendants, even in sessions of their own.
// Processes in apart, and their descendants, belong to no leader, unless they are in a leader's
// session themselves.
func Families(all []Process, leaders, apart map[int]bool) map[int][]Process {
	of := make(map[int]Process, len(all))
	for _, p := range all {
		of[p.PID] = p
	}
	known := make(map[int]int, len(all))
	var leader func(pid int) int
	leader = func(pid int) int {
		p, here := of[pid]
		found, asked := known[pid]
		switch {
		case asked || !here:
			return found
		case apart[pid]:
		case leaders[p.Session]:
			found = p.Session
		default:
			known[pid] = 0 // parents that are each other's, by a number that was used again
			found = leader(p.Parent)
		}
		known[pid] = found
		return found
	}
	families := map[int][]Process{}
	for _, p := range all {
		if l := leader(p.PID); l != 0 {
			families[l] = append(families[l], p)
		}
	}
	return families
}

// Name returns the name of a process: a program's name, or a title that it has set; empty if it has
// ended. It is not read from the memory of the process, which may be locked.
func Name(pid int) string { return name(pid) }

// GroupName returns the name of a process group's leader, or, if that has ended before the others
// of a pipeline, of one of the shell's children in the group.
func GroupName(group, shell int) string {
	if n := Name(group); n != "" {
		return n
	}
	for _, p := range childrenOf(shell) {
		if p.Group == group {
			return Name(p.PID)
		}
	}
	return ""
}

// Dir returns the working directory of a process, empty if it is not accessible. A removed
// directory has its old path.
func Dir(pid int) string { return dir(pid) }

// Arguments returns the arguments with which a process was started, its own name first. The error
// is [os.ErrDeadlineExceeded] if the system does not provide them in time.
func Arguments(pid int) ([]string, error) { return arguments(pid) }

// Environ returns the environment with which a process was started, as NAME=value. The error is
// [os.ErrDeadlineExceeded] if it cannot be read now: the memory of the process is locked, or an
// execve(2) takes a long time.
func Environ(pid int) ([]string, error) { return environ(pid) }

// Files returns the paths of a process's open files. On Linux a removed path ends with "
// (deleted)".
func Files(pid int) []string { return files(pid) }

// Ports returns the TCP ports on which processes listen, by their numbers and sorted. On Linux
// processes in another network namespace, as in a container, are not seen.
func Ports(pids []int) map[int][]int { return ports(pids) }

// KillBefore makes a process more likely than this one to be killed when memory runs out, if the
// system supports that.
func KillBefore(pid int) { killBefore(pid) }
