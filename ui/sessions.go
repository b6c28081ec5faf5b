package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/ending"
	"dormer/ui/lifecycle"
	"dormer/ui/live"
	"dormer/ui/remote"
	"dormer/workspace"
)

// ofSession takes a message about a session.
func (m *Model) ofSession(msg live.Message) tea.Cmd {
	switch msg := msg.(type) {
	case live.Started:
		return m.started(msg)
	case live.Found:
		m.background.Done(msg.ID) // it was running already
		return tea.Batch(m.found(msg), m.openNextOfBackground())
	case live.Recalled:
		return tea.Batch(m.recalled(msg), m.openNextOfBackground())
	case live.Peeked:
		return m.peeked(msg)
	case live.News:
		m.background.News(m.now())
		return m.news(msg.ID)
	case live.Printed:
		news, wait := m.alerts.Printed(m.around(), msg.ID)
		m.alert(news)
		return wait
	case live.SilenceDue:
		news, wait := m.alerts.Silent(m.around(), msg.ID)
		m.alert(news)
		return wait
	case live.LinesDue:
		m.live.Get(msg.ID).TypeLines()
	case live.ProgramDue:
		if m.live.Get(msg.ID).Runs(msg.Program) {
			return m.apply(workspace.SessionRuns{Session: msg.ID, Program: msg.Program})
		}
	case live.HealthChanged:
		m.healthOf(msg.Change)
	case live.HostSeen:
		return m.hostSeen(msg)
	}
	return nil
}

// found takes the connection to a session's process, or why there is none.
func (m *Model) found(msg live.Found) tea.Cmd {
	switch {
	case m.live.Get(msg.ID) == nil && msg.Conn == nil:
		return nil
	case m.live.Get(msg.ID) == nil:
		return m.endUnwanted(msg.ID, msg.Conn)
	case errors.Is(msg.Err, health.ErrSilent), errors.Is(msg.Err, health.ErrRefused):
		m.live.AwaitHost(msg.ID, m.state.Sessions[msg.ID].Source, msg.Size)
		return nil
	case msg.Err != nil:
		m.live.Fail(msg.ID, msg.Err.Error())
		m.changed()
		return nil
	}
	return m.attach(msg.ID, msg.Conn, msg.Size)
}

func (m *Model) started(msg live.Started) tea.Cmd {
	m.answerOpening(msg.ID, msg.Err)
	_, known := m.state.Sessions[msg.ID]
	switch {
	case msg.Err != nil:
		delete(m.passing, msg.ID)
		// The notice about it begins with the same words.
		reason := ending.Reason(msg.Err.Error())
		return tea.Batch(m.live.Drop(msg.ID), m.apply(workspace.SessionFailed{Session: msg.ID, Reason: reason, Area: m.area()}))
	case !known || m.live.Get(msg.ID) == nil: // it was closed for good while it was starting
		return m.endUnwanted(msg.ID, msg.Conn)
	}
	cmd := m.attach(msg.ID, msg.Conn, msg.Size)
	if m.deps.Direct == nil {
		return cmd
	}
	return tea.Batch(cmd, m.apply(lifecycle.Provided(msg.ID, m.state.Sessions[msg.ID], m.deps.Direct(msg.ID))))
}

// recalled takes what is kept of a session whose process is gone. The session starts again, or
// its pane shows the last screen and how it ended, and waits for Enter. Nothing that has ended
// runs again by itself.
func (m *Model) recalled(msg live.Recalled) tea.Cmd {
	r := m.state.Sessions[msg.ID]
	msg.Kept = lifecycle.Kept(msg.Kept, r)
	if m.live.Get(msg.ID) != nil && lifecycle.Returns(msg.Kept, r, m.config) {
		live.Close(msg.Kept.Screen)
		return tea.Batch(m.live.Drop(msg.ID), m.apply(workspace.StartSession{Session: msg.ID, Size: msg.Size, Occasion: session.OnReturn}))
	}
	m.keep(msg.ID, msg.Kept, msg.Size, false)
	return m.apply(lifecycle.Lost(msg.ID, msg.Kept, r, m.now()))
}

// keep shows what is kept of a session. A search for a text looks there too.
func (m *Model) keep(id session.ID, kept health.Kept, size session.Size, peeked bool) {
	if m.live.Keep(id, kept, size, peeked) && kept.Screen != nil {
		m.texts.In(id, m.live)
	}
	m.changed()
}

// attach follows a session over a connection. Its host gets the deadline that holds now: none,
// if the session was closed earlier and is open again.
func (m *Model) attach(id session.ID, conn wire.Conn, size session.Size) tea.Cmd {
	r := m.state.Sessions[id]
	cmd := m.live.Attach(id, r.Source, conn, size, m.terminal())
	l := m.live.Get(id)
	m.alerts.Recall(m.around(), id)
	l.EndAt(r.Residency.ExpiresAt, m.now())
	m.texts.In(id, m.live)
	m.changed()
	// What it had reported before is news too.
	return tea.Batch(cmd, m.apply(lifecycle.Resumed(id, r)), m.news(id))
}

