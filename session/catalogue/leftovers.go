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

// OrphanGrace is how long an orphan is kept after its last output.
const OrphanGrace = 24 * time.Hour

// endedRetention is how long the directory of an ended session that is in no workspace is kept.
const endedRetention = session.SuspendedRetention

// Leftovers are sessions and files that are no longer needed.
type Leftovers struct {
	// Orphans have a host and belonged to a workspace of this user according to their own state,
	// but no workspace contains them.
	Orphans []*Entry
	// Waiting are orphans within the grace time, or with a viewer attached.
	Waiting []*Entry
	// Ended are directories of sessions that ended long ago.
	Ended []*Entry
	// Expired are sessions of a workspace without a place in it that are suspended or cannot
	// continue, and were last active too long ago.
	Expired []*Entry
	// Sockets are the names of hosts that have ended.
	Sockets []string
	// Unused are sessions that never started, with an empty directory.
	Unused []Unused
}

// Leftovers returns the sessions and files that are no longer needed. It must not be called unless
// all documents were passed to [Places.List]: every session in an unread document looks like an
// orphan. grace is [OrphanGrace], or less if the user says so.
func (l Listing) Leftovers(now time.Time, grace time.Duration) Leftovers {
	left := Leftovers{Sockets: l.Stale}
	for _, e := range l.Entries {
		switch {
		case e.orphan() && e.quietOrphan(now, grace):
			left.Orphans = append(left.Orphans, e)
		case e.orphan():
			left.Waiting = append(left.Waiting, e)
		case e.expired(now):
			left.Expired = append(left.Expired, e)
		case e.endedLongAgo(now):
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

// lost reports whether a session with a host has lost its workspace. A session with a deadline ends
// automatically, and one made by the command line never had a workspace.
func (e *Entry) lost() bool {
	return e.Info != nil && e.Tracked == nil && e.Info.Deadline.IsZero() && e.Workspace() != ""
}

// orphan reports whether a session is lost according to its state file too; only then it may be
// ended.
func (e *Entry) orphan() bool {
	return e.lost() && e.State != nil && e.State.WorkspaceID != ""
}

// Orphans returns the running sessions that lost their workspace and have no viewer, in the order
// of the list: one with a viewer may just not be saved yet. If a document could not be read, its
// sessions are included; so are, by their hosts' answers, those whose state could not be written,
// as on a full disk. They are only offered to the user.
func (l Listing) Orphans() []*Entry {
	var orphans []*Entry
	for _, e := range l.Entries {
		if e.lost() && e.Info.Clients == 0 && e.Runtime() != session.Exited {
			orphans = append(orphans, e)
		}
	}
	return orphans
}

// quietOrphan reports whether no viewer is attached to an orphan and it has been quiet for long enough.
func (e *Entry) quietOrphan(now time.Time, grace time.Duration) bool {
	quiet := now.Sub(latest(e.lastOutput(), e.State.StateChangedAt))
	return e.Info.Clients == 0 && quiet >= grace
}

// endedLongAgo reports whether a session in no workspace ended long ago. A session whose host is not found
// counts as ended only if its state says so.
func (e *Entry) endedLongAgo(now time.Time) bool {
	return !e.Live() && e.Tracked == nil && e.State != nil && e.State.State.Terminal() &&
		now.Sub(e.State.StateChangedAt) >= endedRetention
}

// expired reports whether the record of a session need not be kept. A session that has a host, or a
// place in its workspace, is kept.
func (e *Entry) expired(now time.Time) bool {
	t := e.Tracked
	if t == nil || t.Placed || e.Live() {
		return false
	}
	resumes := e.Agent() != "" && e.CannotResume() == ""
	return t.Disposition.Expired(t.LastActive, now, resumes)
}

// RemoveSocket removes the socket of a host that has ended. It is no error if the socket does not
// exist.
func (p Places) RemoveSocket(host string) error {
	_, err := socket.RemoveStale(p.Runtime, host)
	if errors.Is(err, socket.ErrGone) {
		return nil
	}
	return err
}

// Forget removes the directory of a session that has ended according to its document.
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

// Remove removes the files of a session whose process has ended, and ends its remaining processes:
// a host that waits for a viewer to see the end, and processes that a killed host left.
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

// EndOrphan ends a session of [Leftovers] after asking its host once more. If a viewer has attached
// meanwhile, it does nothing and returns an error. The directory of the session is kept for some
// time.
func (p Places) EndOrphan(ctx context.Context, e *Entry) error {
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
