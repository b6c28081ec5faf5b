package health

import (
	"cmp"
	"context"
	"errors"
	"time"

	"dormer/session"
)

// do carries out one effect. The result of a check comes back as an event.
func (m *Monitor) do(id session.ID, w *watched, e effect) Notice {
	switch e {
	case checkSocket:
		m.startCheck(id, w, m.o.Timeout, m.find)
	case checkSessionExists:
		m.startCheck(id, w, m.o.Timeout, m.detect)
	case destroySession:
		m.startCheck(id, w, m.o.StartTimeout, m.startAnew)
	case createSession:
		if !w.busy {
			m.startCheck(id, w, m.o.StartTimeout, m.start)
		}
	case scheduleHealthCheck:
		m.schedule()
	case cancelHealthCheck:
		w.stop()
		m.stopTimerIfIdle()
	case tryRecovery:
		m.startCheck(id, w, m.o.Timeout, m.recover)
	case notifyAlive:
		return CameAlive
	case notifyDead:
		return Died
	case notifyFailed:
		return StartFailed
	}
	return quiet
}

// checkFunc checks a session and returns an event with the result; false if there is no conclusive
// answer yet.
type checkFunc func(ctx context.Context, id session.ID) (event, bool)

// checkNumber begins a check. The result of an earlier one in progress will be ignored.
func (m *Monitor) startCheck(id session.ID, w *watched, limit time.Duration, see checkFunc) {
	w.stop()
	number := w.checkNumber
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel, w.busy = cancel, true
	m.wg.Go(func() {
		defer cancel()
		select {
		case m.slots <- struct{}{}:
		case <-ctx.Done():
			return
		}
		ctx, done := context.WithTimeout(ctx, limit)
		e, ok := see(ctx, id)
		done()
		<-m.slots
		m.result(id, w, number, e, ok)
	})
}

// result handles the event of a check, unless it is late.
func (m *Monitor) result(id session.ID, w *watched, number int, e event, ok bool) {
	m.mu.Lock()
	if m.sessions[id] != w || w.checkNumber != number {
		m.mu.Unlock()
		return
	}
	w.busy, w.cancel = false, nil
	if ok {
		m.apply(id, w, e)
	} else {
		m.recoverLater(id, w)
	}
	m.mu.Unlock()
	m.deliver()
}

func (m *Monitor) find(ctx context.Context, id session.ID) (event, bool) {
	if err := m.prober.Find(ctx, id); hasEnded(err) {
		return event{Kind: socketMissing, Reason: sentence(err), Gone: true}, true
	}
	// A host that does not answer exists nevertheless.
	return event{Kind: socketFound}, true
}

// detect checks the session and the connection to it.
func (m *Monitor) detect(ctx context.Context, id session.ID) (event, bool) {
	if err := m.reach(ctx, id); err != nil {
		return event{Kind: sessionNotDetected, Reason: sentence(err), Gone: hasEnded(err)}, true
	}
	return event{Kind: sessionDetected}, true
}

// reach asks the host before it checks the connection: a stopped host keeps its connections, so
// they prove nothing.
func (m *Monitor) reach(ctx context.Context, id session.ID) error {
	if err := m.prober.Check(ctx, id); err != nil {
		return err
	}
	if !m.claim(id) {
		return nil
	}
	err := m.hosts.Reattach(ctx, id)
	if err != nil {
		m.unclaim(id)
	}
	if errors.Is(err, ErrGone) { // it ended since the check; another check returns the processes that it left
		return cmp.Or(m.prober.Check(ctx, id), err)
	}
	return err
}

// claim marks a session as being attached to. It returns false if this program is already attached
// to it, or no longer watches it. So only one of several attempts is made.
func (m *Monitor) claim(id session.ID) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	w := m.sessions[id]
	if w == nil || w.attached {
		return false
	}
	w.attached = true
	return true
}

// unclaim undoes claim.
func (m *Monitor) unclaim(id session.ID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if w := m.sessions[id]; w != nil {
		w.attached = false
	}
}

func (m *Monitor) check(ctx context.Context, id session.ID) (event, bool) {
	if err := m.prober.Glance(ctx, id); err != nil {
		return event{Kind: checkFailed, Reason: sentence(err), Gone: hasEnded(err)}, true
	}
	return event{Kind: checkPassed}, true
}

func (m *Monitor) startAnew(ctx context.Context, id session.ID) (event, bool) {
	if err := m.hosts.Destroy(ctx, id); err != nil {
		return event{Kind: createFailed, Reason: "its remaining processes could not be ended: " + err.Error()}, true
	}
	return m.start(ctx, id)
}

func (m *Monitor) start(ctx context.Context, id session.ID) (event, bool) {
	if err := m.hosts.Start(ctx, id); err != nil {
		return event{Kind: createFailed, Reason: "it could not be started: " + err.Error()}, true
	}
	return event{Kind: created}, true
}

func (m *Monitor) recover(ctx context.Context, id session.ID) (event, bool) {
	switch err := m.reach(ctx, id); {
	case err == nil:
		return event{Kind: recoverySucceeded}, true
	case isFinal(err):
		return event{Kind: recoveryFailed, Reason: sentence(err), Gone: hasEnded(err)}, true
	}
	return event{}, false
}

const (
	firstRetry = 500 * time.Millisecond
	lastRetry  = 15 * time.Second
)

// recoverLater keeps trying to reach a silent session, however long its host was stopped.
func (m *Monitor) recoverLater(id session.ID, w *watched) {
	w.retryIn = min(max(2*w.retryIn, firstRetry), lastRetry)
	number := w.checkNumber
	w.retry = time.AfterFunc(w.retryIn, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.sessions[id] == w && w.checkNumber == number {
			m.startCheck(id, w, m.o.Timeout, m.recover)
		}
	})
}

// schedule schedules the next check of the running sessions. One timer serves all of them.
func (m *Monitor) schedule() {
	if m.periodic == nil {
		m.periodic = time.AfterFunc(m.o.Interval, m.checkAll)
	}
}

// stopTimerIfIdle stops the timer if no session runs.
func (m *Monitor) stopTimerIfIdle() {
	if m.periodic == nil {
		return
	}
	for _, w := range m.sessions {
		if w.status.Phase == Alive {
			return
		}
	}
	m.periodic.Stop()
	m.periodic = nil
}

// checkAll checks every running session that is not being checked.
func (m *Monitor) checkAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.periodic = nil
	for id, w := range m.sessions {
		if w.status.Phase == Alive && !w.busy {
			m.startCheck(id, w, m.o.Timeout, m.check)
		}
	}
}
