package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/live"
	"dormer/workspace"
)

// timer is something that the program wakes up for. With nothing that changes by itself, no
// timer runs.
type timer int

const (
	noticeTimer     timer = iota // the notice counts down, or goes
	undoTimer                    // something closed is kept no longer
	countdownTimer               // a list counts down
	endedTimer                   // a pane without a process takes keys again, or x closes it
	answerTimer                  // a host should have answered
	notifyTimer                  // the outer terminal can be told more
	backgroundTimer              // sessions that are not on the screen begin
	clockTimer                   // the next minute
	statusesTimer                // the next look at how sessions are
	putOffTimer                  // an agent that was put off asks again
	commandTimer                 // status.command runs again
	retryTimer                   // a pane says when its agent goes on
	timers
)

// timerDue says that the time has come that a timer was set to.
type timerDue struct {
	timer timer
	at    time.Time
}

func (msg timerDue) tell(m *Model) tea.Cmd {
	if !m.timers[msg.timer].Equal(msg.at) {
		return nil // it was set to an earlier time meanwhile, which has come
	}
	m.timers[msg.timer] = time.Time{}
	switch msg.timer {
	case noticeTimer:
		if m.notices.Shown.Showing() && !m.now().Before(m.notices.Shown.Gone) {
			m.nextNotice()
		}
		m.changed()
	case countdownTimer, clockTimer, putOffTimer, retryTimer:
		m.changed()
	case undoTimer:
		return m.apply(workspace.Expire{At: m.now()})
	case endedTimer:
		return m.endedPanesWait()
	case answerTimer:
		m.live.LookAfter(m.activePane())
	case notifyTimer:
		m.alert(m.alerts.TellOuter(m.around()))
	case backgroundTimer:
		return m.openBackground()
	case statusesTimer:
		return m.lookAtStatuses()
	case commandTimer:
		if due := m.statusCommand.Due(); !due.IsZero() && !due.After(m.now()) {
			return m.runStatusCommand()
		}
	}
	return nil
}

// dueAt is when a timer is due as things are now; zero for never.
func (m *Model) dueAt(t timer, now time.Time) (at time.Time) {
	switch t {
	case noticeTimer:
		return m.notices.Shown.Due(now)
	case undoTimer:
		for _, c := range m.state.Undo {
			at = earliest(at, c.ExpiresAt)
		}
	case countdownTimer:
		if len(m.state.Undo) > 0 && !m.config.Terminal.Reader && m.dialogs.Lists() {
			return now.Add(time.Second)
		}
	case endedTimer:
		for _, box := range m.geo.Panes {
			if l := m.live.Get(box.Session); l != nil {
				at = earliest(at, l.Ended.Due())
			}
		}
	case answerTimer:
		if m.timers[t].IsZero() && !m.live.Get(m.activePane()).Unanswered().IsZero() {
			return now.Add(live.AnswerTime)
		}
	case notifyTimer:
		return m.alerts.OuterDue()
	case backgroundTimer:
		return m.background.Due(now)
	case clockTimer:
		if m.config.Status.Clock {
			return now.Truncate(time.Minute).Add(time.Minute)
		}
	case statusesTimer:
		return m.statuses.Due(now, m.statusesEvery())
	case putOffTimer:
		return m.live.PutOffUntil(now)
	case commandTimer:
		return m.statusCommand.Due()
	case retryTimer:
		for _, box := range m.geo.Panes {
			if until := m.live.Get(box.Session).RetryAt(); !until.IsZero() && !m.config.Terminal.Reader {
				at = earliest(at, nextCount(now, until))
			}
		}
	}
	return at
}

// nextCount is when a time until something is written in another way: in seconds in the last hour,
// and by the clock before that.
func nextCount(now, until time.Time) time.Time {
	if left := until.Sub(now); left > time.Hour {
		return until.Add(-time.Hour)
	}
	return now.Add(time.Second)
}

// setTimers sets each timer that is due earlier than it is set to. It also begins what the
// palette asks for.
func (m *Model) setTimers() tea.Cmd {
	cmd, now := tea.Batch(m.seekText(), m.seekWorktrees(), m.waitForHints()), m.now()
	for t := range timers {
		at, set := m.dueAt(t, now), m.timers[t]
		if at.IsZero() || !set.IsZero() && !at.Before(set) {
			continue
		}
		m.timers[t] = at
		cmd = tea.Batch(cmd, m.after(at.Sub(now), timerDue{t, at}))
	}
	return cmd
}

// earliest is the earlier of two times, of which zero is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// after delivers a message once a time has passed.
func (m *Model) after(d time.Duration, msg arrival) tea.Cmd {
	return m.deps.tick(max(d, time.Millisecond), msg)
}

// tick is the clock's own: what programs are woken by outside of tests.
func tick(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
