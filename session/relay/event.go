package relay

import (
	"context"
	"encoding/json"
	"time"
)

// Kind is what an event of a conversation means to the relay.
type Kind int

// The kinds of events.
const (
	// Other events are passed on and mean nothing here.
	Other Kind = iota
	// TurnBegan events are messages of the user.
	TurnBegan
	// AnswerText events are a piece of the agent's answer.
	AnswerText
	// TurnEnded events end what the agent does for a message.
	TurnEnded
	// Asked events ask for a permission.
	Asked
)

// Event is what happened in a conversation.
type Event struct {
	// Seq is its number. The first event of a conversation has 1.
	Seq  int64
	Time time.Time
	Kind Kind
	// Text is the piece of an answer, or why a turn ended.
	Text string
	// Response is the whole answer, of [TurnEnded].
	Response string
	// Body is the event as clients get it.
	Body json.RawMessage
}

// Refusal is an error of a conversation that goes on: what was asked for was not done.
type Refusal struct{ Reason string }

func (r Refusal) Error() string { return r.Reason }

// Agent is a connection to the conversation with an agent.
type Agent interface {
	// Prompt sends a message, and returns the number of its event. A [Refusal] says that the
	// agent does not take it now.
	Prompt(ctx context.Context, text string) (seq int64, err error)
	// Cancel has the agent stop what it does.
	Cancel(ctx context.Context) error
	// Answer answers what the agent asked. A [Refusal] says that nobody waits for it.
	Answer(ctx context.Context, request, option string) error
	// Events calls each with every event after the number from, in order, until the context
	// ends or the connection breaks, or each returns an error. Before, it calls begun with the
	// number of the newest event, and ends where that returns an error.
	Events(ctx context.Context, from int64, begun func(newest int64) error, each func(Event) error) error
	Close() error
}

// Backend has what sessions need: worktrees, processes, and connections to agents.
type Backend interface {
	// Worktree makes the worktree of an agent id, or returns the one that it has.
	Worktree(ctx context.Context, agentID string) (dir string, err error)
	// Start starts the process of a session, or starts it again.
	Start(ctx context.Context, id, agentID, dir string) error
	// Attach connects to the conversation of a session. It waits until that listens, as long
	// as its process lives.
	Attach(ctx context.Context, id string) (Agent, error)
	// Show has the session be in the user's workspace from now on.
	Show(ctx context.Context, id string) error
	// End ends the process of a session: SIGTERM, and SIGKILL five seconds later. It returns
	// when nothing is left of it. Nothing to end is no error.
	End(id string) error
	// Ended says why the session will not go on, such as that its user has ended it; empty if
	// it can.
	Ended(ctx context.Context, id string) string
}

// Client is told what happens to a session.
type Client interface {
	// Ready says that the session takes messages.
	Ready(s *Session)
	// Terminated says that the session is gone.
	Terminated(s *Session, reason Reason)
}
