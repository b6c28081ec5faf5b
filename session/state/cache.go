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
	// cacheTime is for how long a status is taken as current.
	cacheTime = 2 * time.Second
	// probeTime bounds a look at one session.
	probeTime = time.Second
	// probesAtOnce bounds how many sessions are looked at at the same time.
	probesAtOnce = 64
)

// Prober looks at a session from outside.
type Prober interface {
	// Probe says what can be seen of a running session now. It ends when its
	// context does. An error means that nothing can be told either way.
	Probe(ctx context.Context, r Record) (Observation, error)
}

// Status is a session's record with what was seen of it at CheckedAt.
type Status struct {
	Record
	Doing     Doing
	CheckedAt time.Time
	// Err says what could not be found out; Record is then what the document says,
	// if it says anything.
	Err error
}

// Cache knows the statuses of the sessions below one directory, each in a
// directory that is named for its id. It asks the prober about running sessions
// only, at most once in 2 s for each, and writes the verdict on those whose host is gone.
// It is safe for concurrent use.
type Cache struct {
	root   string
	prober Prober
	o      Options

	mu      sync.Mutex
	entries map[session.ID]*entry
}

// entry is the status of one session; the token in turn is the right to look
// and write.
type entry struct {
	turn   chan struct{}
	status Status
}

// NewCache returns a cache of the sessions below root. Where it writes, it does
// so with these options, never as an owner.
func NewCache(root string, p Prober, o Options) *Cache {
	o.Owner = false
	return &Cache{root: root, prober: p, o: o.filled(), entries: map[session.ID]*entry{}}
}

// Update returns the status of a session, at most 2 s old. What cannot be found
// out is in its Err.
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
	s := c.look(ctx, id)
	if ctx.Err() != nil {
		// What was cut short says nothing about the next two seconds.
		return s
	}
	s.CheckedAt = now
	e.status = s
	return s
}

// UpdateAll returns the statuses of sessions in the order of their ids. They are
// looked at in parallel, so many cost hardly more than the slowest.
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

// Forget drops what is known of a session, so that the next look is a fresh one.
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

// look finds out a session's status now.
func (c *Cache) look(ctx context.Context, id session.ID) Status {
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
	return c.settle(r, o)
}

// observe has the prober look and, where a process is over and its host did not say
// how, reads what the host wrote. A host that wrote that and then went saw the end: what
// it wrote holds, and not that it is gone.
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

// settle turns what was seen into a status. Where the host is gone, or the session is
// orphaned, the verdict is written, for nobody else will. How its process ended a host that
// is there writes itself: it knows whether somebody asked for the end, or the machine is
// being switched off.
func (c *Cache) settle(r Record, o Observation) Status {
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

// write writes a verdict on a session whose record was r. Whoever else moved it
// meanwhile knows better.
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
		// It cannot be written; what was seen is true all the same.
		r = r.ended(to, change, c.o.Now())
	}
	return Status{Record: r, Err: err}
}
