package launch

import (
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/proc"
	"dormer/session/wire"
)

// hostProcesses are the processes of the hosts that have answered this program. Their state can be
// checked without asking the hosts.
type hostProcesses struct {
	mu    sync.Mutex
	hosts map[session.ID]hostProcess
}

// hostProcess is the process of a host, and the time of its last answer.
type hostProcess struct {
	pid int
	at  time.Time
}

// note remembers the process number that a host sent, if it is the number of a host of that name on
// this machine: a host in a container may send a number that means another process.
func (a *hostProcesses) note(id session.ID, name string, w wire.Welcome) {
	arguments, err := proc.Arguments(w.PID)
	known := err == nil && slices.Contains(arguments, name)
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.hosts, id)
	if known {
		if a.hosts == nil {
			a.hosts = map[session.ID]hostProcess{}
		}
		a.hosts[id] = hostProcess{w.PID, time.Now()}
	}
}

// forget removes the process of a host that no longer listens.
func (a *hostProcesses) forget(id session.ID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.hosts, id)
}

func (a *hostProcesses) get(id session.ID) (host hostProcess, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	host, ok = a.hosts[id]
	return host, ok
}

// HostRuns reports whether the process of a session's host is known to run: it lives and is not
// stopped. This does not wake the host. If it returns false, the host must be asked.
//
// The result is valid while this program is connected to the host: until then no other process can
// have its number.
func (p *Provider) HostRuns(id session.ID) bool {
	host, ok := p.processes.get(id)
	if !ok {
		return false
	}
	process, lives := proc.Find(host.pid)
	return lives && !process.Stopped
}

// AnsweredRecently reports whether the host of a session has answered within the last second and still
// looks well. Asking it again would bring nothing new, and delay its first frame.
func (p *Provider) AnsweredRecently(id session.ID) bool {
	host, ok := p.processes.get(id)
	return ok && time.Since(host.at) < freshAnswerTime && p.HostRuns(id)
}

// freshAnswerTime is how long an answer is valid for [Provider.AnsweredRecently].
const freshAnswerTime = time.Second
