package state

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"sync"
	"time"

	"dormer/session"
)

const (
	// cacheTime is how long a status counts as current.
	cacheTime = 2 * time.Second
	// probeTime limits a probe of one session.
	probeTime = time.Second
	// probesAtOnce limits the number of sessions that are probed at the same time.
	probesAtOnce = 64
)

// Prober observes a session from outside.
type Prober interface {
	// Probe observes a running session. It ends when its context ends. An error means that nothing
	// is known either way.
	Probe(ctx context.Context, r Record) (Observation, error)
}

// Status is a session's record and its observation at CheckedAt.
type Status struct {
	Record
	Doing     Doing
	CheckedAt time.Time
	// Err says what could not be determined; Record is then the content of the document, if it is
	// readable.
	Err error
}

// Cache knows the statuses of the sessions below one directory, each in a directory named after its
// id. It probes only running sessions, each at most once in 2 s, and writes the verdict on those
// whose host has ended. It is safe for concurrent use.
type Cache struct {
	root   string
	prober Prober
	o      Options

	mu      sync.Mutex
	entries map[session.ID]*entry
}

// entry is the status of one session; the token in turn is the right to probe and write.
type entry struct {
	turn   chan struct{}
	status Status
}

// NewCache returns a cache of the sessions below root. It writes with these options, never as an
// owner.
func NewCache(root string, p Prober, o Options) *Cache {
	o.Owner = false
	return &Cache{root: root, prober: p, o: o.withDefaults(), entries: map[session.ID]*entry{}}
}

// Update returns the status of a session, at most 2 s old. Its Err says what could not be
// determined.
func (c *Cache) Update(ctx context.Context, id session.ID) Status {
	e := c.entry(id)
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return Status{Record: Record{SessionID: id}, Err: ctx.Err()}
	}
	defer func() { <-e.turn }()
	now := c.o.Now()
	if age := now.Sub(e.status.CheckedAt); !e.status.CheckedAt.IsZero() && age >= 0 && age < cacheTime {
		return e.status
	}
	s := c.currentStatus(ctx, id)
	if ctx.Err() != nil {
		// An interrupted probe is not cached.
		return s
	}
	s.CheckedAt = now
	e.status = s
	return s
}

// UpdateAll returns the statuses of sessions in the order of their ids. They are probed in
// parallel, so many cost hardly more than the slowest.
func (c *Cache) UpdateAll(ctx context.Context, ids []session.ID) []Status {
	all := make([]Status, len(ids))
	slots := make(chan struct{}, probesAtOnce)
	var wg sync.WaitGroup
	for i, id := range ids {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			all[i] = c.Update(ctx, id)
		})
	}
	wg.Wait()
	return all
}

// Forget drops a session's cached status, so that it is probed anew.
func (c *Cache) Forget(id session.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.entries, id)
}

func (c *Cache) entry(id session.ID) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[id]
	if !ok {
		e = &entry{turn: make(chan struct{}, 1)}
		c.entries[id] = e
	}
	return e
}

func (c *Cache) dir(id session.ID) string { return filepath.Join(c.root, id.String()) }

// currentStatus determines a session's present status.
func (c *Cache) currentStatus(ctx context.Context, id session.ID) Status {
	r, err := Read(c.dir(id), id)
	if err != nil {
		return Status{Record: Record{SessionID: id}, Err: err}
	}
	if r.State != session.LifecycleRunning {
		return Status{Record: r}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	o, err := c.observe(ctx, r)
	if err != nil {
		return Status{Record: r, Err: fmt.Errorf("look at session %s: %w", id, err)}
	}
	return c.updateStatus(r, o)
}

// observe probes a session. If its process has ended and its host did not say how, it reads the
// exit status that the host wrote. A host that wrote it before it ended has seen the end of the
// process: this counts, rather than the missing host.
func (c *Cache) observe(ctx context.Context, r Record) (Observation, error) {
	o, err := c.prober.Probe(ctx, r)
	if err != nil || o.Host && (!o.Command || o.Exit != nil || o.Shell && o.Children) {
		return o, err
	}
	code, known, err := ReadExitStatus(ctx, c.dir(r.SessionID))
	if known {
		o.Exit = &session.Exit{Code: code}
	}
	return o, err
}

// updateStatus turns an observation into a status. If the host has ended, or the session is orphaned,
// settle writes the verdict, because nobody else will. A living host writes itself how its process
// ended: it knows whether the end was requested, or the machine is being switched off.
func (c *Cache) updateStatus(r Record, o Observation) Status {
	gone := !o.Host
	if gone && o.Exit != nil {
		o.Host, o.Shell = true, false
	}
	v := Decide(o)
	if v.State == session.LifecycleRunning {
		r.LastActivityAt = stamp(c.o.Now().Add(-o.Quiet))
		return Status{Record: r, Doing: v.Doing}
	}
	change := Change{Reason: v.Reason, Exit: v.Exit}
	if v.State == session.Orphaned {
		return c.write(r, v.State, change)
	}
	if !gone {
		return Status{Record: r.ended(v.State, change, c.o.Now())}
	}
	seen := LastSeen(c.dir(r.SessionID))
	if change.Exit == nil {
		return c.write(r, v.State, lostSince(r, seen))
	}
	change.Exit.Started, change.Exit.Ended = r.StateChangedAt, seen
	return c.write(r, v.State, change)
}

// write writes a verdict on a session whose record was r. If another process has changed its state
// meanwhile, that state stays.
func (c *Cache) write(r Record, to session.Lifecycle, change Change) Status {
	id := r.SessionID
	m, err := Open(c.dir(id), id, c.o)
	if err == nil {
		err = m.transitionFrom(r, to, change)
	}
	if err == nil || errors.Is(err, ErrTransition) {
		r, err = Read(c.dir(id), id)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return Status{Record: Record{SessionID: id}, Err: err}
	}
	if err != nil {
		// It cannot be written; the observation is true nevertheless.
		r = r.ended(to, change, c.o.Now())
	}
	return Status{Record: r, Err: err}
}
