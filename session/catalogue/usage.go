package catalogue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/proc"
)

// Usage is the resources that the processes of a session use: its child and all descendants of
// that. The host is not included.
type Usage struct {
	Processes int
	// Memory is the resident memory, in bytes. Shared memory counts in each process.
	Memory int64
	// CPU is the processor time between two measurements in percent of that time; more than 100
	// with several processors. It is nil at the first measurement.
	CPU *float64
	// Ports are the TCP ports on which they listen.
	Ports []int
}

// Meter measures the resources of sessions, processor time between calls of [Meter.Measure]. It asks
// no host. The zero value is ready for use.
type Meter struct {
	at   time.Time
	last map[session.ID]cpuTime
}

// cpuTime is the processor time of a session since its child started.
type cpuTime struct {
	child int
	time  time.Duration
}

// Measure sets the Usage of entries, nil if it cannot be determined: the session has no child, its
// host does not answer, or runs on another machine or in another container.
func (m *Meter) Measure(entries []*Entry) {
	all := proc.Usage()
	now := time.Now()
	of := make(map[int]proc.Process, len(all))
	for _, p := range all {
		of[p.PID] = p
	}
	leaders, hosts := map[int]bool{}, map[int]bool{}
	children := make([]int, len(entries)) // 0 for a process of another machine
	for i, e := range entries {
		if e.Info == nil {
			continue
		}
		hosts[e.Info.HostPID] = true
		if child := e.child(); child != 0 && of[child].Session == child && of[child].Parent == e.Info.HostPID {
			children[i], leaders[child] = child, true
		}
	}
	families := proc.Families(all, leaders, hosts)
	ports := portsOf(families)
	next := make(map[session.ID]cpuTime, len(leaders))
	for i, e := range entries {
		e.Usage = nil
		child := children[i]
		if child == 0 {
			continue
		}
		u := Usage{Processes: len(families[child]), Ports: ports[child]}
		now := cpuTime{child: child}
		for _, p := range families[child] {
			u.Memory += p.Memory
			now.time += p.CPU
		}
		next[e.ID] = now
		e.Usage = &u
	}
	m.rates(entries, next, now)
}

// rates sets the CPU of entries from their processor times at the last call.
func (m *Meter) rates(entries []*Entry, next map[session.ID]cpuTime, now time.Time) {
	for _, e := range entries {
		before, known := m.last[e.ID]
		took := now.Sub(m.at)
		if e.Usage == nil || !known || before.child != next[e.ID].child || took <= 0 {
			continue
		}
		percent := 100 * max(next[e.ID].time-before.time, 0).Seconds() / took.Seconds()
		e.Usage.CPU = &percent
	}
	m.at, m.last = now, next
}

// child returns the process that the session's host has started, 0 if none runs.
func (e *Entry) child() int {
	if e.Info == nil || e.Info.Exit != nil {
		return 0
	}
	return e.Info.ChildPID
}

// portsOf returns the ports on which families listen, by their leaders.
func portsOf(families map[int][]proc.Process) map[int][]int {
	var pids []int
	for _, family := range families {
		for _, p := range family {
			pids = append(pids, p.PID)
		}
	}
	found := proc.Ports(pids)
	ports := make(map[int][]int, len(families))
	for leader, family := range families {
		all := []int{}
		for _, p := range family {
			all = append(all, found[p.PID]...)
		}
		slices.Sort(all)
		ports[leader] = slices.Compact(all)
	}
	return ports
}

// Listens reports whether a process of the session listens on a TCP port.
func (e *Entry) Listens(port int) bool { return e.Usage != nil && slices.Contains(e.Usage.Ports, port) }

// String returns the usage in a few words: "12% CPU, 340 MB, 5 processes, port 8080".
func (u *Usage) String() string {
	if u == nil {
		return ""
	}
	var said []string
	if u.CPU != nil {
		said = append(said, u.cpu()+" CPU")
	}
	said = append(said, formatBytes(u.Memory))
	if u.Processes > 1 {
		said = append(said, strconv.Itoa(u.Processes)+" processes")
	}
	switch len(u.Ports) {
	case 0:
	case 1:
		said = append(said, "port "+u.ports())
	default:
		said = append(said, "ports "+u.ports())
	}
	return strings.Join(said, ", ")
}

// cells returns the usage in the columns CPU, MEMORY, PROCESSES and PORTS; unknown ones are empty.
func (u *Usage) cells() []string {
	if u == nil {
		return []string{"", "", "", ""}
	}
	return []string{u.cpu(), formatBytes(u.Memory), strconv.Itoa(u.Processes), u.ports()}
}

func (u *Usage) cpu() string {
	if u.CPU == nil {
		return ""
	}
	return fmt.Sprintf("%.0f%%", *u.CPU)
}

func (u *Usage) ports() string {
	words := make([]string, len(u.Ports))
	for i, port := range u.Ports {
		words[i] = strconv.Itoa(port)
	}
	return strings.Join(words, " ")
}

// formatBytes formats a number of bytes in the largest unit of 1024 that is not larger than it:
// "812 KB", "12 MB", "1.5 GB".
func formatBytes(n int64) string {
	switch {
	case n < 1<<20:
		return fmt.Sprintf("%d KB", n>>10)
	case n < 1<<30:
		return fmt.Sprintf("%d MB", n>>20)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
}
