package web

import (
	"context"
	"errors"
	"time"

	"dormer/session"
	"dormer/session/chat"
)

// maxEvents is the number of events of a conversation in one message.
const maxEvents = 200

// talkPause is the pause before the connection to a conversation is tried again.
const talkPause = time.Second

// events are events of a conversation, in order.
type events struct {
	Type string `json:"t"`
	Term int    `json:"term"`
	// Newest is the number of the last event when the conversation was opened.
	Newest int64        `json:"newest"`
	Events []chat.Event `json:"events"`
}

// followConversation follows a conversation after event from, until the page closes it. Events are sent as fast as
// the page takes them. If it is too slow, the conversation closes the connection, and followConversation connects
// again after the last event that was sent.
func (p *page) followConversation(ctx context.Context, number int, id session.ID, from int64) {
	ctx, cancel := context.WithCancel(ctx)
	p.talks[number] = cancel
	p.working.Go(func() {
		defer cancel()
		for ctx.Err() == nil {
			next, err := p.listen(ctx, number, id, from)
			switch {
			case ctx.Err() != nil:
				return
			case errors.Is(err, chat.ErrNoConversation) || err != nil && next == from:
				p.found <- func() any {
					delete(p.talks, number)
					return ended{Type: "state", Term: number, Gone: true, How: err.Error()}
				}
				return
			}
			from = next
			select {
			case <-ctx.Done():
			case <-time.After(talkPause):
			}
		}
	})
}

// listen passes the events of a conversation to the page until the connection ends, and returns the
// number of the last.
func (p *page) listen(ctx context.Context, number int, id session.ID, from int64) (int64, error) {
	c, err := p.server.workspace.Chat(ctx, id)
	if err != nil {
		return from, err
	}
	defer c.Close()
	newest, all, err := c.Subscribe(ctx, from)
	if err != nil {
		return from, err
	}
	for {
		select {
		case <-ctx.Done():
			return from, ctx.Err()
		case e, ok := <-all:
			if !ok {
				return from, nil
			}
			m := events{Type: "events", Term: number, Newest: newest, Events: gather(all, e)}
			from = m.Events[len(m.Events)-1].Seq
			p.found <- func() any { return m }
		}
	}
}

// gather returns an event and those after it that have already arrived.
func gather(all <-chan chat.Event, first chat.Event) []chat.Event {
	got := []chat.Event{first}
	for len(got) < maxEvents {
		select {
		case e, ok := <-all:
			if !ok {
				return got
			}
			got = append(got, e)
		default:
			return got
		}
	}
	return got
}

// say sends a conversation the user's prompt, cancellation or answer.
func (p *page) say(ctx context.Context, id session.ID, m message) error {
	c, err := p.server.workspace.Chat(ctx, id)
	if err != nil {
		return err
	}
	defer c.Close()
	switch m.Type {
	case "prompt":
		_, err = c.Prompt(ctx, m.Message, m.Text)
	case "cancel":
		if err = c.Cancel(ctx); errors.Is(err, chat.ErrIdle) {
			err = nil // it has just ended
		}
	case "choose":
		err = c.Choose(ctx, m.Setting, m.Option)
	default:
		err = c.Answer(ctx, m.Request, m.Option)
	}
	return err
}
