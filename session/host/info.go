package host

import (
	"os"
	"slices"

	"dormer/session"
	"dormer/session/wire"
)

// answerNext answers a viewer's next question, or returns the next part of an answer; nil if it is
// not ready. Questions with an immediate answer go first, so that they need not wait for a search.
// The lock is held.
func (h *Host) answerNext(v *viewer) wire.Message {
	i := max(slices.IndexFunc(v.questions, isQuick), 0)
	q := v.questions[i]
	answered := func(m wire.Message) wire.Message {
		v.questions = slices.Delete(v.questions, i, i+1)
		return m
	}
	switch q := q.(type) {
	case wire.Lines:
		return answered(historyLines(h.term, &v.enc, q))
	case *search:
		if !q.step(h.term) {
			v.answering = true
			v.wakeSender()
			return nil
		}
		return answered(q.reply)
	case wire.Done, wire.RunLineReply:
		return answered(q)
	case wire.Explain:
		return answered(h.explain())
	case wire.Bookmark:
		return answered(h.bookmark(q))
	case wire.Commands:
		return answered(h.shell.answer(h.term, h.exit != nil, q))
	case *copying:
		part := q.next(h.term)
		if part.More {
			v.answering = true
			return part
		}
		return answered(part)
	case *capture:
		part := q.next(h.term)
		if part.More {
			v.answering = true
			return part
		}
		return answered(part)
	}
	return answered(h.info())
}

// isQuick reports whether a question has a single, immediate answer.
func isQuick(q wire.Message) bool {
	switch q.(type) {
	case *search, *copying, *capture:
		return false
	}
	return true
}

// info describes the session. The lock is held.
func (h *Host) info() wire.InfoReply {
	spec := h.spec
	h.hashOutput()
	m := wire.InfoReply{
		ID: spec.ID, HostPID: os.Getpid(), ChildPID: h.run.pid, HostVersion: h.opts.Version,
		Provider: h.opts.provider, Lifetime: spec.Lifetime, Name: spec.Name, Agent: spec.Agent,
		Title: h.term.Title(), Dir: h.dir, Command: spec.Command, Workspace: spec.Workspace,
		Source: sourceOf(spec), Started: h.run.started, LastOutput: h.lastPrint, Deadline: h.deadline.wall(), Left: h.deadline.left(),
		Clients: h.clients(), Size: h.size, Progress: h.term.Progress(), Program: h.foreground.program,
		Changed: h.output.changed, AgentState: h.agent.Verdict(),
	}
	if last, ok := h.shell.latest(h.term, h.exit != nil); ok {
		m.Last = &last
	}
	if h.exit != nil {
		exit := *h.exit
		m.Exit = &exit
	}
	return m
}

// sourceOf returns a session's source; the default is its directory.
func sourceOf(spec session.Spec) session.Source {
	if spec.Source.Kind == "" {
		return session.Source{Kind: session.Floating, Dir: spec.Dir, Command: spec.Command}
	}
	return spec.Source
}
