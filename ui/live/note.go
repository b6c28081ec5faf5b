package live

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/ending"
)

// programDelay is how long a program must run in the foreground before it is shown: a title
// that changed with each short command would flicker.
const programDelay = 500 * time.Millisecond

// Changes are the changes of a session since the last call of [Set.Note].
type Changes struct {
	// Retitled says that Title is new. Dir is the new directory; empty if it has not changed.
	Retitled   bool
	Title, Dir string
	// Idle says that no program runs in the foreground any more. The start of one is reported
	// after a while, by a [ProgramDue].
	Idle bool
	// Ended says that its process has ended, Seen that this program saw it run.
	Ended, Seen bool
	// Agent says that the agent's verdict has changed from AgentWas.
	Agent    bool
	AgentWas agent.Verdict
	// Drawn says that the frame of its pane must be drawn again.
	Drawn bool
}

// Note returns the changes of a session apart from its screen, and remembers its state. It reports
// nothing for a session without a process, whose changes were reported when it ran.
func (s *Set) Note(id session.ID) (c Changes, wait tea.Cmd) {
	l := s.sessions[id]
	if l.Kept != nil {
		return c, nil
	}
	var title, dir, program string
	var progress grid.Progress
	l.Client.View(func(r *client.Replica) {
		title, dir, program, progress = r.Title(), r.Dir(), r.Program(), r.Progress()
	})
	if c.Drawn = progress != l.Progress; c.Drawn {
		l.Progress = progress
	}
	if now := l.Client.Agent(); now.Verdict != l.Agent {
		c.Agent, c.AgentWas, c.Drawn, l.Agent = true, l.Agent, true, now.Verdict
		if now.Missed { // it worked while this program was not attached
			c.AgentWas.State = agent.Working
		}
	}
	if c.Retitled = title != l.title; c.Retitled {
		l.title, c.Title = title, title
	}
	if dir != l.dir && dir != "" {
		l.dir, c.Dir = dir, dir
	}
	if program != l.program {
		l.program = program
		l.ForgetLine()
		if c.Idle = program == ""; !c.Idle {
			wait = s.o.After(programDelay, ProgramDue{id, program})
		}
	}
	if now := l.Client.Status(); now != l.Status {
		was := l.Status.Runtime
		l.Status = now
		c.Drawn, c.Ended = true, now.Runtime == session.Exited
		c.Seen = was == session.Running
		s.tellMonitor(id, l, was)
	}
	return c, wait
}

// tellMonitor passes the status that the connection reports to the monitor.
func (s *Set) tellMonitor(id session.ID, l *Session, was session.RuntimeStatus) {
	switch l.Status.Runtime {
	case session.Running:
		if was == session.Exited { // its command was started again
			s.monitor.Forget(id)
			s.monitor.Attached(id)
			l.Keyed = false
		}
	case session.Exited:
		how, _ := ending.Words(l.Status.Exit, l.Status.Stopped)
		s.monitor.Died(id, how)
	case session.Unhealthy:
		s.monitor.Lost(id)
	case session.Initializing:
	}
}

// Runs reports whether the named program runs in the foreground of the session.
func (s *Session) Runs(program string) bool { return s != nil && s.program == program }
