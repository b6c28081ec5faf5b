package proc

import "time"

// Process is what the system's table says of a process that lives.
type Process struct {
	PID, Parent int
	// Group is its process group, and Session the session of setsid(2) that it is in: both
	// are named by the number of the process that made them.
	Group, Session int
	// Stopped says that a signal or a debugger has stopped it.
	Stopped bool
	// CPU is the processor time that it has used, as [Usage] gives it; Memory is what of
	// its memory is resident, in bytes. What several processes share counts in each.
	CPU    time.Duration
	Memory int64
}

// All lists the processes that live, as far as this user may see them, by number. On Linux
// their CPU and Memory are set; see [Usage].
func All() []Process { return all() }

// Usage is [All] with CPU and Memory wherever the system tells them.
func Usage() []Process { return usage() }

// Find returns one process. One that has ended and was not waited for is not found.
func Find(pid int) (p Process, found bool) { return find(pid) }

// InSession lists the processes of the session of setsid(2) with this number. They are
// those of its leader until that has been waited for: until then no other process can get
// its number.
func InSession(session int) []Process {
	var in []Process
	for _, p := range All() {
		if p.Session == session {
			in = append(in, p)
		}
	}
	return in
}

// Families sorts processes by the leaders of sessions that they belong to: what is in the
// session of setsid(2) of a leader, and what descends from that, in a session of its own
// too. Those apart, and what descends from them, belong to none, unless they are in the
// session of a leader themselves.
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

// Name is what a process is called: a program's name, or a title that it gave itself; empty
// where it is gone. It is not read from the memory of the process, which may be locked.
func Name(pid int) string { return name(pid) }

// GroupName is the name of a process group's leader, or, where that has ended before the
// others of a pipeline, of one of the shell's children in the group.
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

// Dir is the working directory of a process, empty where it cannot be seen. One that was
// removed has the path that it had.
func Dir(pid int) string { return dir(pid) }

// Arguments are those with which a process was started, its own name first. The error is
// [os.ErrDeadlineExceeded] where the system does not tell them in time.
func Arguments(pid int) ([]string, error) { return arguments(pid) }

// Environ is the environment with which a process was started, as NAME=value. The error is
// [os.ErrDeadlineExceeded] where it cannot be read now: the memory of the process is
// locked, or an execve(2) is under way for a long time.
func Environ(pid int) ([]string, error) { return environ(pid) }

// Files are the files that a process has open, as the system names them. On Linux a path
// that is gone ends with " (deleted)".
func Files(pid int) []string { return files(pid) }

// Ports are the TCP ports at which processes listen, by their numbers and in order. On
// Linux those of processes in another network namespace, as in a container, are not seen.
func Ports(pids []int) map[int][]int { return ports(pids) }

// KillBefore makes a process more likely than this one to be killed when memory runs out,
// where the system knows of such.
func KillBefore(pid int) { killBefore(pid) }
