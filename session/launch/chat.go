package launch

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/chat"
	"dormer/session/wire"
)

// This file talks to agents in conversations (dormer chat) through their sockets. Nothing is typed.

// conversationTimeout is how long a conversation may take to answer.
const conversationTimeout = 5 * time.Second

// withConversation does something in the conversation in a session, within a time. The error is
// [chat.ErrNoConversation] where none runs.
func (p *Provider) withConversation(ctx context.Context, most time.Duration, id session.ID, do func(context.Context, *chat.Client) error) error {
	within, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	c, err := chat.Dial(within, chat.Address(p.o.Sessions, p.o.Runtime, id))
	if err == nil {
		defer c.Close()
		err = do(within, c)
	}
	if within.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("its conversation did not answer within %v", most)
	}
	return err
}

// chooseTime is how long an agent may take to work in another way.
const chooseTime = 40 * time.Second

// Settings are what can be chosen of how the agent of a conversation works. The error is
// [chat.ErrNoConversation] where none runs in a session.
func (s *Sessions) Settings(ctx context.Context, id session.ID) (all []chat.Setting, err error) {
	err = s.p.withConversation(ctx, conversationTimeout, id, func(ctx context.Context, c *chat.Client) error {
		all, err = c.Settings(ctx)
		return err
	})
	return all, err
}

// Choose has the agent of a conversation work as a choice of a setting says. The error says why it
// does not.
func (s *Sessions) Choose(ctx context.Context, id session.ID, setting, choice string) error {
	return s.p.withConversation(ctx, chooseTime, id, func(ctx context.Context, c *chat.Client) error { return c.Choose(ctx, setting, choice) })
}

// sendPrompt gives the agent of a conversation a prompt with an id; empty for none. When it returns,
// the host knows that the agent works, so that whoever waits for the end of the turn does not see
// that of the turn before.
func (p *Provider) sendPrompt(ctx context.Context, id session.ID, c *chat.Client, message, text string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	host := p.watchAgent(ctx, id)
	seq, err := c.Prompt(ctx, message, text)
	if errors.Is(err, chat.ErrBusy) {
		asked, _ := c.Permissions(ctx) // without an answer it is busy
		if len(asked) > 0 {
			return fmt.Errorf("the agent asks for permission (%s): answer it first", agent.Line(asked[0].Title))
		}
	}
	if err != nil || host == nil {
		return err
	}
	if _, events, err := c.Subscribe(ctx, seq); err == nil {
		go func() {
			for e := range events {
				if e.Kind == chat.TurnEnded {
					time.AfterFunc(turnEndTimeout, cancel)
				}
			}
		}()
	}
	for state := host.Info.AgentState.State; state != agent.Working && state != agent.Blocked; {
		m, err := host.Receive()
		if err != nil {
			break // the agent has the prompt nevertheless
		}
		if s, is := m.(wire.AgentState); is {
			state = s.State
		}
	}
	return nil
}

// turnEndTimeout is how long the host may take to learn that a turn has ended. It may never have learned
// that a short one began.
const turnEndTimeout = 200 * time.Millisecond

// watchAgent watches the agent's state through its host, until the context ends; nil without a host.
func (p *Provider) watchAgent(ctx context.Context, id session.ID) *Watched {
	name, err := p.Find(id)
	if err != nil {
		return nil
	}
	w, err := p.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return nil
	}
	return w
}

// question returns a permission in the form of a question on an agent's screen.
func question(p chat.Permission) agent.Choice {
	c := agent.Choice{Question: []string{agent.Line(p.Title)}, Hash: p.Request}
	for i, o := range p.Options {
		c.Options = append(c.Options, agent.Option{Name: strconv.Itoa(i + 1), Label: agent.Line(o.Name)})
	}
	return c
}

// findPermission returns the permission that an answer is for: the answer's hash is the permission's
// request, or the hash of the screen that shows it.
func (p *Provider) findPermission(ctx context.Context, id session.ID, c *chat.Client, a wire.Answer) (chat.Permission, error) {
	all, err := c.Permissions(ctx)
	switch {
	case err != nil:
		return chat.Permission{}, err
	case len(all) == 0:
		return chat.Permission{}, errors.New("the agent asks nothing just now")
	case a.Hash == all[0].Request:
		return all[0], nil
	}
	x, err := p.explain(ctx, id)
	if err != nil {
		return chat.Permission{}, err
	}
	shown, offered := x.Choice.Options, question(all[0]).Options
	same := x.Choice.Hash == a.Hash && len(shown) == len(offered)
	for i := range shown {
		same = same && strings.HasPrefix(offered[i].Label, strings.TrimRight(shown[i].Label, "…"))
	}
	if !same {
		return chat.Permission{}, errors.New("the agent asks something else now: look at it again")
	}
	return all[0], nil
}

// choose answers a permission of a conversation.
func (p *Provider) choose(ctx context.Context, id session.ID, c *chat.Client, a wire.Answer) error {
	asked, err := p.findPermission(ctx, id, c, a)
	if err != nil {
		return err
	}
	for i, o := range question(asked).Options {
		if strings.EqualFold(o.Name, a.Option) || strings.EqualFold(o.Label, a.Option) {
			return c.Answer(ctx, asked.Request, asked.Options[i].ID)
		}
	}
	return errors.New("there is no such option")
}
