package host

import (
	"os"

	"dormer/session"
	"dormer/session/wire"
)

// answerNext answers a viewer's next question, or the next part of it. The lock is
// held.
func (h *Host) answerNext(v *viewer) wire.Message {
	q := v.questions[0]
	done := func(m wire.Message) wire.Message {
		v.questions[0] = nil
		v.questions = v.questions[1:]
		return m
	}
	switch q := q.(type) {
	case wire.Lines:
		return done(answer(h.term, &v.enc, q))
	case *capture:
		part := q.next(h.term)
		if part.More {
			return part
		}
		return done(part)
	}
	return done(h.info())
}

// info is what is known of the session now. The lock is held.
func (h *Host) info() wire.InfoReply {
	spec := h.spec
	m := wire.InfoReply{
		ID: spec.ID, HostPID: os.Getpid(), ChildPID: h.run.pid, HostVersion: h.opts.Version,
		Provider: h.opts.provider, Lifetime: spec.Lifetime, Name: spec.Name, Agent: spec.Agent,
		Title: h.term.Title(), Dir: h.workDir(), Command: spec.Command, Workspace: spec.Workspace,
		Source: sourceOf(spec), Started: h.run.started, LastOutput: h.lastPrint, Deadline: h.deadline.at,
		Clients: h.clients(), Size: h.size,
	}
	if h.exit != nil {
		exit := *h.exit
		m.Exit = &exit
	}
	return m
}

// sourceOf is what a session was opened for: its directory where nothing is said.
func sourceOf(spec session.Spec) session.Source {
	if spec.Source.Kind == "" {
		return session.Source{Kind: session.Floating, Dir: spec.Dir, Command: spec.Command}
	}
	return spec.Source
}
