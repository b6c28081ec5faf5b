package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/command"
)

// markSeen takes what happened in a session as seen.
func (m *Model) markSeen(id session.ID) {
	m.inbox.Read(id)
	if l := m.live.Get(id); l != nil && l.Asks.Reason != attention.Waits {
		l.Asks = attention.Asks{}
	}
	m.changed()
}

// putOff has an agent that waits ask again later, or at once if it is put off.
func (m *Model) putOff(id session.ID) {
	if !m.live.Blocked(id) {
		m.say("its agent waits no more: nothing was put off")
		return
	}
	l, title := m.live.Get(id), "`"+m.state.Sessions[id].DisplayTitle()+"`"
	m.changed()
	if l.PutOff.Holds(l.Agent.Since, m.now()) {
		l.PutOff = attention.PutOff{}
		m.say(title + " waits for you again")
		return
	}
	l.PutOff = attention.PutOff{Since: l.Agent.Since, Until: m.now().Add(attention.PutOffTime)}
	if l.Asks.Reason == attention.Waits {
		l.Asks = attention.Asks{}
	}
	m.say(title + " is put off for 10 minutes, or until it asks something else")
}

// answerTimeout bounds how long a host may take to type an answer.
const answerTimeout = 5 * time.Second

// answerAgent has the host of a session choose an option, unless its screen has changed.
func (m *Model) answerAgent(r command.AnswerAgent) tea.Cmd {
	l := m.live.Get(r.Session)
	if l == nil || m.deps.Answer == nil {
		return nil
	}
	l.Answered = r.Hash
	m.changed()
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
		defer cancel()
		return agentAnswered{r, m.deps.Answer(ctx, r.Session, wire.Answer{Option: r.Option.Name, Hash: r.Hash})}
	}
}

// agentAnswered says that an agent was answered, or why nothing was typed.
type agentAnswered struct {
	command.AnswerAgent
	err error
}

func (msg agentAnswered) tell(m *Model) tea.Cmd {
	title := "`" + m.state.Sessions[msg.Session].DisplayTitle() + "`: "
	if msg.err == nil {
		m.say(title + "answered " + msg.Option.Name + " " + msg.Option.Label)
		return nil
	}
	if l := m.live.Get(msg.Session); l != nil && l.Answered == msg.Hash {
		l.Answered = ""
	}
	m.changed()
	m.sayFor(title+msg.err.Error()+": nothing was typed", longNotice)
	return nil
}
