package ui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/ending"
	"dormer/ui/remote"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

// requestMsg delivers a request from outside.
type requestMsg struct{ remote.Call }

// Ask carries out a request in the event loop, unless the context has ended before. An error says in
// one sentence why it could not.
func (p *Program) Ask(ctx context.Context, from remote.Origin, what remote.Request) (remote.Answer, error) {
	c := remote.NewCall(ctx, from, what)
	p.loop.Send(requestMsg{c})
	return c.Wait()
}

// applyTo carries out the request and answers it. The answer waits until the sessions that the request
// opens have started (see [Model.answerOpening]), or the workspace that it opens is open.
func (msg requestMsg) applyTo(m *Model) tea.Cmd {
	if msg.Abandoned() {
		return nil
	}
	before := m.state.Sessions
	a, cmd, err := m.handleRequest(msg.Call)
	if a.Later {
		msg.Begun()
		return cmd
	}
	m.answer(msg.Call, before, a, err)
	return cmd
}

// answer answers a call that was carried out. Before are the sessions as they were before it.
func (m *Model) answer(c remote.Call, before map[session.ID]workspace.Record, a remote.Answer, err error) {
	started := func(id session.ID) bool { return m.live.Get(id) == nil || m.live.Client(id) != nil }
	m.openings.Answer(c, a, err, before, m.state.Sessions, started)
}

// answerOpening tells the request that opened a session, if there is one, that the session has
// started or why it could not start.
func (m *Model) answerOpening(id session.ID, err error) {
	why := ""
	if err != nil {
		why = ending.Reason(err.Error())
	}
	m.openings.Started(id, m.state.Sessions[id].DisplayTitle(), why)
}

// handleRequest carries out a request from outside.
func (m *Model) handleRequest(c remote.Call) (remote.Answer, tea.Cmd, error) {
	from := c.From
	switch what := c.What.(type) {
	case remote.Do:
		return m.runFrom(from, what.Words)
	case remote.EndIdle:
		return remote.Answer{}, m.endIdle(what), nil
	case remote.ListClosed:
		return remote.Answer{Closed: m.state.Undo}, nil, nil
	case remote.OpenTemplate:
		return m.openTemplate(worktrees.Opening{Call: &c}, what.File, what.Text)
	case remote.OpenWorktree:
		return m.openWorktree(what, &c)
	case remote.CloseIn:
		cmd, err := m.tryAll(m.state.CloseIn(what.Dir, m.now(), m.area()))
		return remote.Answer{}, cmd, err
	case remote.Adopt:
		cmd, err := m.adopt(what.Records, true)
		return remote.Answer{}, cmd, err
	case remote.BringBack:
		return m.bringBack(what.Sessions)
	case remote.TakeTemplate:
		text, err := m.takeTemplate(m.focus().From(from.Session, from.Dir), what.Tab)
		return remote.Answer{Text: text}, nil, err
	}
	return remote.Answer{}, nil, fmt.Errorf("unknown request %T", c.What)
}

// runFrom carries out a command as if the pane where it was typed were the active one.
func (m *Model) runFrom(from remote.Origin, words []string) (remote.Answer, tea.Cmd, error) {
	c, err := m.commands().CallOf(words)
	if err != nil {
		return remote.Answer{}, nil, err
	}
	f := m.focus().From(from.Session, from.Dir)
	r, err := c.ResolveFrom(from.Session, f)
	switch {
	case err != nil:
		return remote.Answer{}, nil, err
	case r.Request != nil && m.dialog() != nil:
		return remote.Answer{}, nil, fmt.Errorf("%s: a dialog in dormer waits for a key: answer or close it first", c.Command.Name)
	}
	var look tea.Cmd
	if f.Pane != m.activePane() && c.NeedsFocus(r, f) {
		look = m.goTo(f.Pane)
	}
	var cmd tea.Cmd
	said := m.notices.Capture(func() {
		if r.Request != nil {
			cmd = m.dispatch(r.Request)
			return
		}
		cmd, err = m.try(r.Action)
	})
	cmd = tea.Batch(look, cmd)
	if err != nil {
		return remote.Answer{}, cmd, fmt.Errorf("%s: %s", c.Command.Name, m.refusal(err))
	}
	a := remote.Answer{Text: said}
	if o, opens := r.Action.(workspace.Opener); opens {
		a.Session = o.Opens()
	}
	if o, opens := r.Request.(command.OpenWorkspace); opens && m.deps.Workspaces != nil {
		a.Workspace = o.Name
	}
	return a, cmd, nil
}
