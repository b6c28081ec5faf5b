package wire

import (
	"dormer/session"
	"dormer/session/clock"
	"dormer/session/grid"
)

func (w *writer) info(m InfoReply) {
	w.b = append(w.b, m.ID[:]...)
	w.integer(m.HostPID)
	w.integer(m.ChildPID)
	w.text(m.HostVersion)
	w.text(string(m.Provider))
	w.text(string(m.Lifetime))
	w.text(m.Name)
	w.text(m.Title)
	w.text(m.Dir)
	w.texts(m.Command)
	w.text(m.Workspace)
	w.text(string(m.Agent))
	w.text(string(m.Source.Kind))
	w.text(m.Source.Repo)
	w.text(m.Source.Worktree)
	w.text(m.Source.Dir)
	w.time(m.Started)
	w.time(m.LastOutput)
	w.time(m.Deadline)
	w.truth(m.Exit != nil)
	if m.Exit != nil {
		w.exit(*m.Exit)
	}
	w.integer(m.Clients)
	w.size(m.Size)
	if m.Last == nil && m.Progress == (grid.Progress{}) && m.Program == "" && m.Left == 0 && m.Changed.IsZero() && m.AgentState.State == "" {
		return
	}
	w.truth(m.Last != nil)
	if m.Last != nil {
		w.command(m.Last)
	}
	w.number(uint64(m.Progress.State))
	w.number(uint64(m.Progress.Percent))
	known := m.AgentState.State != ""
	if m.Program != "" || m.Left != 0 || !m.Changed.IsZero() || known {
		w.text(m.Program)
	}
	if m.Left != 0 || !m.Changed.IsZero() || known {
		w.duration(m.Left)
	}
	if !m.Changed.IsZero() || known {
		w.time(m.Changed)
	}
	if known {
		w.verdict(m.AgentState)
		if hasFailure(m.AgentState) {
			w.failure(m.AgentState)
		}
	}
}

func (r *reader) info() InfoReply {
	m := InfoReply{ID: r.id(), HostPID: r.integer(), ChildPID: r.integer(), HostVersion: r.text()}
	m.Provider, m.Lifetime = session.Provider(r.text()), session.Lifetime(r.text())
	m.Name, m.Title, m.Dir = r.text(), r.text(), r.text()
	m.Command, m.Workspace, m.Agent = r.texts(), r.text(), session.Agent(r.text())
	m.Source = session.Source{Kind: session.SourceKind(r.text()), Repo: r.text(), Worktree: r.text(), Dir: r.text()}
	m.Started, m.LastOutput, m.Deadline = r.time(), r.time(), r.time()
	if r.truth() {
		e := r.exit()
		m.Exit = &e
	}
	m.Clients = r.integer()
	m.Size = r.size()
	if r.truth() {
		c := r.command()
		m.Last = &c
	}
	m.Progress = grid.Progress{State: grid.ProgressState(r.index(1<<8 - 1)), Percent: uint8(r.index(100))}
	m.Program = r.text()
	m.Left = r.duration()
	m.Changed = r.time()
	m.AgentState = r.verdict()
	r.failure(&m.AgentState)
	return m
}

func (w *writer) deadline(m Deadline) {
	w.time(m.At)
	if m.Left != 0 || m.Said != 0 {
		w.duration(m.Left)
		w.number(uint64(m.Said))
	}
}

func (r *reader) deadline() Deadline {
	return Deadline{At: r.time(), Left: r.duration(), Said: clock.Moment(r.number())}
}

// id reads the sixteen bytes of a session's UUID.
func (r *reader) id() session.ID {
	var id session.ID
	if len(r.s)-r.off < len(id) {
		r.fail()
		return id
	}
	r.off += copy(id[:], r.s[r.off:])
	return id
}
