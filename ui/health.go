package ui

import (
	"context"
	"errors"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/workspace"
)

// healthChanged says that the health of a session is another.
type healthChanged struct{ health.Change }

func (msg healthChanged) tell(m *Model) tea.Cmd {
	m.healthOf(msg)
	return nil
}

// answerDue says that input has had the time to be answered.
type answerDue struct{}

func (answerDue) tell(m *Model) tea.Cmd {
	m.answered()
	return nil
}

// answerTime is how long a host may take to answer input before it is looked
// after.
const answerTime = time.Second

// backend reaches sessions for the health monitor and hands what it gets to the
// event loop. It is called from the monitor's goroutines.
type backend struct {
	runtime Runtime
	send    func(arrival)

	mu       sync.Mutex
	sessions map[session.ID]reach
	// starting are the sessions whose process is being started; a channel is closed when
	// that is over.
	starting map[session.ID]chan struct{}
}

// reach is what it takes to reach a session.
type reach struct {
	record workspace.Record
	spec   session.Spec
}

func newBackend(d Deps) *backend {
	return &backend{runtime: d.Runtime, send: d.send, sessions: map[session.ID]reach{}, starting: map[session.ID]chan struct{}{}}
}

// note takes note of what it takes to reach a session.
func (b *backend) note(id session.ID, record workspace.Record, spec session.Spec) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sessions[id] = reach{record: record, spec: spec}
}

// resized takes note of the size that a session's pane has.
func (b *backend) resized(id session.ID, record workspace.Record, size session.Size) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r := b.sessions[id]
	r.record, r.spec.Size = record, size
	b.sessions[id] = r
}

func (b *backend) forget(id session.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.sessions, id)
}

func (b *backend) get(id session.ID) (reach, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, ok := b.sessions[id]
	return r, ok
}

// Reattach connects to a session whose connection was lost.
func (b *backend) Reattach(_ context.Context, id session.ID) error {
	r, ok := b.get(id)
	if !ok {
		return errClosed
	}
	conn, err := b.runtime.Attach(r.record.Source, id)
	if err != nil {
		return err
	}
	b.send(sessionFound{id: id, size: r.spec.Size, conn: conn})
	return nil
}

// errClosed says that a session was let go of.
var errClosed = errors.New("it was closed meanwhile")

// starts takes note that the process of a session is being started, until over is called.
func (b *backend) starts(id session.ID) (over func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	done := make(chan struct{})
	b.starting[id] = done
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.starting[id] == done {
			delete(b.starting, id)
		}
		close(done)
	}
}

// awaitStart returns when the process of a session was started, or could not be; at once
// where it is not being started.
func (b *backend) awaitStart(id session.ID) {
	b.mu.Lock()
	done, starting := b.starting[id]
	b.mu.Unlock()
	if starting {
		<-done
	}
}

// Start starts the process of a session whose pane was there before.
func (b *backend) Start(_ context.Context, id session.ID) error {
	over := b.starts(id)
	defer over()
	r, ok := b.get(id) // after that: who ends it forgets it and then waits
	if !ok {
		return errClosed
	}
	conn, err := b.runtime.Start(r.spec)
	if err != nil {
		return err
	}
	b.send(sessionStarted{id: id, size: r.spec.Size, again: true, conn: conn})
	return nil
}

// Destroy ends what is left of a session.
func (b *backend) Destroy(_ context.Context, id session.ID) error {
	_ = b.runtime.End(id, false) // its last screen is to be shown again; starting it meets the same error
	return nil
}

// watchHealth begins to watch the health of sessions.
func (m *Model) watchHealth() {
	m.reach = newBackend(m.deps)
	send := m.deps.send
	m.health = health.New(m.deps.Prober, m.reach, health.Options{
		Changed: func(c health.Change) { send(healthChanged{c}) },
	})
}

