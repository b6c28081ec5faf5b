package launch

import (
	"bytes"
	"fmt"
	"os"
	"sync"

	"dormer/session"
	"dormer/session/wire"
)

// attached remembers the processes of the hosts that this program attached to.
type attached struct {
	mu   sync.Mutex
	pids map[session.ID]int
}

// note remembers the process that a host says it is, where it can be seen here and
// is a host of that name: the number of a process elsewhere means nothing.
func (a *attached) note(id session.ID, name string, w wire.Welcome) {
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", w.PID))
	known := err == nil && bytes.Contains(line, []byte(name))
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.pids, id)
	if known {
		if a.pids == nil {
			a.pids = map[session.ID]int{}
		}
		a.pids[id] = w.PID
	}
}

func (a *attached) pid(id session.ID) (pid int, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	pid, ok = a.pids[id]
	return pid, ok
}

// LooksWell reports whether the host of a session that this program is attached to
// is seen to go about its work: its process lives and is not stopped. It costs the
// host nothing, which many sessions that nobody uses are worth. False says that one
// cannot see it, and that it has to be asked.
//
// As long as a connection to the host lasts, the process is its own: another one
// cannot have its number.
func (p *Provider) LooksWell(id session.ID) bool {
	pid, ok := p.attached.pid(id)
	if !ok {
		return false
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	i := bytes.LastIndexByte(stat, ')') // before it is its name, which may be anything
	return err == nil && i >= 0 && len(stat) > i+2 && !bytes.ContainsRune([]byte("TtZXx"), rune(stat[i+2]))
}
