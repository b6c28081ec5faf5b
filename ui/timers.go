package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/duration"
	"dormer/ui/live"
	"dormer/workspace"
)

// timer is a reason to wake up. While nothing on the screen changes by itself, no timer runs.
type timer int

const (
	noticeTimer     timer = iota // the notice counts down or disappears
	undoTimer                    // a closed tab or pane can no longer be brought back
	countdownTimer               // a list counts down
	endedTimer                   // a pane without a process accepts keys again, or x closes it
	answerTimer                  // a host should have answered
	notifyTimer                  // the next notification can go to the outer terminal
	backgroundTimer              // sessions that are not on the screen start
	clockTimer                   // the next minute
	statusesTimer                // the statuses of sessions are read again
	putOffTimer                  // an agent that was put off asks again
	commandTimer                 // status.command runs again
	retryTimer                   // a pane shows another time until its agent starts again
	timers
)

// timerDue says that the time for which a timer was set has come.
type timerDue struct {
	timer timer
	at    time.Time
}

func (msg timerDue) applyTo(m *Model) tea.Cmd {
	if !m.timers[msg.timer].Equal(msg.at) {
		return nil // it was set to an earlier time, which has passed
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
		return m.tickEndedPanes()
	case answerTimer:
		m.live.CheckUnanswered(m.activePane())
	case notifyTimer:
		m.alert(m.alerts.TellOuter(m.alertsEnv()))
	case backgroundTimer:
		return m.openBackground()
	case statusesTimer:
		return m.readStatuses()
	case commandTimer:
		if due := m.statusCommand.Due(); !due.IsZero() && !due.After(m.now()) {
			return m.runStatusCommand()
		}
	}
	return nil
}

// dueAt returns when a timer is due in the present state; zero for never.
func (m *Model) dueAt(t timer, now time.Time) (at time.Time) {
	switch t {
	case noticeTimer:
		return m.notices.Shown.Due(now)
	case undoTimer:
		for _, c := range m.state.Undo {
			at = duration.Earlier(at, c.ExpiresAt)
		}
	case countdownTimer:
		if len(m.state.Undo) > 0 && !m.config.Terminal.Reader && m.dialogs.Lists() {
			return now.Add(time.Second)
		}
	case endedTimer:
		return m.live.EndedDue(m.geo.Sessions())
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
		if !m.config.Terminal.Reader {
			return m.live.RetryDue(m.geo.Sessions(), now)
		}
	}
	return at
}

// setTimers sets each timer that is due earlier than it is set for. It also starts the searches
// that the palette asks for.
func (m *Model) setTimers() tea.Cmd {
	cmd, now := tea.Batch(m.searchTexts(), m.listWorktrees(), m.waitForHints()), m.now()
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

// after delivers a message after a time.
func (m *Model) after(d time.Duration, msg modelMsg) tea.Cmd {
	return m.deps.tick(max(d, time.Millisecond), msg)
}

// tick is the real clock; tests have their own.
func tick(d time.Duration, msg tea.Msg) tea.Cmd {
	return tea.Tick(d, func(time.Time) tea.Msg { return msg })
}
