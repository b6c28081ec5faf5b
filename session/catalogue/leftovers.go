package catalogue

import (
	"context"
	"errors"
	"io/fs"
	"time"

	"dormer/session"
	"dormer/session/socket"
	"dormer/session/state"
)

// OrphanGrace is how long an orphan stays after its last output.
const OrphanGrace = 24 * time.Hour

// endedRetention is how long the directory of an ended session that is in no workspace is kept.
const endedRetention = session.SuspendedRetention

// Leftovers are sessions and files that nobody needs any more.
type Leftovers struct {
	// Orphans have a host, belonged to a workspace of this user by their own word,
	// and no workspace knows them.
	Orphans []Entry
	// Waiting are orphans within the grace time, or with somebody attached.
	Waiting []Entry
	// Ended are directories of sessions that ended long ago.
	Ended []Entry
	// Expired are sessions of a workspace without a place in it, that are suspended or
	// cannot go on, and were active last too long ago.
	Expired []Entry
	// Sockets are the names of hosts that are gone.
	Sockets []string
	// Unused are sessions that never started, with an empty directory.
	Unused []Unused
}

// Leftovers returns what nobody needs any more. It must not be called unless all documents were
// passed to [Places.List]: every session in a document that could not be read looks like an
// orphan. grace is [OrphanGrace], or less if the user says so.
func (l Listing) Leftovers(now time.Time, grace time.Duration) Leftovers {
	left := Leftovers{Sockets: l.Stale}
	for _, e := range l.Entries {
		switch {
		case e.orphan() && e.free(now, grace):
			left.Orphans = append(left.Orphans, e)
		case e.orphan():
			left.Waiting = append(left.Waiting, e)
		case e.expired(now):
			left.Expired = append(left.Expired, e)
		case e.over(now):
			left.Ended = append(left.Ended, e)
		}
	}
	for _, u := range l.Unused {
		if now.Sub(u.Since) >= unusedRetention {
			left.Unused = append(left.Unused, u)
		}
	}
	return left
}

// lost reports whether a session with a host has lost its workspace. A session with a deadline
// ends by itself, and one that the command line made never had a workspace.
func (e *Entry) lost() bool {
	return e.Info != nil && e.Tracked == nil && e.Info.Deadline.IsZero() && e.Workspace() != ""
}

// orphan reports whether a session is lost also by its own state file; only then it may be ended.
func (e *Entry) orphan() bool {
	return e.lost() && e.State != nil && e.State.WorkspaceID != ""
}

// Orphans are the sessions whose program runs, that lost their workspace, and are shown by nobody,
// in the order of the list: one that somebody shows may just not be saved yet. Where
// a document could not be read, those that it tracks are among them; and those whose
// state could not be written, as on a full disk, by their host's word: they are only
// offered.
func (l Listing) Orphans() []Entry {
	var orphans []Entry
	for _, e := range l.Entries {
		if e.lost() && e.Info.Clients == 0 && e.Runtime() != session.Exited {
			orphans = append(orphans, e)
		}
	}
	return orphans
}

// free reports whether no viewer is attached to an orphan and it has been quiet for long enough.
func (e *Entry) free(now time.Time, grace time.Duration) bool {
	quiet := now.Sub(latest(e.lastOutput(), e.State.StateChangedAt))
	return e.Info.Clients == 0 && quiet >= grace
}

// over reports whether a session that is in no workspace ended long ago. A session whose host is
// not found counts as ended only if its state says so.
func (e *Entry) over(now time.Time) bool {
	return !e.Live() && e.Tracked == nil && e.State != nil && e.State.State.Terminal() &&
		now.Sub(e.State.StateChangedAt) >= endedRetention
}

// expired reports whether the record of a session is not to be kept any longer. What lives, or has
// a place in its workspace, is.
func (e *Entry) expired(now time.Time) bool {
	t := e.Tracked
	if t == nil || t.Placed || e.Live() {
		return false
	}
	resumes := e.agent() != "" && e.CannotResume() == ""
	return t.Disposition.Expired(t.LastActive, now, resumes)
}

// RemoveSocket removes the socket of a host that is gone. One that is gone too is
// no error.
func (p Places) RemoveSocket(host string) error {
	_, err := socket.RemoveStale(p.Runtime, host)
	if errors.Is(err, socket.ErrGone) {
		return nil
	}
	return err
}

// Forget removes the directory of a session that has ended, which its document says.
func (p Places) Forget(id session.ID) error {
	m, err := state.Open(p.dir(id), id, state.Options{})
	if err != nil {
		return err
	}
	err = m.Remove(nil)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, m.Close())
}

// Remove removes what is kept of a session whose process has ended, and ends what is left
// of it: a host that waits for somebody to see the end, and processes that a host that was
// killed left.
func (p Places) Remove(ctx context.Context, e *Entry) error {
	if !e.Live() {
		return p.Hosts.Forget(e.ID)
	}
	end := func() error { return p.Hosts.End(ctx, e.Host, false) }
	if r, err := state.Read(p.dir(e.ID), e.ID); err == nil && !r.State.Terminal() { // the host writes it when it ends
		if info, err := p.info(ctx, e.Host); err == nil && info.Exit == nil {
			return errors.New("it runs again: end it first")
		}
		if err := end(); err != nil {
			return err
		}
	}
	m, err := state.Open(p.dir(e.ID), e.ID, state.Options{})
	if err != nil {
		return err
	}
	return m.Remove(end)
}

// EndOrphan ends a session of [Leftovers] after asking its host once more. If a viewer has
// attached meanwhile, it does nothing and returns an error. The directory of the session stays
// for a while.
func (p Places) EndOrphan(ctx context.Context, e Entry) error {
	info, err := p.info(ctx, e.Host)
	switch {
	case errors.Is(err, socket.ErrGone):
		return nil
	case err != nil:
		return err
	case info.Clients > 0 || !info.Deadline.IsZero():
		return errors.New("it is in use now: it was not ended")
	}
	return p.Hosts.End(ctx, e.Host, false)
}
