package relay

import (
	"context"
	"encoding/json"
	"time"
)

// Kind is the meaning of a conversation's event for the relay.
type Kind int

// The kinds of events.
const (
	// Other events are passed on without further meaning.
	Other Kind = iota
	// TurnBegan events are messages of the user.
	TurnBegan
	// AnswerText events contain a piece of the agent's answer.
	AnswerText
	// TurnEnded events end the agent's turn.
	TurnEnded
	// Asked events request a permission.
	Asked
)

// Event is an event of a conversation.
type Event struct {
	// Seq is its number. The first event of a conversation has 1.
	Seq  int64
	Time time.Time
	Kind Kind
	// Text is a piece of an answer, or the reason for the end of a turn.
	Text string
	// Response is the whole answer, for [TurnEnded].
	Response string
	// Body is the event in the form in which clients get it.
	Body json.RawMessage
}

// Refusal is an error after which the conversation continues: the request was not carried out.
type Refusal struct{ Reason string }

func (r Refusal) Error() string { return r.Reason }

// Agent is a connection to the conversation with an agent.
type Agent interface {
	// Prompt sends a message, and returns the number of its event. One whose id was taken before
	// is not taken again. A [Refusal] says that the agent does not take it now.
	Prompt(ctx context.Context, id, text string) (seq int64, err error)
	// Cancel has the agent stop what it does.
	Cancel(ctx context.Context) error
	// Answer answers a request of the agent. A [Refusal] means that the request is not open.
	Answer(ctx context.Context, request, option string) error
	// Events calls each with every event after number from, in order, until the context ends, the
	// connection breaks, or each returns an error. First it calls begun with the number of the
	// newest event, and returns if that returns an error.
	Events(ctx context.Context, from int64, begun func(newest int64) error, each func(Event) error) error
	Close() error
}

// Backend provides sessions with worktrees, processes, and connections to agents.
type Backend interface {
	// Worktree makes the worktree of an agent id, or returns the existing one.
	Worktree(ctx context.Context, agentID string) (dir string, err error)
	// Start starts the process of a session, or starts it again.
	Start(ctx context.Context, id, agentID, dir string) error
	// Attach connects to the conversation of a session. It waits until the conversation listens, as
	// long as its process lives.
	Attach(ctx context.Context, id string) (Agent, error)
	// Show adds the session to the user's workspace.
	Show(ctx context.Context, id string) error
	// End ends the process of a session: SIGTERM, and SIGKILL five seconds later. It returns when
	// nothing of it runs. It is no error if it does not run.
	End(id string) error
	// Ended returns why the session will not continue, such as that its user has ended it; empty if
	// it can.
	Ended(ctx context.Context, id string) string
}

// Client is told of a session's state.
type Client interface {
	// Ready reports that the session accepts messages.
	Ready(s *Session)
	// Terminated reports that the session has ended.
	Terminated(s *Session, reason Reason)
}