// news looks at what a session reports beside its screen.
func (m *Model) news(id session.ID) tea.Cmd {
	l := m.live.Get(id)
	if l == nil || l.Client == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, e := range l.Client.TakeEvents() {
		cmds = append(cmds, m.sessionEvent(id, l, e))
	}
	if m.texts.Going() || m.dialogs.Lists() && m.live.Blocked(id) { // it may be a line that was found, or what an agent asks
		m.changed()
	}
	cmds = append(cmds, m.copyNews(id))
	c, wait := m.live.Note(id)
	return tea.Batch(append(cmds, wait, m.noted(id, l, c))...)
}

func (m *Model) sessionEvent(id session.ID, l *live.Session, e client.Event) tea.Cmd {
	switch e := e.(type) {
	case wire.Bell:
		m.alert(m.alerts.Rang(m.around(), id, e.At))
	case wire.Clipboard:
		if !m.config.Terminal.Clipboard {
			return nil
		}
		if err := m.deps.term.SetClipboard(e.Selection, e.Text); err != nil {
			m.say(err.Error())
		}
	case wire.Notice:
		m.alert(m.alerts.Notified(m.around(), id, e))
	case wire.CommandDone:
		m.alert(m.alerts.CommandEnded(m.around(), id, e.Command))
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
		if m.copies.Held(id, e) {
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
		if why := l.Listed(e); why != "" {
			m.say(why)
		}
		m.changed() // it may be the line that started what runs
	}
	return nil
}

// noted tells the workspace what has changed of a session.
func (m *Model) noted(id session.ID, l *live.Session, c live.Changes) tea.Cmd {
	var cmds []tea.Cmd
	if c.Drawn {
		m.changed()
	}
	if c.Agent {
		m.alert(m.alerts.AgentDoes(m.around(), id, c.AgentWas))
	}
	if c.Idle {
		cmds = append(cmds, m.apply(workspace.SessionRuns{Session: id}))
	}
	if c.Retitled {
		cmds = append(cmds, m.apply(workspace.SessionTitled{Session: id, Title: c.Title}))
	}
	if c.Dir != "" {
		cmds = append(cmds, m.apply(workspace.SessionMoved{Session: id, Dir: c.Dir}))
		m.habits.Visit(c.Dir) // kept with the next habit, or on leaving
		cmds = append(cmds, m.lookAtGit(id))
	}
	if m.state.Sessions[id].Program != "" {
		l.AskLine()
	}
	if c.Ended {
		cmds = append(cmds, m.ended(id, l, c.Seen))
	}
	return tea.Batch(cmds...)
}

// ended takes the end of a session's process. Seen says that this program saw it run.
func (m *Model) ended(id session.ID, l *live.Session, seen bool) tea.Cmd {
	if seen {
		m.alert(m.alerts.ProcessEnded(m.around(), id))
	}
	return m.apply(lifecycle.Ended(id, lifecycle.End{
		Exit: l.Status.Exit, Shell: m.state.Sessions[id].Source.Shell(), Keyed: l.Keyed, Passing: m.passing[id],
		Area: m.area(), At: m.now(),
	}, m.config.Panes))
}

// healthOf takes the new health of a session, and says what the user should know of it.
func (m *Model) healthOf(c health.Change) {
	say, other := m.live.NoteHealth(c, m.now())
	if other {
		m.changed()
	}
	if say != "" {
		m.say(m.state.Sessions[c.ID].DisplayTitle() + ": " + say)
	}
}

// showAgain tries again to show a session that could not be shown.
func (m *Model) showAgain(id session.ID) tea.Cmd {
	return tea.Batch(m.live.Drop(id), m.showSession(id))
}

// hostSeen starts the command of a session again: its host does, if there still is one.
func (m *Model) hostSeen(msg live.HostSeen) tea.Cmd {
	l := m.live.Get(msg.ID)
	switch {
	case l == nil || l.Client == nil || !l.Exited():
	case msg.Gone || l.Client.Gone():
		return m.restartLost(msg.ID)
	default:
		l.Client.Restart(session.Login(m.deps.Env)...)
	}
	return nil
}

// restartLost starts a session again whose host is gone.
func (m *Model) restartLost(id session.ID) tea.Cmd {
	return tea.Batch(m.live.Drop(id), m.apply(workspace.StartSession{
		Session: id, Size: m.sizeFor(id), Occasion: session.OnRequest,
	}))
}

// endIdle ends sessions that are idle, of those that have a pane here and run. Their hosts decide
// whether they are: somebody may have typed since they were listed.
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
		cmds = append(cmds, outside(func() []command.Result {
			if !end(id, which.After) {
				return nil
			}
			return []command.Result{command.Act(workspace.SessionIdled{Session: id, At: now()})}
		}))
	}
	return tea.Batch(cmds...)
}

// resume starts a suspended session again. One whose agent cannot go on with its conversation
// stays suspended.
func (m *Model) resume(id session.ID) tea.Cmd {
	if l := m.live.Get(id); l != nil && l.Kept != nil && l.Kept.Past.Cannot != "" {
		m.sayFor(l.Kept.Past.Cannot+": it stays suspended, and Enter in its pane begins a new conversation", longNotice)
		return nil
	}
	return m.startAgain(id)
}

// startAgain starts a session whose process has ended.
func (m *Model) startAgain(id session.ID) tea.Cmd {
	how, why := m.live.Get(id).Again(m.state.ClosedHolding(id) >= 0, m.state.Sessions[id].Disposition == session.Suspended)
	switch how {
	case live.ByItsHost:
		return m.live.AskHost(id)
	case live.Anew:
		return m.restartLost(id)
	}
	m.say(why)
	return nil
}
