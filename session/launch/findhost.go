package launch

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/host"
	"dormer/session/socket"
)

// findTime is how long a host has to make its socket again.
const findTime = time.Second

// hostDirs maps the names of hosts to the directories of their sockets, if these are not in
// the usual one.
type hostDirs struct {
	mu   sync.Mutex
	dirs map[string]string
}

func (a *hostDirs) put(name, dir string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.dirs == nil {
		a.dirs = map[string]string{}
	}
	a.dirs[name] = dir
}

// runtimeOf returns the directory of a host's socket.
func (p *Provider) runtimeOf(name string) string {
	p.hostDirs.mu.Lock()
	defer p.hostDirs.mu.Unlock()
	if dir, ok := p.hostDirs.dirs[name]; ok {
		return dir
	}
	return p.o.Runtime
}

// findInOtherDir finds the socket of a host that is not in the usual directory: the host was started
// with another runtime directory, or its socket was removed, as some systems do at logout. It
// reports whether a process listens there.
func (p *Provider) findInOtherDir(name string, id session.ID) bool {
	dir, ok := p.findByHolder(id, func(dir string) bool { return socket.Alive(context.Background(), dir, name) })
	if ok {
		p.hostDirs.put(name, dir)
	}
	return ok
}

// findByLock finds the host of a session by its lock.
func (p *Provider) findByLock(id session.ID) (name string, err error) {
	dir, ok := p.findByHolder(id, func(dir string) bool {
		name, err = nameIn(dir, id)
		return err == nil
	})
	if !ok {
		return "", socket.ErrGone
	}
	p.hostDirs.put(name, dir)
	return name, nil
}

// findByHolder waits for a host's socket and returns its directory.
func (p *Provider) findByHolder(id session.ID, there func(dir string) bool) (dir string, ok bool) {
	knocked := false
	for deadline, pause := time.Now().Add(findTime), firstPause; ; pause = min(2*pause, longestPause) {
		holder, held := host.FindHolder(p.o.Dir(id))
		switch {
		case !held:
			return "", false
		case there(holder.Runtime):
			return holder.Runtime, true
		case time.Now().After(deadline):
			return "", false
		}
		// The host starts or ends, or its socket was removed, and it is asked to make it again.
		if !knocked && holder.Relisten() != nil {
			return "", false
		}
		knocked = true
		time.Sleep(pause)
	}
}

// Strays returns the names of hosts that are not in known: those with another runtime directory,
// and those whose socket was removed, which are asked to make it again.
func (p *Provider) Strays(known []string) []string {
	entries, err := os.ReadDir(p.o.Sessions)
	if err != nil {
		return nil
	}
	here := make(map[string]bool, len(known))
	for _, name := range known {
		here[name[strings.LastIndexByte(name, '-')+1:]] = true
	}
	names := make([]string, len(entries))
	slots := make(chan struct{}, maxSearches)
	var seeking sync.WaitGroup
	for i, e := range entries {
		id, err := uuid.Parse(e.Name())
		if err != nil || here[session.HostKey(id)] {
			continue
		}
		slots <- struct{}{}
		seeking.Go(func() {
			defer func() { <-slots }()
			names[i], _ = p.findByLock(id) // most have ended
		})
	}
	seeking.Wait()
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
}

// maxSearches is the number of hosts that are searched for at the same time. A stopped host
// takes until findTime has passed.
const maxSearches = 32