// watched takes note that this program is connected to a session.
func (m *Model) watched(id session.ID, size session.Size) {
	m.reach.resized(id, m.state.Sessions[id], size)
	m.health.Attached(id)
}

// outOfReach has a session watched whose host is there and could not be attached
// to: one that is stopped is attached to once it goes on.
func (m *Model) outOfReach(id session.ID, size session.Size) {
	m.reach.resized(id, m.state.Sessions[id], size)
	m.health.Verify(id)
}

// unwatched forgets a session that this program has let go of.
func (m *Model) unwatched(id session.ID) {
	m.health.Forget(id)
	m.reach.forget(id)
}

// healthOf takes a session's new health and says what the user should notice.
// Messages may overtake each other, so the monitor is asked what holds now.
func (m *Model) healthOf(c healthChanged) {
	l := m.live[c.ID]
	now, watched := m.health.View(c.ID)
	if l == nil || !watched {
		return
	}
	if !l.health.LooksLike(now) {
		m.changed()
	}
	if now.CanStart && !l.health.CanStart {
		l.gone = m.now()
	}
	l.health = now
	if l.exited() {
		return // the pane says so itself
	}
	if c.Notice == health.Died || c.Notice == health.CouldNot {
		m.say(m.state.Sessions[c.ID].DisplayTitle() + ": " + now.Reason)
	}
}

// well reports whether the session's host is as it should be.
func (l *live) well() bool { return l.health.Reason == "" }

// stuck reports whether nothing more is tried by itself to show the session.
func (l *live) stuck() bool {
	return l.failed != "" || l.health.Health.Phase == health.Failed
}

// showAgain tries anew to show a session that could not be.
func (m *Model) showAgain(id session.ID) tea.Cmd {
	l := m.live[id]
	delete(m.live, id)
	m.unwatched(id)
	return tea.Batch(detach(l), m.showSession(id))
}

// hostSeen says whether the host of a session that is to start again is gone.
type hostSeen struct {
	id   session.ID
	gone bool
}

func (msg hostSeen) tell(m *Model) tea.Cmd {
	l := m.live[msg.id]
	switch {
	case l == nil || l.client == nil || !l.exited():
	case msg.gone || l.client.Gone():
		return m.restartLost(msg.id)
	default:
		l.client.Restart(session.Login(m.deps.Env)...)
	}
	return nil
}

// askHost looks whether the host of a session that has ended is there to start it
// again: one that is gone would never answer, and the connection may not tell yet.
func (m *Model) askHost(id session.ID) tea.Cmd {
	prober := m.deps.Prober
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), answerTime)
		defer cancel()
		return hostSeen{id, errors.Is(prober.Check(ctx, id), health.ErrGone)}
	}
}

// restartLost starts a session again whose host is gone.
func (m *Model) restartLost(id session.ID) tea.Cmd {
	l := m.live[id]
	delete(m.live, id)
	return tea.Batch(detach(l), m.apply(workspace.StartSession{
		Session: id, Size: m.sizeFor(id), Occasion: session.OnRequest,
	}))
}

// detach lets go of a connection without holding up the event loop.
func detach(l *live) tea.Cmd {
	if l == nil || l.client == nil {
		return nil
	}
	return func() tea.Msg {
		_ = l.client.Detach() // it is of no use any more either way
		return nil
	}
}

// armAnswer wakes when input that is under way should have been answered.
func (m *Model) armAnswer() tea.Cmd {
	l := m.target()
	if m.armed.answer || l == nil || l.exited() || l.client.Unanswered().IsZero() {
		return nil
	}
	m.armed.answer = true
	return m.after(answerTime, answerDue{})
}

// answered looks after the session that typed input goes to, where its host has
// not answered.
func (m *Model) answered() {
	m.armed.answer = false
	l := m.target()
	if l == nil || l.exited() {
		return
	}
	if since := l.client.Unanswered(); !since.IsZero() && time.Since(since) >= answerTime {
		m.health.Verify(m.activePane())
	}
}
