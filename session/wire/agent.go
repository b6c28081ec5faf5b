package wire

import "dormer/session/agent"

// From the viewer to the owner.
type (
	// Report says something of the agent in the session. The answer is [Done].
	Report struct{ agent.Report }
	// Explain asks what is known of the agent; the answer is [Explained].
	Explain struct{}
	// Prompt has a text pasted and Enter pressed, for the agent. The owner refuses it while
	// the agent is blocked, after its end, and if a shell is in the foreground. The answer
	// is [Done].
	Prompt struct{ Text string }
	// Answer chooses an option of the dialog on the screen, by its name. The owner refuses
	// it if the dialog is not the one whose Hash is given. The answer is [Done].
	Answer struct{ Option, Hash string }
)

// From the owner to the viewer.
type (
	// AgentState says what the agent in the session is doing. It is sent to all viewers and
	// to those that watch when that has changed, and to one that attaches if there is an
	// agent. Its State is empty if there is none any more. Missed says that it was done, or
	// could not go on, while nobody was attached, and that nobody was told yet.
	AgentState struct {
		agent.Verdict
		Missed bool
	}
	// Explained is the answer to [Explain].
	Explained struct {
		Verdict  agent.Verdict
		Findings []agent.Finding
		// Choice is what the screen asks, if the agent is blocked and the options are known.
		Choice agent.Choice
	}
	// Done says that what was asked for is done. Err is one sentence that says why it is
	// not; empty if it is.
	Done struct{ Err string }
)

func (Report) message()     {}
func (Explain) message()    {}
func (Prompt) message()     {}
func (Answer) message()     {}
func (AgentState) message() {}
func (Explained) message()  {}
func (Done) message()       {}

func (Report) fromViewer()  {}
func (Explain) fromViewer() {}
func (Prompt) fromViewer()  {}
func (Answer) fromViewer()  {}

func (AgentState) fromOwner() {}
func (Explained) fromOwner()  {}
func (Done) fromOwner()       {}

func (w *writer) report(m Report) {
	w.text(string(m.Source))
	w.text(string(m.State))
	w.text(string(m.Kind))
	w.text(m.Message)
	w.text(m.ID)
	w.text(m.Began)
}

func (r *reader) report() Report {
	return Report{agent.Report{
		Source: agent.Source(r.text()), State: agent.State(r.text()), Kind: agent.Kind(r.text()),
		Message: r.text(), ID: r.text(), Began: r.text(),
	}}
}

func (w *writer) verdict(v agent.Verdict) {
	w.text(string(v.State))
	w.text(string(v.Kind))
	w.text(v.Message)
	w.text(string(v.Source))
	w.time(v.Since)
}

func (r *reader) verdict() agent.Verdict {
	return agent.Verdict{
		State: agent.State(r.text()), Kind: agent.Kind(r.text()), Message: r.text(),
		Source: agent.Source(r.text()), Since: r.time(),
	}
}

func (w *writer) explained(m Explained) {
	w.verdict(m.Verdict)
	w.number(uint64(len(m.Findings)))
	for _, f := range m.Findings {
		w.text(string(f.Source))
		w.text(string(f.State))
		w.text(string(f.Kind))
		w.text(f.Message)
		w.text(f.About)
		w.time(f.When)
		w.time(f.Until)
		w.truth(f.Part)
		w.truth(f.Won)
		w.text(f.Why)
	}
	w.texts(m.Choice.Question)
	w.number(uint64(len(m.Choice.Options)))
	for _, o := range m.Choice.Options {
		w.text(o.Name)
		w.text(o.Label)
		w.text(o.Keys)
	}
	w.text(m.Choice.Hash)
}

// explained reads no more findings and options than there are bytes for.
func (r *reader) explained() Explained {
	m := Explained{Verdict: r.verdict()}
	for n := r.count(); n > 0 && r.off < len(r.s); n-- {
		e := agent.Evidence{
			Source: agent.Source(r.text()), State: agent.State(r.text()), Kind: agent.Kind(r.text()),
			Message: r.text(), About: r.text(), When: r.time(), Until: r.time(), Part: r.truth(),
		}
		m.Findings = append(m.Findings, agent.Finding{Evidence: e, Won: r.truth(), Why: r.text()})
	}
	m.Choice.Question = r.texts()
	for n := r.count(); n > 0 && r.off < len(r.s); n-- {
		m.Choice.Options = append(m.Choice.Options, agent.Option{Name: r.text(), Label: r.text(), Keys: r.text()})
	}
	m.Choice.Hash = r.text()
	return m
}
