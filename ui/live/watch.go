package live

import (
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/ui/attention"
)

// watch tells the painter and the event loop what has changed of a session, each only what
// concerns it. It is called from the session's own goroutines.
type watch struct {
	client atomic.Pointer[client.Session]
	gen    atomic.Uint64 // of the screen, when the painter was told last
	news   atomic.Uint64 // when the event loop was told last
	// listening says that the next change of the screen is told to the event loop.
	listening atomic.Bool
	// printed is when the screen changed last, in nanoseconds since 1970.
	printed atomic.Int64
	// silent is set while nothing has been printed and that matters.
	silent atomic.Bool
}

// changed reports what has changed since it was asked last.
func (w *watch) changed() (screen, news bool) {
	c := w.client.Load()
	if c == nil {
		return true, false
	}
	var gen uint64
	c.View(func(r *client.Replica) { gen = r.Gen() })
	n := c.News()
	return w.gen.Swap(gen) != gen, w.news.Swap(n) != n
}

// heard reports whether a change of the screen is to be told, and no further one.
func (w *watch) heard(now time.Time) bool {
	w.printed.Store(now.UnixNano())
	return w.listening.CompareAndSwap(true, false)
}

// quiet is how long the screen has not changed.
func (w *watch) quiet(now time.Time) time.Duration {
	return now.Sub(time.Unix(0, w.printed.Load()))
}

// speaks reports, once, that a session that was silent has printed something.
func (w *watch) speaks() bool {
	c := w.client.Load()
	if c == nil || !w.silent.Load() {
		return false
	}
	moved := false
	c.View(func(r *client.Replica) {
		at := r.Cursor()
		moved = at.Row > 0 || at.Col > 0
	})
	return moved && w.silent.Swap(false)
}

// resizeTime is how long after a resize what a child prints is its answer to that.
const resizeTime = time.Second

// Listen listens for output as far as it means anything just now: the session is watched for
// it, or it breaks a silence. Looked says that the user looks at the session, shown that its
// pane is on the screen. What is heard comes as a [Printed].
func (s *Session) Listen(looked, shown bool) {
	if s.watch == nil || s.Kept != nil {
		return
	}
	told := s.Asks.Reason != attention.None && (!s.Asks.Seen || shown)
	wanted := s.Watches.For(attention.Output) && !told && !looked || s.Watches.For(attention.Silence) && !s.countsSilence
	if wanted != s.listens {
		s.listens = wanted
		s.watch.listening.Store(wanted)
	}
}

// heard takes output that was listened for, and reports whether it counts: what is printed
// right after a resize does not.
func (s *Session) heard(now time.Time) bool {
	if s == nil || !s.listens {
		return false
	}
	s.listens = false
	return now.Sub(s.resized) >= resizeTime
}

// Heard takes a [Printed], and reports whether the session has printed something. Limit is how
// long it is silent if it is watched for silence, which is counted from now on.
func (s *Set) Heard(id session.ID, now time.Time, limit time.Duration) (news bool, wait tea.Cmd) {
	l := s.sessions[id]
	if !l.heard(now) {
		return false, nil
	}
	return true, s.countSilence(id, l, limit)
}

// Watch watches sessions for something, or no longer: all do as one of them.
func (s *Set) Watch(as session.ID, ids []session.ID, what attention.Watches, limit time.Duration) (on bool, wait tea.Cmd) {
	if l := s.sessions[as]; l != nil {
		on = !l.Watches.For(what)
	}
	var waits []tea.Cmd
	for _, id := range ids {
		l := s.sessions[id]
		if l == nil {
			continue
		}
		if l.Watches &^= what; on {
			l.Watches |= what
		}
		waits = append(waits, s.countSilence(id, l, limit))
	}
	return on, tea.Batch(waits...)
}

// countSilence starts the timer for a silence, where the session is watched for that and none
// runs.
func (s *Set) countSilence(id session.ID, l *Session, limit time.Duration) tea.Cmd {
	if !l.Watches.For(attention.Silence) || l.countsSilence {
		return nil
	}
	l.countsSilence = true
	return s.o.After(limit, SilenceDue{id})
}

// Silent takes a [SilenceDue], and reports whether the session was silent for all of the limit.
// One that was not is waited for further.
func (s *Set) Silent(id session.ID, limit time.Duration) (silent bool, wait tea.Cmd) {
	l := s.sessions[id]
	if l == nil || !l.Watches.For(attention.Silence) || l.watch == nil {
		return false, nil
	}
	l.countsSilence = false
	if left := limit - l.watch.quiet(time.Now()); left > 0 {
		return false, s.countSilence(id, l, left)
	}
	return true, nil
}
