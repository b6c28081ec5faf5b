package launch

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/proc"
	"dormer/session/wire"
)

// attached remembers the processes of the hosts that this program attached to.
type attached struct {
	mu    sync.Mutex
	hosts map[session.ID]attachment
}

// attachment is the process of a host, and when it answered.
type attachment struct {
	pid int
	at  time.Time
}

// note remembers the process that a host says it is, where it can be seen here and
// is a host of that name: the number of a process elsewhere means nothing.
func (a *attached) note(id session.ID, name string, w wire.Welcome) {
	line, err := proc.Read(fmt.Sprintf("/proc/%d/cmdline", w.PID))
	known := err == nil && bytes.Contains(line, []byte(name))
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.hosts, id)
	if known {
		if a.hosts == nil {
			a.hosts = map[session.ID]attachment{}
		}
		a.hosts[id] = attachment{w.PID, time.Now()}
	}
}

// forget forgets the process of a host that does not listen any more, though it may not
// have ended yet.
func (a *attached) forget(id session.ID) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.hosts, id)
}

func (a *attached) to(id session.ID) (host attachment, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	host, ok = a.hosts[id]
	return host, ok
}

// LooksWell reports whether the host of a session that this program is attached to
// is seen to go about its work: its process lives and is not stopped. It costs the
// host nothing, which many sessions that nobody uses are worth. False says that one
// cannot see it, and that it has to be asked.
//
// As long as a connection to the host lasts, the process is its own: another one
// cannot have its number.
func (p *Provider) LooksWell(id session.ID) bool {
	host, ok := p.attached.to(id)
	if !ok {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", host.pid))
	i := bytes.LastIndexByte(stat, ')') // before it is its name, which may be anything
	return err == nil && i >= 0 && len(stat) > i+2 && !bytes.ContainsRune([]byte("TtZXx"), rune(stat[i+2]))
}

// JustAnswered reports whether the host of a session has let this program attach a
// moment ago, and still looks well: asking it at once whether it is there would tell
// nothing new, and hold up the first picture of its screen.
func (p *Provider) JustAnswered(id session.ID) bool {
	host, ok := p.attached.to(id)
	return ok && time.Since(host.at) < momentAgo && p.LooksWell(id)
}

// momentAgo is how long an answer counts as one that was given just now.
const momentAgo = time.Second
