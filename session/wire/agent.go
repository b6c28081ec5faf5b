package wire

import (
	"slices"

	"dormer/session/agent"
)

// From the viewer to the owner.
type (
	// Report reports the state of the agent in the session. The answer is [Done].
	Report struct{ agent.Report }
	// Explain asks about the agent's state and its evidence; the answer is [Explained].
	Explain struct{}
	// Prompt makes the owner paste a text for the agent and press Enter. The owner refuses it while
	// the agent is blocked, after its end, and if a shell is in the foreground. The answer is
	// [Done].
	Prompt struct{ Text string }
	// Answer chooses an option of the dialog on the screen, by its name. The owner refuses it if
	// the hash of the dialog is not Hash. The answer is [Done].
	Answer struct{ Option, Hash string }
	// Retry changes whether the agent is restarted automatically. The answer is [Done].
	Retry struct {
		Do RetryOrder
		// Tries is the number of retries for [AllowRetries], 0 for none.
		Tries int
	}
)

// RetryOrder is the request in a [Retry].
type RetryOrder uint8

// The requests.
const (
	AllowRetries RetryOrder = iota + 1 // allow Tries retries in a row from now on
	RetryNow                           // retry without further waiting
	CancelRetry                        // do not retry after this failure
)

// From the owner to the viewer.
type (
	// AgentState reports the state of the agent in the session. It is sent to all viewers,
	// including those that watch, when it has changed, and to a viewer that attaches if there is an
	// agent. Its State is empty if there is no agent any more. Missed means that the agent was
	// done, or could not continue, while no viewer was attached, and that no viewer has been told
	// yet.
	AgentState struct {
		agent.Verdict
		Missed bool
	}
	// Explained is the answer to [Explain].
	Explained struct {
		Verdict  agent.Verdict
		Findings []agent.Finding
		// Choice is the dialog on the screen, if the agent is blocked and the options are known.
		Choice agent.Choice
	}
	// Done reports that a request was carried out. Err is one sentence that says why it was not;
	// otherwise it is empty.
	Done struct{ Err string }
)

func (Report) tag() tag     { return tagReport }
func (Explain) tag() tag    { return tagExplain }
func (Prompt) tag() tag     { return tagPrompt }
func (Answer) tag() tag     { return tagAnswer }
func (Retry) tag() tag      { return tagRetry }
func (AgentState) tag() tag { return tagAgentState }
func (Explained) tag() tag  { return tagExplained }
func (Done) tag() tag       { return tagDone }

func (Report) fromViewer()  {}
func (Explain) fromViewer() {}
func (Prompt) fromViewer()  {}
func (Answer) fromViewer()  {}
func (Retry) fromViewer()   {}

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

// hasFailure reports whether failure has anything to write.
func hasFailure(v agent.Verdict) bool { return !v.LimitEnds.IsZero() || v.Retry != agent.Retry{} }

// failure writes a verdict's details of a failure. They come after all older fields.
func (w *writer) failure(v agent.Verdict) {
	w.time(v.LimitEnds)
	w.time(v.Retry.At)
	w.integer(v.Retry.Try)
	w.integer(v.Retry.Of)
	w.text(v.Retry.Why)
}

func (r *reader) failure(v *agent.Verdict) {
	v.LimitEnds = r.time()
	v.Retry = agent.Retry{At: r.time(), Try: r.integer(), Of: r.integer(), Why: r.text()}
}

func (w *writer) agentState(m AgentState) {
	w.verdict(m.Verdict)
	if m.Missed || hasFailure(m.Verdict) {
		w.truth(m.Missed)
	}
	if hasFailure(m.Verdict) {
		w.failure(m.Verdict)
	}
}

func (r *reader) agentState() AgentState {
	m := AgentState{r.verdict(), r.truth()}
	r.failure(&m.Verdict)
	return m
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
	if slices.ContainsFunc(m.Findings, func(f agent.Finding) bool { return !f.LimitEnds.IsZero() }) || hasFailure(m.Verdict) {
		w.failure(m.Verdict)
		for _, f := range m.Findings {
			w.time(f.LimitEnds)
		}
	}
}

// explained reads at most as many findings and options as there are bytes.
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
	r.failure(&m.Verdict)
	for i := range m.Findings {
		m.Findings[i].LimitEnds = r.time()
	}
	return m
}
