package relay

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// The shortest and the longest time between two attempts to reconnect to a conversation.
const (
	firstRetry = 20 * time.Millisecond
	lastRetry  = time.Second
)

// turns are the known turns of a conversation.
type turns struct {
	// starting is held while the process of the session is being restarted.
	starting sync.Mutex

	mu sync.Mutex
	// cancelStart ends such a start; nil without one.
	cancelStart context.CancelFunc
	starts      []int64
	// last is the number of the last event received, and changed is closed when there is a later one;
	// nil while nobody waits for that.
	last    int64
	changed chan struct{}
}

func (r *Relay) turnsOf(id string) *turns {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.turns[id]
	if t == nil {
		t = &turns{}
		r.turns[id] = t
	}
	return t
}

// before returns the number before the first event of the turn that contains event seq.
func (t *turns) before(seq int64) int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	i, found := slices.BinarySearch(t.starts, seq)
	if found {
		i++
	}
	if i == 0 {
		return 0
	}
	return t.starts[i-1] - 1
}

// startFollowing begins to start the process of the session again. ended says that this is over.
func (t *turns) beginStart(ctx context.Context) (starting context.Context, ended func(), err error) {
	if !t.starting.TryLock() {
		return nil, nil, ErrNotReady
	}
	ctx, cancel := context.WithCancel(ctx)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancelStart = cancel
	return ctx, func() {
		cancel()
		t.starting.Unlock()
	}, nil
}

// stopStarting ends a start of the process that is under way, and returns when nothing is started.
func (t *turns) stopStarting() {
	t.mu.Lock()
	if t.cancelStart != nil {
		t.cancelStart()
	}
	t.mu.Unlock()
	t.starting.Lock()
	defer t.starting.Unlock()
}

// forget drops the events, so that all are added again.
func (t *turns) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.starts, t.last = nil, 0
}

// handleEvent notes an event.
func (t *turns) add(e Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last = e.Seq; e.Kind == TurnBegan {
		t.starts = append(t.starts, e.Seq)
	}
	if t.changed != nil {
		close(t.changed)
		t.changed = nil
	}
}

// countTimeout is the longest time that a client waits for its answer to be counted.
const countTimeout = time.Second

// waitFor waits until an event has been received and counted.
func (t *turns) waitFor(ctx context.Context, seq int64) {
	ctx, cancel := context.WithTimeout(ctx, countTimeout)
	defer cancel()
	for ctx.Err() == nil {
		t.mu.Lock()
		if t.last >= seq {
			t.mu.Unlock()
			return
		}
		if t.changed == nil {
			t.changed = make(chan struct{})
		}
		more := t.changed
		t.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
		}
	}
}

// listen reads the events of a session's agent as long as the session is active, also between
// messages, and counts the exchanges. If the connection breaks it reconnects, or terminates the
// session if its user has ended it.
func (r *Relay) listen(ctx context.Context, s *Session) {
	t := r.turnsOf(s.ID())
	last, retry := int64(0), firstRetry
	for ctx.Err() == nil {
		agent := s.Handle().Agent
		if agent == nil {
			var err error
			if agent, err = r.connectAgain(ctx, s, nil); err != nil {
				if why := r.backend.Ended(ctx, s.ID()); why != "" && ctx.Err() == nil {
					r.terminate(s, Reason{Ended, "error: " + why})
					return
				}
				wait(ctx, &retry)
				continue
			}
		}
		err := agent.Events(ctx, last, ignoreNewest, func(e Event) error { // however it ends, it is tried again
			last, retry = e.Seq, firstRetry
			r.handleEvent(s, t, e)
			return nil
		})
		if isRefusal(err) { // the transcript has lost its last events, so all is read anew
			last = 0
			t.forget()
			_ = r.manager.ForgetMessages(ctx, s.ID()) // a session that ends has none
		}
		_ = agent.Close()
		_ = r.manager.ReplaceAgent(ctx, s.ID(), agent, nil) // fails for a session that ends, which has no agent
	}
}

// connectAgain connects to the conversation of an active session and replaces its connection, which
// is broken or nil. If another goroutine has replaced it meanwhile, connectAgain returns that one.
func (r *Relay) connectAgain(ctx context.Context, s *Session, broken Agent) (Agent, error) {
	agent, err := r.backend.Attach(ctx, s.ID())
	if err != nil {
		return nil, err
	}
	if err = r.manager.ReplaceAgent(ctx, s.ID(), broken, agent); err == nil {
		return agent, nil
	}
	_ = agent.Close() // it is not used
	if agent = s.Handle().Agent; agent == nil {
		return nil, err
	}
	return agent, nil
}

// handleEvent handles an event of a session.
func (r *Relay) handleEvent(s *Session, t *turns, e Event) {
	defer t.add(e)
	if e.Kind != TurnEnded {
		return
	}
	err := errors.Join(r.manager.IncrementMessageCount(r.ctx, s.ID()), r.manager.RecordHeartbeat(r.ctx, s.ID(), e.Time))
	if err == nil && e.Time.After(r.began) { // earlier ones were logged by the previous relay
		r.log.Info("session.message_sent", "sessionId", s.ID(), "messageCount", s.MessageCount())
	}
}

// waitFor waits before the next attempt, longer each time.
func wait(ctx context.Context, retry *time.Duration) {
	select {
	case <-time.After(*retry):
	case <-ctx.Done():
	}
	*retry = min(2**retry, lastRetry)
}

// Follow calls each with every event of a session after the number from, in order and once,
// until the context ends or each returns an error. It has a connection of its own to the
// conversation, and connects again when that breaks, as it does for who reads slowly. A [Refusal]
// says that there is no event from: not yet, or, where the transcript was damaged, not any more.
// Before, Follow calls begun, maybe several times: when from is known to be there, or while the
// process does not run.
func (r *Relay) Follow(ctx context.Context, id string, from int64, begun func(), each func(Event) error) error {
	retry, t := firstRetry, r.turnsOf(id)
	for ctx.Err() == nil {
		agent, err := r.backend.Attach(ctx, id)
		if err != nil {
			begun()
			wait(ctx, &retry)
			continue
		}
		var failed error
		check := func(newest int64) error {
			if from > newest {
				failed = Refusal{fmt.Sprintf("there is no event %d: attach from the newest one, which is %d, or an earlier one", from, newest)}
				return failed
			}
			begun()
			return nil
		}
		var answer strings.Builder
		// The whole answer is part of the event that ends a turn, so the turn is read from its
		// beginning.
		err = agent.Events(ctx, t.before(from), check, func(e Event) error {
			switch e.Kind {
			case TurnBegan:
				answer.Reset()
			case AnswerText:
				if answer.Len() < maxMessage { // a message has no room for more
					answer.WriteString(e.Text)
				}
			case TurnEnded:
				e.Response = answer.String()
				answer.Reset()
			case Other, Asked:
			}
			if e.Seq <= from {
				return nil
			}
			if e.Kind == TurnEnded { // a client that has the answer may stop the session at once
				t.waitFor(ctx, e.Seq)
			}
			retry = firstRetry
			if failed = each(e); failed == nil {
				from = e.Seq
			}
			return failed
		})
		_ = agent.Close()
		switch {
		case failed != nil:
			return failed
		case isRefusal(err): // the turn of from is not there
			return Refusal{fmt.Sprintf("event %d is not in the conversation any more: attach from an earlier one, or from 0", from)}
		}
		wait(ctx, &retry) // however it has ended, it is tried again
	}
	return ctx.Err()
}
