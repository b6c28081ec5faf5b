package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/ending"
	"dormer/workspace"
)

// news looks at what a session reports beside its screen.
func (m *Model) news(id session.ID) tea.Cmd {
	l, ok := m.live[id]
	if !ok || l.client == nil {
		return nil
	}
	var cmds []tea.Cmd
	for _, e := range l.client.TakeEvents() {
		cmds = append(cmds, m.sessionEvent(id, l, e))
	}
	if m.texts.Going() { // it may be a line that was found
		m.changed()
	}
	cmds = append(cmds, m.copyNews(id))
	if l.asleep != nil { // what is kept of it was told when it ran
		return tea.Batch(cmds...)
	}
	cmds = append(cmds, m.noteTitle(id, l), m.noteStatus(id, l))
	return tea.Batch(cmds...)
}

func (m *Model) sessionEvent(id session.ID, l *live, e client.Event) tea.Cmd {
	switch e := e.(type) {
	case wire.Bell:
		m.rang(id, e.At)
	case wire.Clipboard:
		if !m.config.Terminal.Clipboard {
			return nil
		}
		if err := m.deps.term.SetClipboard(e.Selection, e.Text); err != nil {
			m.say(err.Error())
		}
	case wire.Notice:
		m.notified(id, e)
	case wire.CommandDone:
		m.commandDone(id, e.Command)
		l.line, l.lineAsked = "", false
		return m.lookForBranch(id)
	case wire.SearchReply:
		if m.texts.Answered(id, e) {
			m.changed()
			return nil
		}
		_, cmd := m.copyAnswer(id, e)
		return cmd
	case wire.Held:
		m.held(id, e)
	case wire.CopyReply:
		return l.answered(e.Tag, e)
	case wire.CommandsReply:
		if asked, cmd := m.copyAnswer(id, e); asked {
			return cmd
		}
		return l.answered(e.Tag, e)
	}
	return nil
}

// programDelay is how long a program runs in the foreground before it is shown: a title
// that changed with each short command would flicker.
const programDelay = 500 * time.Millisecond

// programDue says that a program has run in the foreground for programDelay, or that none
// does any more.
type programDue struct {
	session session.ID
	program string
}

func (msg programDue) tell(m *Model) tea.Cmd {
	if l := m.live[msg.session]; l == nil || l.program != msg.program {
		return nil
	}
	return m.apply(workspace.SessionRuns{Session: msg.session, Program: msg.program})
}

func (m *Model) noteTitle(id session.ID, l *live) tea.Cmd {
	var title, dir, program string
	var progress grid.Progress
	l.client.View(func(r *client.Replica) {
		title, dir, program, progress = r.Title(), r.Dir(), r.Program(), r.Progress()
	})
	var cmds []tea.Cmd
	if progress != l.progress {
		l.progress = progress
		m.changed()
	}
	if program != l.program {
		l.program, l.line, l.lineAsked = program, "", false
		due := programDue{id, program}
		if program == "" {
			cmds = append(cmds, due.tell(m))
		} else {
			cmds = append(cmds, m.after(programDelay, due))
		}
	}
	if title != l.title {
		l.title = title
		cmds = append(cmds, m.apply(workspace.SessionTitled{Session: id, Title: title}))
	}
	if dir != l.dir && dir != "" {
		l.dir = dir
		cmds = append(cmds, m.apply(workspace.SessionMoved{Session: id, Dir: dir}))
		m.habits.Dirs = latest(m.habits.Dirs, dir) // kept with the next habit, or on leaving
		cmds = append(cmds, m.lookForBranch(id))
	}
	m.askCommandLine(id, l)
	return tea.Batch(cmds...)
}

func (m *Model) noteStatus(id session.ID, l *live) tea.Cmd {
	s := l.client.Status()
	if s == l.status || l.asleep != nil {
		return nil
	}
	was := l.status.Runtime
	l.status = s
	m.changed()
	m.tellHealth(id, was, s)
	if was == session.Running && s.Runtime == session.Exited {
		m.childEnded(id, s.Exit, s.Stopped)
	}
	switch {
	case s.Runtime != session.Exited:
		return nil
	case m.passing[id] && s.Exit.Clean():
	case !m.isShell(id) || s.Exit.Ended.Sub(s.Exit.Started) <= shortest || !m.config.Panes.ClosesAt(s.Exit, l.keyed):
		return nil
	case !s.Exit.Clean(): // its last screen may be missed
		return m.apply(workspace.ClosePane{Session: id, At: m.now(), Area: m.focus().SplitSize()})
	}
	return m.apply(workspace.SessionEnded{Session: id, Area: m.focus().SplitSize()})
}

// tellHealth tells the monitor what the connection to a session says of it.
func (m *Model) tellHealth(id session.ID, was session.RuntimeStatus, s client.Status) {
	switch s.Runtime {
	case session.Running:
		if was == session.Exited { // its command was started again
			m.health.Forget(id)
			m.health.Attached(id)
			m.live[id].keyed = false
		}
	case session.Exited:
		how, _ := ending.Words(s.Exit, s.Stopped)
		m.health.Died(id, how)
	case session.Unhealthy:
		m.health.Lost(id)
	case session.Initializing:
	}
}

// shortest is how long a shell must have run for its pane to close by itself: one
// that ends at once shows why, and no loop of new shells can come of it.
const shortest = 300 * time.Millisecond

func (m *Model) isShell(id session.ID) bool {
	return len(m.state.Sessions[id].Source.Command) == 0
}
