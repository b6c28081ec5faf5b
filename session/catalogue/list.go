package catalogue

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/socket"
	"dormer/session/state"
)

// Listing is a list of sessions at one time.
type Listing struct {
	// Entries are the sessions, by workspace and then by age.
	Entries []*Entry
	// Stale are the names of ended hosts whose sockets still exist.
	Stale []string
	// Unused are the sessions that have nothing but an empty directory: they are about to start, or
	// the program that was about to start them was killed.
	Unused []Unused
}

// List finds all sessions. A problem with one of them is in its entry; the error means that a
// directory cannot be read.
func (p Places) List(ctx context.Context, tracked []Tracked) (Listing, error) {
	return NewStatuses(p).List(ctx, tracked)
}

// List is [Places.List]. Hosts of running sessions are asked at most once in [state.CacheTime].
func (s *Statuses) List(ctx context.Context, tracked []Tracked) (Listing, error) {
	p := s.places
	hosts, err := socket.List(p.Runtime)
	if err != nil {
		return Listing{}, fmt.Errorf("list sessions: %w", err)
	}
	if p.Strays != nil {
		hosts = append(hosts, p.Strays(hosts)...)
	}
	ids, err := p.kept()
	if err != nil {
		return Listing{}, fmt.Errorf("list sessions: %w", err)
	}
	return s.join(ctx, tracked, ids, hosts, true), nil
}

// ListTracked is [Statuses.List] for the sessions of some documents only, for a program that shows them:
// other sessions cost nothing.
func (s *Statuses) ListTracked(ctx context.Context, tracked []Tracked) ([]*Entry, error) {
	all, err := socket.List(s.places.Runtime)
	if err != nil {
		return nil, fmt.Errorf("look at sessions: %w", err)
	}
	theirs := make(map[string]bool, len(tracked))
	for _, t := range tracked {
		theirs[session.HostKey(t.ID)] = true
	}
	hosts := slices.DeleteFunc(all, func(name string) bool { return !theirs[name[strings.LastIndexByte(name, '-')+1:]] })
	return s.join(ctx, tracked, nil, hosts, false).Entries, nil
}

// join combines documents, session directories, and the answers of hosts.
func (s *Statuses) join(ctx context.Context, tracked []Tracked, ids []session.ID, hosts []string, allHosts bool) Listing {
	b := builder{places: s.places, entries: map[session.ID]*Entry{}}
	for i := range tracked {
		b.entry(tracked[i].ID).Tracked = &tracked[i]
	}
	for _, id := range ids {
		b.entry(id)
	}
	b.readStates()
	var l Listing
	for _, c := range s.askAll(ctx, &b, hosts, allHosts) {
		if errors.Is(c.err, socket.ErrGone) {
			if c.host != "" {
				l.Stale = append(l.Stale, c.host)
			}
			continue
		}
		b.addHost(c)
	}
	for _, e := range b.entries {
		if e.Tracked != nil && e.State != nil && e.State.State == session.Orphaned {
			e.deleted = s.deleted(e.Tracked.Source) != ""
		}
	}
	l.Entries, l.Unused = b.finish()
	return l
}

