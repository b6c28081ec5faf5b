package host

import (
	"errors"
	"fmt"
	"time"

	"dormer/session/agent"
	"dormer/session/proc"
	"dormer/session/wire"
)

// changeRetry carries out a viewer's request about the agent's retries, and answers it.
func (h *Host) changeRetry(v *viewer, m wire.Retry) error {
	h.mu.Lock()
	err := h.takeRetryOrder(m)
	now := time.Now()
	h.resolveAgent(now)
	h.mu.Unlock()
	if err == nil && m.Do == wire.RetryNow {
		err = h.retryAgent(now.Add(agent.LongestWait))
	}
	return h.question(v, done(err))
}

// takeRetryOrder carries out the request, or returns why not. The lock is held.
func (h *Host) takeRetryOrder(m wire.Retry) error {
	known, planned := h.spec.Known, h.resolveAgent(time.Now()).Verdict.Retry
	switch {
	case known.Name == "":
		return errors.New("dormer has not started an agent in it: see dormer new --agent")
	case m.Do == wire.AllowRetries && (m.Tries < 0 || m.Tries > agent.MostRetries):
		return fmt.Errorf("%d is not a possible number of tries: give 0 to %d", m.Tries, agent.MostRetries)
	case m.Do == wire.AllowRetries:
		h.conversation.Retry = &m.Tries
		h.opts.watcher.conversationChanged(h.conversation)
		h.allowRetries()
	case planned.At.IsZero():
		return errors.New("its agent is not about to be started again")
	case m.Do == wire.CancelRetry:
		h.agent.CancelRetry("it was cancelled")
	}
	return nil
}

// allowRetries sets how often the agent is restarted. The lock is held, or no other goroutine knows
// the host yet.
func (h *Host) allowRetries() {
	h.agent.AllowRetries(h.tries(), h.spec.Known.RetryPause, h.spec.Known.GoOn != "")
}

// tries returns how often the agent is restarted, as configured for this session or for the agent.
func (h *Host) tries() int {
	if own := h.conversation.Retry; own != nil {
		return *own
	}
	return h.spec.Known.Retry
}

// noteRetry keeps whether a retry is planned. The lock is held.
func (h *Host) noteRetry(planned bool) {
	if c := &h.conversation; c.Started() && c.Retries != planned {
		c.Retries = planned
		h.opts.watcher.conversationChanged(*c)
	}
}

// noteRetryAfterExit notes whether the agent, which has just exited, can continue; setsUp means
// that the setup exited instead. The lock is held.
func (h *Host) noteRetryAfterExit(setsUp bool) {
	why := ""
	if err := h.spec.Known.CanResume(h.conversation); err != nil {
		why = err.Error()
	}
	if setsUp {
		why = "the setup before it failed"
	}
	h.agent.CannotRetry(why)
}

// retryAgent, if a retry is due at the given time, starts the agent again with its conversation, or
// tells it to continue if it still runs. The error says why it could not be told.
func (h *Host) retryAgent(at time.Time) error {
	h.mu.Lock()
	due := !h.ending && h.agent.TakeRetry(at)
	if due && !h.deadline.at.IsZero() {
		due = false
		h.agent.RefuseRetry("its pane was closed")
	}
	h.resolveAgent(time.Now())
	over := h.exit != nil
	h.mu.Unlock()
	switch {
	case !due:
	case over:
		h.restartWithPrompt(nil, h.spec.Known.GoOn)
	default:
		return h.sendContinuePrompt()
	}
	return nil
}

// sendContinuePrompt types the message that makes the agent continue, unless it must not be typed.
func (h *Host) sendContinuePrompt() error {
	h.mu.Lock()
	group := h.foregroundGroup()
	h.mu.Unlock()
	program, setsUp := nameFromArgv0(proc.Name(group)), h.setsUp() // these may wait for the kernel
	h.mu.Lock()
	defer h.mu.Unlock()
	verdict, text := h.agent.Verdict(), h.spec.Known.GoOn
	_, asks := agent.ReadChoice(h.screenLines())
	err := h.refusePrompt(text, group, program, setsUp)
	switch {
	case err != nil:
	case verdict.State != agent.Failed:
		return nil
	case h.lastInput.After(verdict.Since):
		err = errors.New("somebody has typed since")
	case asks:
		err = errors.New("its screen asks something")
	default:
		h.run.in.inputWhole(h.promptBytes(text))
		h.checkForegroundSoon()
		return nil
	}
	h.agent.RefuseRetry(err.Error())
	h.resolveAgent(time.Now())
	return err
}
