package catalogue

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Statuses knows the states of a user's sessions. It asks the host of a running session at most
// once in [state.CacheTime], and writes the verdict on a session whose host has ended. It is safe
// for concurrent use.
type Statuses struct {
	places Places
	cache  *state.Cache

	mu sync.Mutex
	// hosts are the names of the hosts that the last call found, all of them if allHosts is set,
	// and seen is the last answer of each.
	hosts    map[session.ID]string
	allHosts bool
	seen     map[session.ID]contact
	// checking are the directories that are being checked: a file system that does not answer may
	// never do so.
	checking map[string]bool
}

// contact is the result of asking a host.
type contact struct {
	host string
	info wire.InfoReply
	err  error
}

// NewStatuses returns a Statuses without any answers.
func NewStatuses(p Places) *Statuses {
	s := &Statuses{places: p, seen: map[session.ID]contact{}, checking: map[string]bool{}}
	s.cache = state.NewCache(p.Sessions, s, state.Options{})
	return s
}

var _ state.Prober = (*Statuses)(nil)

// Probe asks the host of a session that runs according to its document. The host has certainly
// ended only if nobody holds its lock: otherwise it may start, end, or listen elsewhere.
func (s *Statuses) Probe(ctx context.Context, r state.Record) (state.Observation, error) {
	id := r.SessionID
	c := contact{err: socket.ErrGone}
	host, err := s.find(id)
	switch {
	case err == nil:
		c = s.places.ask(ctx, host)
	case !errors.Is(err, socket.ErrGone):
		c.err = err
	}
	s.mu.Lock()
	s.seen[id] = c
	s.mu.Unlock()
	switch {
	case c.err == nil:
		o := observe(c.info, time.Now())
		o.Deleted = s.deleted(c.info.Source)
		return o, nil
	case !errors.Is(c.err, socket.ErrGone):
		return state.Observation{}, c.err
	case s.places.Locked == nil || s.places.Locked(s.places.dir(id)):
		return state.Observation{}, errors.New("its host does not listen")
	}
	return state.Observation{Command: len(r.Command) > 0}, nil
}

// find returns the name of a session's host.
func (s *Statuses) find(id session.ID) (string, error) {
	s.mu.Lock()
	listed, host := s.allHosts, s.hosts[id]
	s.mu.Unlock()
	switch {
	case host != "":
		return host, nil
	case listed:
		return "", socket.ErrGone
	}
	return s.places.Hosts.Find(id)
}

// observe converts a host's answer to an observation.
func observe(i wire.InfoReply, now time.Time) state.Observation {
	o := state.Observation{
		Host: true, Shell: i.Exit == nil && i.ChildPID != 0, Command: len(i.Command) > 0, Exit: i.Exit,
		Quiet: max(now.Sub(latest(i.Started, changed(i))), 0),
	}
	o.Children = o.Shell && (o.Command || i.Program != "")
	return o
}

// changed returns when the session's output last changed. Hosts of earlier versions report only
// when it last printed something.
func changed(i wire.InfoReply) time.Time {
	if i.Changed.IsZero() {
		return i.LastOutput
	}
	return i.Changed
}

// deleted names the deleted worktree of a session; empty for other sessions, and if the file system
// does not answer within [checkTimeout].
func (s *Statuses) deleted(of session.Source) string {
	dir := of.Worktree
	if of.Kind != session.Worktree || !s.beginCheck(dir) {
		return ""
	}
	gone := make(chan bool, 1)
	go func() {
		_, err := os.Stat(dir)
		s.mu.Lock()
		delete(s.checking, dir)
		s.mu.Unlock()
		gone <- errors.Is(err, fs.ErrNotExist)
	}()
	select {
	case is := <-gone:
		if is {
			return "worktree " + dir + " was deleted"
		}
	case <-time.After(checkTimeout):
	}
	return ""
}

// beginCheck notes that a directory is being checked. It returns false if it already is.
func (s *Statuses) beginCheck(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if dir == "" || s.checking[dir] {
		return false
	}
	s.checking[dir] = true
	return true
}

// checkTimeout is the longest time for checking a directory.
const checkTimeout = 100 * time.Millisecond

// askedAtOnce limits how many hosts are asked at the same time, because of the number of
// descriptors that a process may have.
const askedAtOnce = 200

// askAll asks all hosts, each once and all at the same time: those of running sessions through
// the cache, and the others directly. The cache's results are in the entries.
func (s *Statuses) askAll(ctx context.Context, b *builder, hosts []string, allHosts bool) []contact {
	byID := map[session.ID]string{}
	var running []session.ID
	var others []string
	for _, host := range hosts {
		id := b.idOfHost(host)
		e := b.entries[id]
		if _, second := byID[id]; second || e == nil || e.State == nil || e.State.State != session.LifecycleRunning {
			others = append(others, host)
			continue
		}
		byID[id] = host
	}
	for id, e := range b.entries {
		if e.State != nil && e.State.State == session.LifecycleRunning {
			running = append(running, id)
		}
	}
	s.mu.Lock()
	s.hosts, s.allHosts = byID, allHosts
	s.mu.Unlock()
	contacts := make([]contact, len(others))
	slots := make(chan struct{}, askedAtOnce)
	var asking sync.WaitGroup
	asking.Go(func() {
		for i, st := range s.cache.UpdateAll(ctx, running) {
			e := b.entries[running[i]]
			if st.State != "" {
				e.State = &st.Record
			}
		}
	})
	for i, host := range others {
		slots <- struct{}{}
		asking.Go(func() {
			defer func() { <-slots }()
			contacts[i] = s.places.ask(ctx, host)
		})
	}
	asking.Wait()
	for _, id := range running {
		s.mu.Lock()
		c, asked := s.seen[id]
		s.mu.Unlock()
		switch host := byID[id]; {
		case asked:
		case host == "":
			continue
		default: // it has ended meanwhile, and the cache asks only running sessions
			c = s.places.ask(ctx, host)
		}
		contacts = append(contacts, c)
	}
	return contacts
}

// ask asks a host about its session.
func (p Places) ask(ctx context.Context, host string) contact {
	info, err := p.info(ctx, host)
	if err == nil && !session.HostNameOf(host, info.ID) {
		err = fmt.Errorf("it says that it is the host of session %s", info.ID)
	}
	return contact{host, info, err}
}