// kept returns the ids that have a directory.
func (p Places) kept() ([]session.ID, error) {
	files, err := os.ReadDir(p.Sessions)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var ids []session.ID
	for _, f := range files {
		id, err := uuid.Parse(f.Name())
		if err == nil && id.String() == f.Name() {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// dir returns the directory of a session's files.
func (p Places) dir(id session.ID) string { return filepath.Join(p.Sessions, id.String()) }

// builder combines the sources.
type builder struct {
	places     Places
	entries    map[session.ID]*Entry
	extraHosts []*Entry // second hosts of a session
	// byFirstHalf maps the first halves of ids to the ids known before any host was asked.
	byFirstHalf map[session.ID]session.ID
}

func (b *builder) entry(id session.ID) *Entry {
	e := b.entries[id]
	if e == nil {
		e = &Entry{ID: id}
		b.entries[id] = e
	}
	return e
}

// addHost adds a running host.
func (b *builder) addHost(c contact) {
	id := c.info.ID
	if c.err != nil {
		id = b.idOfHost(c.host)
	}
	e := b.entry(id)
	if e.Live() {
		e = &Entry{ID: id, Tracked: e.Tracked}
		b.extraHosts = append(b.extraHosts, e)
	}
	e.Host, e.Err = c.host, c.err
	if c.err == nil {
		e.Info = &c.info
		e.Doing = state.Decide(observe(c.info, time.Now())).Doing
	}
}

// idOfHost returns the session that a host is named after: a known one, otherwise one with the part of
// the id that is in the name.
func (b *builder) idOfHost(host string) session.ID {
	var id session.ID
	// List returns only names of hosts; any other name would leave the id zero.
	_, _ = hex.Decode(id[:], []byte(host[strings.LastIndexByte(host, '-')+1:]))
	if b.byFirstHalf == nil {
		b.byFirstHalf = map[session.ID]session.ID{}
		for known := range b.entries {
			half := known
			clear(half[len(half)/2:])
			b.byFirstHalf[half] = known
		}
	}
	if known, ok := b.byFirstHalf[id]; ok {
		return known
	}
	return id
}

// readStates reads the documents of all sessions, several at a time.
func (b *builder) readStates() {
	each(slices.Collect(maps.Values(b.entries)), func(e *Entry) { e.read(b.places) })
}

// read reads the document of a session. Its other files are read when needed.
func (e *Entry) read(p Places) {
	dir := p.dir(e.ID)
	e.kept = &kept{
		lastSeen: sync.OnceValue(func() time.Time { return state.LastSeen(dir) }),
		spec: sync.OnceValue(func() *session.Spec {
			if p.Spec == nil {
				return nil
			}
			spec, err := p.Spec(dir)
			if err != nil || spec.ID != e.ID {
				return nil
			}
			return &spec
		}),
		conversation: sync.OnceValue(func() agent.Conversation {
			c, _ := state.ReadConversation(dir) // an unreadable conversation counts as unknown
			return c
		}),
		cannotResume: func(known agent.Agent) string { return state.CannotResume(dir, known) },
	}
	if r, err := state.Read(dir, e.ID); err == nil {
		e.State = &r
	} else {
		e.StateErr = err
	}
}

// each calls do for all items, some of them at the same time.
func each[T any](items []T, do func(T)) {
	next := make(chan T)
	var working sync.WaitGroup
	for range min(readersAtOnce, len(items)) {
		working.Go(func() {
			for item := range next {
				do(item)
			}
		})
	}
	for _, item := range items {
		next <- item
	}
	close(next)
	working.Wait()
}

// readersAtOnce is the number of documents that are read at the same time.
const readersAtOnce = 8

// finish sorts, and sets the short keys.
func (b *builder) finish() ([]*Entry, []Unused) {
	var all []*Entry
	var unused []Unused
	add := func(e *Entry) {
		if e.kept == nil {
			e.read(b.places)
		}
		e.idleTimes, e.shell = b.places.IdleTimes, b.places.Shell
		if e.idleTimes == (state.IdleTimes{}) {
			e.idleTimes = state.DefaultIdleTimes()
		}
		if u, ok := b.places.unused(e); ok {
			unused = append(unused, u)
			return
		}
		all = append(all, e)
	}
	for _, e := range b.entries {
		add(e)
	}
	for _, e := range b.extraHosts {
		add(e)
	}
	created := make(map[session.ID]time.Time, len(all))
	for _, e := range all {
		created[e.ID] = e.record().CreatedAt
	}
	slices.SortFunc(all, func(x, y *Entry) int {
		return cmp.Or(
			cmp.Compare(x.Workspace(), y.Workspace()),
			created[x.ID].Compare(created[y.ID]),
			strings.Compare(x.Key(), y.Key()),
			strings.Compare(x.Host, y.Host),
		)
	})
	slices.SortFunc(unused, func(x, y Unused) int { return x.Since.Compare(y.Since) })
	shorten(all)
	return all, unused
}
