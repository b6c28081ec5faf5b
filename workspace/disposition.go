package workspace

import (
	"errors"
	"fmt"
	"slices"

	"dormer/session"
)

// A disposition says whether the user can continue a session. A session is suspended when its
// process ended with the program or the machine. It is archived when the user archives it. The
// disposition does not change when the process exits or crashes, or is ended because it was
// idle.

var (
	// errTemporary is returned for archiving a session that is never saved.
	errTemporary = errors.New("it is temporary: it is never saved, and ends with dormer")
	// errNotArchived is returned for unarchiving a session that is not archived.
	errNotArchived = errors.New("it is not archived")
	errHasPane     = errors.New("it has a pane, or can be brought back")
)

func (d *draft) archive(a ArchiveSession) error {
	r, known := d.Sessions[a.Session]
	switch {
	case !known:
		return fmt.Errorf("archive session %s: %w", a.Session, ErrGone)
	case r.Lifetime == session.Temporary:
		return fmt.Errorf("archive `%s`: %w", r.DisplayTitle(), errTemporary)
	case !r.Disposition.CanBecome(session.Archived):
		return fmt.Errorf("archive `%s`: %s", r.DisplayTitle(), r.Disposition.Note())
	}
	notices := d.notices
	if _, _, open := d.TabOf(a.Session); open {
		a.Over = append(slices.Clone(a.Over), a.Session) // the entry must not push out one in which something runs
		if err := d.closePane(ClosePane(a)); err != nil {
			return err
		}
	}
	r.Disposition, r.LastActive, r.Idled, r.Attention = session.Archived, a.At, false, Attention{}
	d.Sessions[a.Session] = r
	d.starts = append(d.starts, Stop{Session: a.Session})
	said := Notify{Text: "archived `" + r.DisplayTitle() + "`"}
	if i := d.ClosedHolding(a.Session); i >= 0 {
		said.Until = d.Undo[i].ExpiresAt
	}
	d.notices = append(notices, said)
	return nil
}

func (d *draft) unarchive(a UnarchiveSession) error {
	r, known := d.Sessions[a.Session]
	switch {
	case !known:
		return fmt.Errorf("unarchive session %s: %w", a.Session, ErrGone)
	case r.Disposition != session.Archived:
		return fmt.Errorf("unarchive `%s`: %w", r.DisplayTitle(), errNotArchived)
	}
	d.dropExpired(a.At)
	if d.ClosedHolding(a.Session) >= 0 {
		return d.undoClose(UndoClose{At: a.At, Holding: a.Session, Tab: a.Tab})
	}
	v, err := d.view(a.View)
	if err == nil {
		err = d.freshTab(a.Tab)
	}
	if err != nil {
		return fmt.Errorf("unarchive `%s`: %w", r.DisplayTitle(), err)
	}
	v.insertTab(len(v.Tabs), Tab{ID: a.Tab, Root: Leaf(a.Session), Active: a.Session})
	d.notify(Notify{Text: "`" + r.DisplayTitle() + "` is no longer archived"})
	return nil
}

func (d *draft) removeSession(a RemoveSession) error {
	r, known := d.Sessions[a.Session]
	_, _, open := d.TabOf(a.Session)
	switch {
	case !known:
		return fmt.Errorf("remove session %s: %w", a.Session, ErrGone)
	case open || r.Disposition != session.Archived && d.ClosedHolding(a.Session) >= 0:
		return fmt.Errorf("remove `%s`: %w", r.DisplayTitle(), errHasPane)
	}
	d.forget(a.Session, session.Size{})
	delete(d.Sessions, a.Session)
	d.starts = append(d.starts, End(a))
	d.notify(Notify{Text: "removed `" + r.DisplayTitle() + "`"})
	return nil
}

func (d *draft) suspend(a SuspendSessions) error {
	for _, id := range a.Sessions {
		r, known := d.Sessions[id]
		if next := r.Disposition.AfterShutdown(); known && next != r.Disposition {
			r.Disposition, r.LastActive = next, a.At
			d.Sessions[id] = r
		}
	}
	return nil
}

func (d *draft) resumed(a SessionResumed) error {
	r, known := d.Sessions[a.Session]
	if !known {
		return nil
	}
	r.Idled = false
	if r.Disposition.CanBecome(session.DispositionActive) {
		r.Disposition = session.DispositionActive
	}
	d.Sessions[a.Session] = r
	return nil
}

func (d *draft) idled(a SessionIdled) error {
	r, known := d.Sessions[a.Session]
	if !known {
		return nil
	}
	r.Idled, r.LastActive = true, a.At
	d.Sessions[a.Session] = r
	d.notify(Notify{Text: "`" + r.DisplayTitle() + "` was ended because it was idle: typing there starts it again"})
	return nil
}

// ArchivedIDs returns the archived sessions, the most recently archived first.
func (s State) ArchivedIDs() []session.ID {
	var ids []session.ID
	for id, r := range s.Sessions {
		if r.Disposition == session.Archived {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b session.ID) int {
		if c := s.Sessions[b].LastActive.Compare(s.Sessions[a].LastActive); c != 0 {
			return c
		}
		return slices.Compare(a[:], b[:])
	})
	return ids
}
