package launch

import (
	"slices"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/proc"
	"dormer/session/wire"
)

// hostProcesses are the processes of the hosts that have answered this program, so that one
// can see how they do without asking them.
type hostProcesses struct {
	mu    sync.Mutex
	hosts map[session.ID]hostProcess
}

// hostProcess is the process of a host, and when that answered.
type hostProcess struct {
	pid int
	at  time.Time
}

// note remembers the process that a host says it is, if there is a host of that name with that
// number here: a host in a container may give a number that means another process.
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

// forget forgets the process of a host that no longer listens.
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

// LooksWell reports whether the process of a session's host is seen to run: it lives and is
// not stopped. This does not wake the host. If it is false, the host has to be asked.
//
// It holds while this program is connected to the host: until that ends no other process can
// have its number.
func (p *Provider) LooksWell(id session.ID) bool {
	host, ok := p.processes.get(id)
	if !ok {
		return false
	}
	process, lives := proc.Find(host.pid)
	return lives && !process.Stopped
}

// JustAnswered reports whether the host of a session has answered within the last second and
// still looks well. Asking it again would tell nothing new, and delay its first frame.
func (p *Provider) JustAnswered(id session.ID) bool {
	host, ok := p.processes.get(id)
	return ok && time.Since(host.at) < momentAgo && p.LooksWell(id)
}

// momentAgo is how long an answer counts for [Provider.JustAnswered].
const momentAgo = time.Second
