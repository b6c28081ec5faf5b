package ui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/reattach"
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

// watchHealth begins to watch the health of sessions.
func (m *Model) watchHealth() {
	send := m.deps.send
	m.reach = reattach.New(m.deps.Runtime, func(id session.ID, size session.Size, conn wire.Conn) {
		send(sessionFound{id: id, size: size, conn: conn})
	}, func(id session.ID, size session.Size, conn wire.Conn) {
		send(sessionStarted{id: id, size: size, again: true, conn: conn})
	})
	m.health = health.New(m.deps.Prober, m.reach, health.Options{
		Changed: func(c health.Change) { send(healthChanged{c}) },
	})
}

// watched takes note that this program is connected to a session.
func (m *Model) watched(id session.ID, size session.Size) {
	m.reach.Resized(id, m.state.Sessions[id].Source, size)
	m.health.Attached(id)
}

// outOfReach has a session watched whose host is there and could not be attached
// to: one that is stopped is attached to once it goes on.
func (m *Model) outOfReach(id session.ID, size session.Size) {
	m.reach.Resized(id, m.state.Sessions[id].Source, size)
	m.health.Verify(id)
}

// unwatched forgets a session that this program has let go of.
func (m *Model) unwatched(id session.ID) {
	m.health.Forget(id)
	m.reach.Forget(id)
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
