package catalogue

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Listing is what was found at one moment.
type Listing struct {
	// Entries are the sessions, by workspace and then by age.
	Entries []Entry
	// Stale are the names of hosts whose socket is there and which are not.
	Stale []string
	// Unused are the sessions of which there is an empty directory and nothing else:
	// they are about to start, or whoever was about to start them was killed.
	Unused []Unused
}

// askedAtOnce bounds how many hosts are asked at the same time, by the number of
// descriptors that a process may have.
const askedAtOnce = 200

// List finds all sessions. What went wrong with one of them is in its entry; the error says that
// a directory cannot be read.
func (p Places) List(ctx context.Context, tracked []Tracked) (Listing, error) {
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
	var l Listing
	b := builder{places: p, entries: map[session.ID]*Entry{}}
	for i := range tracked {
		b.entry(tracked[i].ID).Tracked = &tracked[i]
	}
	for _, id := range ids {
		b.entry(id)
	}
	for _, c := range p.askAll(ctx, hosts) {
		if errors.Is(c.err, socket.ErrGone) {
			l.Stale = append(l.Stale, c.host)
			continue
		}
		b.meet(c)
	}
	l.Entries, l.Unused = b.finish()
	return l, nil
}

// kept are the ids that have a directory.
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

// dir is where the files of a session are.
func (p Places) dir(id session.ID) string { return filepath.Join(p.Sessions, id.String()) }

// contact is the outcome of asking a host.
type contact struct {
	host string
	info wire.InfoReply
	err  error
}

// askAll asks hosts in parallel, in order.
func (p Places) askAll(ctx context.Context, hosts []string) []contact {
	contacts := make([]contact, len(hosts))
	slots := make(chan struct{}, askedAtOnce)
	var asking sync.WaitGroup
	for i, host := range hosts {
		slots <- struct{}{}
		asking.Go(func() {
			defer func() { <-slots }()
			info, err := p.info(ctx, host)
			if err == nil && !session.HostNameOf(host, info.ID) {
				err = fmt.Errorf("it says that it is the host of session %s", info.ID)
			}
			contacts[i] = contact{host, info, err}
		})
	}
	asking.Wait()
	return contacts
}

// builder joins what the sources know.
type builder struct {
	places  Places
	entries map[session.ID]*Entry
	doubled []*Entry // second hosts of one session
}

func (b *builder) entry(id session.ID) *Entry {
	e := b.entries[id]
	if e == nil {
		e = &Entry{ID: id}
		b.entries[id] = e
	}
	return e
}

// meet adds a host that runs.
func (b *builder) meet(c contact) {
	id := c.info.ID
	if c.err != nil {
		id = b.named(c.host)
	}
	e := b.entry(id)
	if e.Live() {
		e = &Entry{ID: id, Tracked: e.Tracked}
		b.doubled = append(b.doubled, e)
	}
	e.Host, e.Err = c.host, c.err
	if c.err == nil {
		e.Info = &c.info
	}
}

// named returns the session that a host is named after: one that is known otherwise, else one
// with the part of the id that is in the name.
func (b *builder) named(host string) session.ID {
	for id := range b.entries {
		if session.HostNameOf(host, id) {
			return id
		}
	}
	var id session.ID
	// List gives names of hosts only; what were none would leave the id zero.
	_, _ = hex.Decode(id[:], []byte(host[strings.LastIndexByte(host, '-')+1:]))
	return id
}

// finish reads the states and sorts.
func (b *builder) finish() ([]Entry, []Unused) {
	var all []Entry
	var unused []Unused
	add := func(e *Entry) {
		if r, err := state.Read(b.places.dir(e.ID), e.ID); err == nil {
			e.State = &r
		} else {
			e.StateErr = err
		}
		if !e.Live() {
			e.LastSeen = state.LastSeen(b.places.dir(e.ID))
		}
		if e.Info == nil && b.places.Spec != nil {
			if spec, err := b.places.Spec(b.places.dir(e.ID)); err == nil && spec.ID == e.ID {
				e.Spec = &spec
			}
		}
		if u, ok := b.places.unused(e); ok {
			unused = append(unused, u)
			return
		}
		all = append(all, *e)
	}
	for _, e := range b.entries {
		add(e)
	}
	for _, e := range b.doubled {
		add(e)
	}
	slices.SortFunc(all, func(x, y Entry) int {
		return cmp.Or(
			cmp.Compare(x.Workspace(), y.Workspace()),
			x.record().CreatedAt.Compare(y.record().CreatedAt),
			strings.Compare(x.Key(), y.Key()),
			strings.Compare(x.Host, y.Host),
		)
	})
	slices.SortFunc(unused, func(x, y Unused) int { return x.Since.Compare(y.Since) })
	return all, unused
}
