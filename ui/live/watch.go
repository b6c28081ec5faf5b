package live

import (
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/ui/attention"
)

// watch tells the painter and the event loop about changes of a session, each only what concerns
// it. It is called from the session's own goroutines.
type watch struct {
	client atomic.Pointer[client.Session]
	gen    atomic.Uint64 // generation of the screen that the painter was told of
	news   atomic.Uint64 // generation of the news that the event loop was told of
	// listening says that the event loop is told of the next change of the screen.
	listening atomic.Bool
	// printed is when the screen changed last, in nanoseconds since 1970.
	printed atomic.Int64
	// silent is set while initial lines wait for the first output.
	silent atomic.Bool
}

// changed reports what has changed since the last call.
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

// heard notes a change of the screen, and reports whether the event loop is to be told: once for
// each time that listening was set.
func (w *watch) heard(now time.Time) bool {
	w.printed.Store(now.UnixNano())
	return w.listening.CompareAndSwap(true, false)
}

// quiet returns how long the screen has not changed.
func (w *watch) quiet(now time.Time) time.Duration {
	return now.Sub(time.Unix(0, w.printed.Load()))
}

// startedOutput reports, once, that a session that was silent has printed something.
func (w *watch) startedOutput() bool {
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

// resizeTime is how long after a resize output counts as the child's answer to it.
const resizeTime = time.Second

// Listen listens for output if it matters now: the session is watched for output, or output would
// break a silence. looked says that the user looks at the session, shown that its pane is on the
// screen. The result is a [Printed].
func (s *Session) Listen(looked, shown bool) {
	if s.watch == nil || s.Kept != nil {
		return
	}
	told := s.Asks.Reason != attention.None && (!s.Asks.Seen || shown)
	wanted := s.Watches.Has(attention.Output) && !told && !looked || s.Watches.Has(attention.Silence) && !s.countsSilence
	if wanted != s.listens {
		s.listens = wanted
		s.watch.listening.Store(wanted)
	}
}

// heard takes a report of output, and reports whether it counts: output right after a resize does
// not.
func (s *Session) heard(now time.Time) bool {
	if s == nil || !s.listens {
		return false
	}
	s.listens = false
	return now.Sub(s.resized) >= resizeTime
}

// Heard takes a [Printed], and reports whether the output counts. If the session is watched for
// silence, wait is a timer for limit, the length of a silence.
func (s *Set) Heard(id session.ID, now time.Time, limit time.Duration) (news bool, wait tea.Cmd) {
	l := s.sessions[id]
	if !l.heard(now) {
		return false, nil
	}
	return true, s.countSilence(id, l, limit)
}

// Watch starts to watch sessions for something, or stops if the session as is watched for it
// already. on reports which.
func (s *Set) Watch(as session.ID, ids []session.ID, what attention.Watches, limit time.Duration) (on bool, wait tea.Cmd) {
	if l := s.sessions[as]; l != nil {
		on = !l.Watches.Has(what)
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

// countSilence starts the timer for a silence if the session is watched for that and no timer
// runs.
func (s *Set) countSilence(id session.ID, l *Session, limit time.Duration) tea.Cmd {
	if !l.Watches.Has(attention.Silence) || l.countsSilence {
		return nil
	}
	l.countsSilence = true
	return s.o.After(limit, SilenceDue{id})
}

// Silent takes a [SilenceDue], and reports whether the session was silent for the whole limit. If
// not, wait is a timer for the rest.
func (s *Set) Silent(id session.ID, limit time.Duration) (silent bool, wait tea.Cmd) {
	l := s.sessions[id]
	if l == nil || !l.Watches.Has(attention.Silence) || l.watch == nil {
		return false, nil
	}
	l.countsSilence = false
	if left := limit - l.watch.quiet(time.Now()); left > 0 {
		return false, s.countSilence(id, l, left)
	}
	return true, nil
}
