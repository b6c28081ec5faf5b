package launch

import (
	"context"
	"errors"
	"fmt"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/socket"
	"dormer/session/wire"
)

// errNoAgents is returned for a host of a version without support for agents.
var errNoAgents = errors.New("its host is an earlier dormer, which does not support agents: start the session again")

// Report sends a report of a hook or a script about a session's agent to the session's host, and
// returns when the host has received it. The error is [socket.ErrGone] if the session has no host.
func (s *Sessions) Report(ctx context.Context, id session.ID, r agent.Report) error {
	return s.p.do(ctx, id, wire.Report{Report: r})
}

// Prompt sends a prompt to the agent in a session: through its conversation if it has one,
// otherwise by typing it. A conversation takes only one prompt with the same message id; an empty id
// is none. A prompt with an id is never typed. The error says why the agent did not get it.
func (s *Sessions) Prompt(ctx context.Context, id session.ID, message, text string) error {
	err := s.p.withConversation(ctx, conversationTimeout, id, func(ctx context.Context, c *chat.Client) error {
		return s.p.sendPrompt(ctx, id, c, message, text)
	})
	if errors.Is(err, chat.ErrNoConversation) && message == "" {
		return s.p.do(ctx, id, wire.Prompt{Text: text})
	}
	return err
}

// Answer chooses an option of the dialog that the agent in a session shows, or of the permission
// that it requests in a conversation. The error says why nothing was answered.
func (s *Sessions) Answer(ctx context.Context, id session.ID, a wire.Answer) error {
	err := s.p.withConversation(ctx, conversationTimeout, id, func(ctx context.Context, c *chat.Client) error { return s.p.choose(ctx, id, c, a) })
	if errors.Is(err, chat.ErrNoConversation) {
		return s.p.do(ctx, id, a)
	}
	return err
}

// Retry changes whether the agent in a session is restarted automatically. The error says why that
// was not changed.
func (s *Sessions) Retry(ctx context.Context, id session.ID, m wire.Retry) error {
	return s.p.do(ctx, id, m)
}

// Explain describes the state of the agent in a session. Requests in its conversation are included,
// independent of its screen.
func (s *Sessions) Explain(ctx context.Context, id session.ID) (wire.Explained, error) {
	x, err := s.p.explain(ctx, id)
	if err != nil {
		return x, err
	}
	_ = s.p.withConversation(ctx, conversationTimeout, id, func(ctx context.Context, c *chat.Client) error { // without it, what the host says is all there is
		asked, err := c.Permissions(ctx)
		if err == nil && len(asked) > 0 {
			x.Verdict.State, x.Verdict.Kind, x.Choice = agent.Blocked, agent.Permission, question(asked[0])
		}
		return err
	})
	return x, nil
}

// explain returns the host's description of its agent.
func (p *Provider) explain(ctx context.Context, id session.ID) (wire.Explained, error) {
	answer, err := p.request(ctx, id, wire.Explain{})
	if err != nil {
		return wire.Explained{}, err
	}
	explained, ok := answer.(wire.Explained)
	if !ok {
		return wire.Explained{}, errNoAgents
	}
	return explained, nil
}

// RunLine types a line at the prompt of the shell in a session, and presses Enter. It returns the
// least number that the line's command can have (see [wire.RunLineReply]). The error says why
// nothing was typed.
func (s *Sessions) RunLine(ctx context.Context, id session.ID, line string) (command uint32, err error) {
	answer, err := s.p.request(ctx, id, wire.RunLine{Line: line})
	if err != nil {
		return 0, err
	}
	reply, ok := answer.(wire.RunLineReply)
	switch {
	case !ok:
		return 0, ErrCannotWatch
	case reply.Err != "":
		return 0, errors.New(reply.Err)
	}
	return reply.Command, nil
}

// do sends a session's host a request that it carries out or refuses.
func (p *Provider) do(ctx context.Context, id session.ID, m wire.Message) error {
	answer, err := p.request(ctx, id, m)
	if err != nil {
		return err
	}
	switch done, ok := answer.(wire.Done); {
	case !ok:
		return errNoAgents
	case done.Err != "":
		return errors.New(done.Err)
	}
	return nil
}

// request sends a message to a session's host, and returns the answer: nil if the host does not
// know the message. A host answers in order, so it has skipped the message if it answers the next
// one first.
func (p *Provider) request(ctx context.Context, id session.ID, m wire.Message) (answer wire.Message, err error) {
	name, err := p.Find(id)
	if err != nil {
		return nil, err
	}
	conn, _, err := p.dial(ctx, name, wire.ToQuery)
	if err != nil {
		return nil, err
	}
	if err := conn.Send(m); err != nil {
		_ = conn.Close() // err is reported
		return nil, fmt.Errorf("ask %s: %w", name, socket.ErrGone)
	}
	err = p.converse(ctx, name, conn, wire.Info{}, wire.HandshakeTime, func(m wire.Message) (more bool, err error) {
		switch m.(type) {
		case wire.Done, wire.Explained, wire.RunLineReply:
			answer = m
		}
		return answer == nil && !isInfo(m), nil
	})
	return answer, err
}

func isInfo(m wire.Message) bool {
	_, ok := m.(wire.InfoReply)
	return ok
}
