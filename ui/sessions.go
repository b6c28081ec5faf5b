package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/live"
	"dormer/ui/remote"
	"dormer/ui/sessions"
	"dormer/workspace"
)

// sessionMessage takes a message about a session.
func (m *Model) sessionMessage(msg live.Message) tea.Cmd {
	switch msg := msg.(type) {
	case live.Started:
		m.answerOpening(msg.ID, msg.Err)
		return m.applyResult(m.sessions.Started(msg, m.sessionsEnv()))
	case live.Found:
		m.background.Done(msg.ID) // it was running already
		return tea.Batch(m.applyResult(m.sessions.Found(msg, m.sessionsEnv())), m.openNextInBackground())
	case live.Recalled:
		return tea.Batch(m.applyResult(m.sessions.Recalled(msg, m.sessionsEnv())), m.openNextInBackground())
	case live.Peeked:
		return m.applyResult(m.sessions.Peeked(msg, m.sessionsEnv()))
	case live.News:
		m.background.News(m.now())
		return m.news(msg.ID)
	case live.Printed:
		news, wait := m.alerts.Printed(m.alertsEnv(), msg.ID)
		m.alert(news)
		return wait
	case live.SilenceDue:
		news, wait := m.alerts.Silent(m.alertsEnv(), msg.ID)
		m.alert(news)
		return wait
	case live.LinesDue:
		m.live.Get(msg.ID).TypeLines()
	case live.ProgramDue:
		if m.live.Get(msg.ID).Runs(msg.Program) {
			return m.apply(workspace.SessionRuns{Session: msg.ID, Program: msg.Program})
		}
	case live.HealthChanged:
		return m.applyResult(m.sessions.Health(msg.Change, m.sessionsEnv()))
	case live.HostSeen:
		return m.applyResult(m.sessions.HostSeen(msg, m.sessionsEnv()))
	}
	return nil
}

// sessionsEnv returns the state that decides what becomes of a session.
func (m *Model) sessionsEnv() sessions.Env {
	return sessions.Env{
		State: m.state, Config: m.config, Terminal: m.terminal(), Environ: m.deps.Env, Direct: m.deps.Direct,
		Now: m.now(), Area: m.area(), Size: m.sizeFor,
	}
}

// applyResult carries out what [sessions.Sessions] returned.
func (m *Model) applyResult(r sessions.Result) tea.Cmd {
	if r.Changed {
		m.changed()
	}
	if r.Long {
		m.sayFor(r.Say, longNotice)
	} else {
		m.say(r.Say)
	}
	cmds := []tea.Cmd{r.Cmd}
	if r.End != nil {
		cmds = append(cmds, tea.Sequence(m.finish(r.End), r.Then))
	}
	if r.Attached {
		m.alerts.Restore(m.alertsEnv(), r.Shown)
	}
	if r.Shown != (session.ID{}) {
		m.texts.SearchIn(r.Shown, m.live)
	}
	for _, a := range r.Do {
		cmds = append(cmds, m.apply(a))
	}
	if r.Attached { // it may have reported something before
		cmds = append(cmds, m.news(r.Shown))
	}
	return tea.Batch(cmds...)
}

// news takes what a session reports besides its screen.
func (m *Model) news(id session.ID) tea.Cmd {
	l := m.live.Get(id)
	if l == nil || l.Client == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, e := range l.Client.TakeEvents() {
		cmds = append(cmds, m.sessionEvent(id, l, e))
	}
	if m.texts.Active() || m.dialogs.Lists() && m.live.Blocked(id) { // a list may show its lines or the question of its agent
		m.changed()
	}
	cmds = append(cmds, m.copyNews(id))
	c, wait := m.live.Note(id)
	return tea.Batch(append(cmds, wait, m.applyChanges(id, l, c))...)
}

func (m *Model) sessionEvent(id session.ID, l *live.Session, e client.Event) tea.Cmd {
	switch e := e.(type) {
	case wire.Bell:
		m.alert(m.alerts.Bell(m.alertsEnv(), id, e.At))
	case wire.Clipboard:
		if !m.config.Terminal.Clipboard {
			return nil
		}
		if err := m.deps.term.SetClipboard(e.Selection, e.Text); err != nil {
			m.say(err.Error())
		}
	case wire.Notice:
		m.alert(m.alerts.Notified(m.alertsEnv(), id, e))
	case wire.CommandDone:
		m.alert(m.alerts.CommandEnded(m.alertsEnv(), id, e.Command))
		l.ForgetLine()
		return m.lookAtGit(id)
	case wire.SearchReply:
		if m.texts.Answered(id, e) {
			m.changed()
			return nil
		}
		_, cmd := m.copyAnswer(id, e)
		return cmd
	case wire.Logging:
		m.logging(id, l, e)
	case wire.Held:
		if m.copyModes.Held(id, e) {
			m.changed()
		}
	case wire.CopyReply:
		if t, asked := l.Copied(e); asked {
			return m.takeText(id, t)
		}
	case wire.CommandsReply:
		if asked, cmd := m.copyAnswer(id, e); asked {
			return cmd
		}
		m.say(l.Listed(e))
		m.changed() // it may be the command line of the running program
	}
	return nil
}

// applyChanges acts on the changes of a session.
func (m *Model) applyChanges(id session.ID, l *live.Session, c live.Changes) tea.Cmd {
	var cmds []tea.Cmd
	if c.Drawn {
		m.changed()
	}
	if c.Agent {
		m.alert(m.alerts.AgentChanged(m.alertsEnv(), id, c.AgentWas))
	}
	if c.Idle {
		cmds = append(cmds, m.apply(workspace.SessionRuns{Session: id}))
	}
	if c.Retitled {
		cmds = append(cmds, m.apply(workspace.SessionTitled{Session: id, Title: c.Title}))
	}
	if c.Dir != "" {
		cmds = append(cmds, m.apply(workspace.SessionMoved{Session: id, Dir: c.Dir}))
		m.habits.Visit(c.Dir) // written with the next habit, or at the end
		cmds = append(cmds, m.lookAtGit(id))
	}
	if m.state.Sessions[id].Program != "" {
		l.AskLine()
	}
	if c.Ended {
		if c.Seen {
			m.alert(m.alerts.ProcessEnded(m.alertsEnv(), id))
		}
		cmds = append(cmds, m.applyResult(m.sessions.Ended(id, m.sessionsEnv())))
	}
	return tea.Batch(cmds...)
}

// endIdle ends those of the listed sessions that have a pane here, run, and are still idle. Their
// hosts decide that, because somebody may have typed in the meantime.
func (m *Model) endIdle(which remote.EndIdle) tea.Cmd {
	end, now := m.deps.EndIdle, m.deps.Now
	if end == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, id := range which.Sessions {
		if _, _, open := m.state.TabOf(id); !open || m.live.Over(id) {
			continue
		}
		cmds = append(cmds, inBackground(func() []command.Result {
			if !end(id, which.After) {
				return nil
			}
			return []command.Result{command.Act(workspace.SessionIdled{Session: id, At: now()})}
		}))
	}
	return tea.Batch(cmds...)
}
