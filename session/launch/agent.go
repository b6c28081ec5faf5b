package launch

import (
	"context"
	"errors"
	"fmt"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/socket"
	"dormer/session/wire"
)

// errNoAgents says that a host is older than what is known of agents.
var errNoAgents = errors.New("its host is of an earlier dormer, which knows nothing of agents: start the session again for it")

// Report tells a session's host what a hook or a script says of the agent in it, and
// returns when the host has it. The error is [socket.ErrGone] where the session has no
// host.
func (s *Sessions) Report(ctx context.Context, id session.ID, r agent.Report) error {
	return s.p.do(ctx, id, wire.Report{Report: r})
}

// Prompt types a prompt for the agent in a session. The error says why nothing was typed.
func (s *Sessions) Prompt(ctx context.Context, id session.ID, text string) error {
	return s.p.do(ctx, id, wire.Prompt{Text: text})
}

// Answer chooses an option of the dialog that the agent in a session shows. The error says
// why nothing was typed.
func (s *Sessions) Answer(ctx context.Context, id session.ID, a wire.Answer) error {
	return s.p.do(ctx, id, a)
}

// Retry changes whether the agent in a session is started again by itself. The error says why it is
// not changed.
func (s *Sessions) Retry(ctx context.Context, id session.ID, m wire.Retry) error {
	return s.p.do(ctx, id, m)
}

// Explain returns what is known of the agent in a session.
func (s *Sessions) Explain(ctx context.Context, id session.ID) (wire.Explained, error) {
	answer, err := s.p.request(ctx, id, wire.Explain{})
	if err != nil {
		return wire.Explained{}, err
	}
	explained, ok := answer.(wire.Explained)
	if !ok {
		return wire.Explained{}, errNoAgents
	}
	return explained, nil
}

// RunLine types a line at the prompt of the shell in a session, and presses Enter. It returns
// the least number that its command has (see [wire.RunLineReply]). The error says why nothing
// was typed.
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

// do asks the host of a session for something that it does or refuses.
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

// request asks the host of a session, and returns its answer: nil if the host does not
// know the question. A host answers in order, so it has skipped the question if it
// answers the next one first.
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
		_ = conn.Close() // err says what is wrong
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
