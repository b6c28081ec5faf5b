package health

import (
	"context"
	"sync"
	"time"

	"dormer/session"
	"dormer/session/events"
)

// Options configure a [Monitor]; zero values mean the defaults given here.
type Options struct {
	// Interval is the time between two checks of the running sessions: 30 s.
	Interval time.Duration
	// Timeout limits a check of a session and an attempt to reconnect: 1 s.
	Timeout time.Duration
	// StartTimeout limits a start, including the end of the previous processes: 15 s.
	StartTimeout time.Duration
	// Changed is called for each change of a view, in order. It may use the monitor, but
	// must not close it. It may be nil.
	Changed func(Change)
}

// Monitor keeps the health of the sessions that a program shows. It is safe for
// concurrent use.
type Monitor struct {
	prober Prober
	hosts  Hosts
	o      Options
	// slots limits the number of checks in progress.
	slots chan struct{}

	mu       sync.Mutex
	sessions map[session.ID]*watched
	periodic *time.Timer
	closed   bool
	wg       sync.WaitGroup

	// changes are those for which [Options.Changed] has not been called yet.
	changes events.Queue[Change]
}

// watched is the state of one session.
type watched struct {
	status     Status
	runtime    session.RuntimeStatus
	attached   bool // this program is attached to it, or is attaching
	attachment int
	reason     string
	// earlyEnd is an end that was reported before the session was known to exist.
	earlyEnd *event

	// checkNumber is the number of the check in progress, and cancel ends it; results with another number
	// are late.
	checkNumber int
	busy        bool
	cancel      context.CancelFunc
	retry       *time.Timer
	retryIn     time.Duration
}

const maxChecks = 64

// New returns a monitor that watches nothing yet. It must be closed.
func New(p Prober, h Hosts, o Options) *Monitor {
	if o.Interval <= 0 {
		o.Interval = 30 * time.Second
	}
	if o.Timeout <= 0 {
		o.Timeout = time.Second
	}
	if o.StartTimeout <= 0 {
		o.StartTimeout = 15 * time.Second
	}
	if o.Changed == nil {
		o.Changed = func(Change) {}
	}
	return &Monitor{
		prober: p, hosts: h, o: o,
		slots:    make(chan struct{}, maxChecks),
		sessions: map[session.ID]*watched{},
	}
}

// Attached notes that this program is attached to a session; see [Monitor.Verify].
func (m *Monitor) Attached(id session.ID) {
	m.post(id, event{Kind: verify}, true, func(w *watched) { w.attached = true })
}

// Verify checks whether a session exists, after it has not answered for too long or attaching to it
// has failed. From then on it is watched.
func (m *Monitor) Verify(id session.ID) { m.post(id, event{Kind: verify}, true, nil) }

// Create starts a session, or restarts it after killing its remaining processes. From then on it is
// watched.
func (m *Monitor) Create(id session.ID) { m.post(id, event{Kind: create}, true, nil) }

// Lost notes that the connection to a session broke, and checks whether its host has ended.
func (m *Monitor) Lost(id session.ID) {
	m.post(id, event{Kind: checkFailed}, false, func(w *watched) { w.attached = false })
}

// Died notes that a session's process has ended; reason is a sentence that says how.
func (m *Monitor) Died(id session.ID, reason string) {
	if reason == "" {
		reason = sentence(ErrEnded)
	}
	m.post(id, event{Kind: sessionDied, Reason: reason, Gone: true}, false, nil)
}

// Forget stops watching a session. The session itself is not changed.
func (m *Monitor) Forget(id session.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.sessions[id]; w != nil {
		w.stop()
		delete(m.sessions, id)
		m.stopTimerIfIdle()
	}
}

// View returns a session's view; false if it is not watched.
func (m *Monitor) View(id session.ID) (View, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	w, ok := m.sessions[id]
	if !ok {
		return View{ID: id}, false
	}
	return w.view(id), true
}

// Close stops watching, and returns when nothing is in progress.
func (m *Monitor) Close() {
	m.mu.Lock()
	m.closed = true
	for _, w := range m.sessions {
		w.stop()
	}
	clear(m.sessions)
	m.stopTimerIfIdle()
	m.mu.Unlock()
	m.wg.Wait()
}

// post passes an external event to the machine, after calling change, unless that is nil. Unwatched
// sessions are ignored unless begin is set.
func (m *Monitor) post(id session.ID, e event, begin bool, change func(*watched)) {
	m.mu.Lock()
	w := m.sessions[id]
	if w == nil && begin && !m.closed {
		w = &watched{runtime: session.Initializing}
		m.sessions[id] = w
	}
	if w != nil {
		if change != nil {
			change(w)
		}
		m.apply(id, w, e)
	}
	m.mu.Unlock()
	m.deliver()
}

// deliver calls [Options.Changed] for the changes, with no lock held.
func (m *Monitor) deliver() { m.changes.Deliver(m.o.Changed) }

// apply makes a transition and carries out its effects.
func (m *Monitor) apply(id session.ID, w *watched, e event) {
	before := w.view(id)
	next, effects := next(w.status, e)
	if effects == nil {
		w.noteEarlyEnd(e)
		return
	}
	w.move(next, e)
	notice := quiet
	for _, effect := range effects {
		notice = max(notice, m.do(id, w, effect))
	}
	if after := w.view(id); after != before || notice != quiet {
		m.changes.Add(Change{after, notice})
	}
	switch {
	case w.unreachable():
		m.apply(id, w, event{Kind: attemptRecovery})
	case w.status.Phase == Alive && w.earlyEnd != nil:
		e := *w.earlyEnd
		w.earlyEnd = nil
		m.apply(id, w, e)
	}
}

// noteEarlyEnd remembers an end that came before the start.
func (w *watched) noteEarlyEnd(e event) {
	ends := e.Kind == sessionDied || e.Kind == checkFailed
	if ends && (w.status.Phase == Verifying || w.status.Phase == Recovering) {
		w.earlyEnd = &e
	}
}

// move applies a transition to the state of a session.
func (w *watched) move(next Status, e event) {
	w.status = next
	switch next.Phase {
	case Alive:
		if w.runtime == session.Unhealthy || w.runtime == session.Exited {
			w.attachment++
			w.runtime = session.Initializing
		}
		w.reason, w.retryIn = "", 0
	case Dead, Missing, Failed:
		w.reason, w.earlyEnd = e.Reason, nil
		if w.reason == "" {
			w.reason = sentence(nil)
		}
	case Unknown, Verifying, Recovering:
	}
	if e.Kind == create {
		w.attachment++
		w.runtime = session.Initializing
		w.reason, w.earlyEnd = "", nil
	}
	switch e.Kind {
	case create:
		w.attached = false
	case created:
		w.attached = true
	}
	w.runtime = runtimeAfter(w.runtime, next, e)
}

// unreachable reports whether a session cannot be reached and may still run, so that reconnecting is
// retried.
func (w *watched) unreachable() bool {
	return (w.status.Phase == Dead || w.status.Phase == Missing) && w.runtime == session.Unhealthy
}

func (w *watched) stop() {
	w.checkNumber++
	w.busy = false
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
	if w.retry != nil {
		w.retry.Stop()
		w.retry = nil
	}
}
