package relay

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dormer/session/chat"
)

// conversation is an [Agent] that uses the private socket of a conversation.
type conversation struct {
	client *chat.Client
}

// retryDial is the time between two attempts to connect to a conversation that does not listen yet.
const retryDial = 20 * time.Millisecond

// Dial connects to the conversation at an address. It waits until the conversation listens, as long
// as lives returns true.
func Dial(ctx context.Context, address string, lives func() bool) (Agent, error) {
	for {
		client, err := chat.Dial(ctx, address)
		if err == nil {
			return conversation{client}, nil
		}
		if !errors.Is(err, chat.ErrNoConversation) || !lives() {
			return nil, err
		}
		select {
		case <-time.After(retryDial):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// Started waits until the agent of the conversation at an address runs, if it was started after the
// given time. The error says why it does not run; it is a [Refusal] if the conversation is full.
func Started(ctx context.Context, address string, after time.Time, lives func() bool) error {
	a, err := Dial(ctx, address, lives)
	if err != nil {
		return err
	}
	defer func() { _ = a.Close() }() // this connection only looks
	started := errors.New("started")
	earlier := false // according to the transcript so far, an agent that was started before is running
	err = a.(conversation).read(ctx, 0, ignoreNewest, func(e chat.Event) error {
		switch e.Kind {
		case chat.AgentStarted:
			if !e.Time.Before(after) {
				return started
			}
			earlier = true
		case chat.AgentEnded:
			switch {
			case earlier || e.Time.Before(after):
			case e.Reason == chat.ErrFull.Error():
				return Refusal{e.Reason}
			default:
				return errors.New(e.Reason)
			}
			earlier = false // if it was killed, the next process writes its end
		}
		return nil
	})
	if errors.Is(err, started) {
		return nil
	}
	return err
}

func (c conversation) Prompt(ctx context.Context, id, text string) (int64, error) {
	seq, err := c.client.Prompt(ctx, id, text)
	return seq, refusal(err)
}

func (c conversation) Cancel(ctx context.Context) error { return refusal(c.client.Cancel(ctx)) }

func (c conversation) Answer(ctx context.Context, request, option string) error {
	return refusal(c.client.Answer(ctx, request, option))
}

// refusal returns a [Refusal] for an error after which the conversation continues, or
// [ErrNotReady].
func refusal(err error) error {
	if errors.Is(err, chat.ErrStarting) {
		return ErrNotReady
	}
	refused, is := errors.AsType[chat.RefusedError](err)
	if is || errors.Is(err, chat.ErrBusy) || errors.Is(err, chat.ErrIdle) || errors.Is(err, chat.ErrNotOpen) {
		return Refusal{cmp.Or(refused.Reason, fmt.Sprint(err))}
	}
	return err
}

func (c conversation) Close() error {
	c.client.Close()
	return nil
}

// errLost is returned when a conversation has ended, or has dropped a slow client.
var errLost = errors.New("the connection to the conversation is lost")

// ignoreNewest is for readers of all events, whatever the newest one is.
func ignoreNewest(int64) error { return nil }

func (c conversation) read(ctx context.Context, from int64, begun func(int64) error, each func(chat.Event) error) error {
	newest, events, err := c.client.Subscribe(ctx, from)
	if err != nil {
		return refusal(err)
	}
	if err := begun(newest); err != nil {
		return err
	}
	for {
		select {
		case e, ok := <-events:
			if !ok {
				return errLost
			}
			if err := each(e); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c conversation) Events(ctx context.Context, from int64, begun func(int64) error, each func(Event) error) error {
	return c.read(ctx, from, begun, func(e chat.Event) error {
		out, err := eventOf(e)
		if err != nil {
			return err
		}
		return each(out)
	})
}

// kinds maps kinds of events of a conversation to those of the relay.
var kinds = map[chat.Kind]Kind{
	chat.UserMessage: TurnBegan, chat.Answer: AnswerText, chat.TurnEnded: TurnEnded, chat.PermissionAsked: Asked,
}

// eventOf converts an event of a conversation to one of the relay.
func eventOf(e chat.Event) (Event, error) {
	body, err := json.Marshal(e)
	out := Event{Seq: e.Seq, Time: e.Time, Kind: kinds[e.Kind], Text: e.Text, Body: body}
	if e.Kind == chat.TurnEnded {
		out.Text = string(e.Stop)
	}
	return out, err
}
