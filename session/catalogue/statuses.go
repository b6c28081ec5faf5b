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

// Statuses knows how the sessions of a user are. It asks the host of a session that runs,
// at most once in [state.CacheTime], and writes the verdict on one whose host is gone. It
// is safe for concurrent use.
type Statuses struct {
	places Places
	cache  *state.Cache

	mu sync.Mutex
	// hosts are the names of the hosts that the last look found, all of them where allHosts is
	// set, and seen is what each said when it was asked last.
	hosts    map[session.ID]string
	allHosts bool
	seen     map[session.ID]contact
	// sought are the directories that are looked for: one of a file system that does not
	// answer is so for ever.
	sought map[string]bool
}

// contact is what came of asking a host.
type contact struct {
	host string
	info wire.InfoReply
	err  error
}

// NewStatuses returns what nothing was asked yet.
func NewStatuses(p Places) *Statuses {
	s := &Statuses{places: p, seen: map[session.ID]contact{}, sought: map[string]bool{}}
	s.cache = state.NewCache(p.Sessions, s, state.Options{})
	return s
}

var _ state.Prober = (*Statuses)(nil)

// Probe asks the host of a session that runs by its document. That the host is gone is
// certain only where nobody holds its lock: it may start, end, or listen elsewhere.
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
	case s.places.Held == nil || s.places.Held(s.places.dir(id)):
		return state.Observation{}, errors.New("its host does not listen")
	}
	return state.Observation{Command: len(r.Command) > 0}, nil
}

// find is the name of a session's host.
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

// observe is what a host says of its session.
func observe(i wire.InfoReply, now time.Time) state.Observation {
	o := state.Observation{
		Host: true, Shell: i.Exit == nil && i.ChildPID != 0, Command: len(i.Command) > 0, Exit: i.Exit,
		Quiet: max(now.Sub(latest(i.Started, changed(i))), 0),
	}
	o.Children = o.Shell && (o.Command || i.Program != "")
	return o
}

// changed is when a session showed something new last. Hosts of earlier versions say only
// when it printed something.
func changed(i wire.InfoReply) time.Time {
	if i.Changed.IsZero() {
		return i.LastOutput
	}
	return i.Changed
}

// deleted says that the worktree is gone that a session was opened for; empty for others,
// and where the file system does not tell it within [seekTime].
func (s *Statuses) deleted(of session.Source) string {
	dir := of.Worktree
	if of.Kind != session.Worktree || !s.seeks(dir) {
		return ""
	}
	gone := make(chan bool, 1)
	go func() {
		_, err := os.Stat(dir)
		s.mu.Lock()
		delete(s.sought, dir)
		s.mu.Unlock()
		gone <- errors.Is(err, fs.ErrNotExist)
	}()
	select {
	case is := <-gone:
		if is {
			return "worktree " + dir + " was deleted"
		}
	case <-time.After(seekTime):
	}
	return ""
}

// seeks takes note that a directory is looked for, unless it is already.
func (s *Statuses) seeks(dir string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if dir == "" || s.sought[dir] {
		return false
	}
	s.sought[dir] = true
	return true
}

// seekTime is how long a directory is looked for.
const seekTime = 100 * time.Millisecond

// askedAtOnce bounds how many hosts are asked at the same time, by the number of
// descriptors that a process may have.
const askedAtOnce = 200

// lookAtAll asks all hosts, each once and all at the same time: those of sessions that
// run by the cache, and the others. What the cache finds is in the entries.
func (s *Statuses) lookAtAll(ctx context.Context, b *builder, hosts []string, allHosts bool) []contact {
	byID := map[session.ID]string{}
	var running []session.ID
	var others []string
	for _, host := range hosts {
		id := b.named(host)
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
		default: // it ended meanwhile, and the cache asks only what runs
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
