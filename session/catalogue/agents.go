package catalogue

import (
	"io"
	"slices"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/grid"
	"dormer/session/state"
	"dormer/session/wire"
)

// AgentState returns the state of the agent in the session; its State is empty if there is no
// agent, or its host does not tell.
func (e *Entry) AgentState() agent.Verdict {
	if e.Info == nil {
		return agent.Verdict{}
	}
	v := e.Info.AgentState
	if _, ok := agent.ParseState(string(v.State)); !ok {
		return agent.Verdict{}
	}
	v.Message, v.Retry.Why = agent.Line(v.Message), agent.Line(v.Retry.Why)
	return v
}

// agents returns the sessions with an agent: first those that wait for the user, the longest wait
// first, and then the others, the latest change first.
func (l Listing) agents() (found []*Entry) {
	for _, e := range l.Entries {
		if !e.Hidden() && e.AgentState().State != "" {
			found = append(found, e)
		}
	}
	slices.SortStableFunc(found, func(x, y *Entry) int {
		a, b := x.AgentState(), y.AgentState()
		switch {
		case a.State == agent.Blocked && b.State == agent.Blocked:
			return a.Since.Compare(b.Since)
		case a.State == agent.Blocked:
			return -1
		case b.State == agent.Blocked:
			return 1
		}
		return b.Since.Compare(a.Since)
	})
	return found
}

// WriteAgents writes the sessions with an agent as a table for people.
func (l Listing) WriteAgents(w io.Writer, now time.Time) error {
	lines := [][]string{{"SESSION", "NAME", "AGENT", "WORKSPACE", "STATE", "FOR", "MESSAGE"}}
	for _, e := range l.agents() {
		v := e.AgentState()
		line := []string{
			e.Short(), e.Name(), e.programOrAgent(), e.Workspace(), e.agentWords(),
			state.FormatDuration(now.Sub(v.Since)), grid.Cut(said(v, now), statsDescription),
		}
		lines = append(lines, printableCells(line))
	}
	return WriteColumns(w, lines)
}

// seen reports whether the agent's last result or question was on the screen; nil if that is
// unknown, because no program shows its workspace.
func (e *Entry) seen() *bool {
	if t := e.Tracked; t != nil && (t.Open || t.Asks) {
		return new(!t.Asks)
	}
	return nil
}

// agentWords returns the state of the agent in words: "done, not seen".
func (e *Entry) agentWords() string {
	v, seen := e.AgentState(), e.seen()
	if (v.State == agent.Done || v.State == agent.Failed) && seen != nil && !*seen {
		return v.String() + ", not seen"
	}
	return v.String()
}

// said returns an agent's message; if the agent could not continue, preceded by what happens next.
func said(v agent.Verdict, now time.Time) string {
	outlook := v.Outlook(now)
	if outlook != "" && v.Message != "" {
		outlook += "; "
	}
	return outlook + v.Message
}

// AgentRow is an agent in JSON. All members are always present: unknown ones are empty or null.
type AgentRow struct {
	ID        string        `json:"id"`
	Name      string        `json:"name"`
	Workspace string        `json:"workspace"`
	Agent     session.Agent `json:"agent"`
	Cwd       string        `json:"cwd"`
	State     agent.State   `json:"state"`
	Kind      agent.Kind    `json:"kind"`
	Message   string        `json:"message"`
	Source    agent.Source  `json:"source"`
	Since     *time.Time    `json:"since"`
	LimitEnds *time.Time    `json:"limit_ends"`
	Retry     *retryRow     `json:"retry"`
	Seen      *bool         `json:"seen"`
}

// retryRow describes the planned restart of an agent that could not continue: its time, or why
// there is none.
type retryRow struct {
	At  *time.Time `json:"at"`
	Try int        `json:"try"`
	Of  int        `json:"of"`
	Why string     `json:"why"`
}

// verdict sets the agent's state.
func (r *AgentRow) verdict(v agent.Verdict) {
	r.State, r.Kind, r.Message, r.Source, r.Since, r.LimitEnds = v.State, v.Kind, v.Message, v.Source, timeOrNil(v.Since), timeOrNil(v.LimitEnds)
	r.Retry = nil
	if a := v.Retry; a.Of > 0 {
		r.Retry = &retryRow{timeOrNil(a.At), a.Try, a.Of, a.Why}
	}
}

func (e *Entry) agentRow() AgentRow {
	r := AgentRow{ID: e.Key(), Name: e.Name(), Workspace: e.Workspace(), Agent: e.Agent(), Cwd: e.dir(), Seen: e.seen()}
	r.verdict(e.AgentState())
	return r
}

// WriteAgentsJSON writes the sessions with an agent as an object with the members "schema" and
// "agents".
func (l Listing) WriteAgentsJSON(w io.Writer) error {
	rows := []AgentRow{}
	for _, e := range l.agents() {
		rows = append(rows, e.agentRow())
	}
	return WriteJSON(w, struct {
		Schema int        `json:"schema"`
		Agents []AgentRow `json:"agents"`
	}{Schema, rows})
}

// evidenceRow is a piece of evidence in JSON.
type evidenceRow struct {
	Source  agent.Source `json:"source"`
	State   agent.State  `json:"state"`
	Kind    agent.Kind   `json:"kind"`
	Message string       `json:"message"`
	About   string       `json:"about"`
	When    *time.Time   `json:"when"`
	Until   *time.Time   `json:"until"`
	Won     bool         `json:"won"`
	Why     string       `json:"why"`
}

type optionRow struct {
	Name  string `json:"name"`
	Label string `json:"label"`
}

// WriteExplainedJSON writes the explanation of an agent's state as an object.
func (e *Entry) WriteExplainedJSON(w io.Writer, x wire.Explained) error {
	row := struct {
		Schema int `json:"schema"`
		AgentRow
		Evidence []evidenceRow `json:"evidence"`
		Question []string      `json:"question"`
		Options  []optionRow   `json:"options"`
		Screen   string        `json:"screen"`
	}{Schema: Schema, AgentRow: e.agentRow(), Evidence: []evidenceRow{}, Question: append([]string{}, x.Choice.Question...), Options: []optionRow{}, Screen: x.Choice.Hash}
	row.verdict(x.Verdict)
	for _, f := range x.Findings {
		row.Evidence = append(row.Evidence, evidenceRow{
			Source: f.Source, State: f.State, Kind: f.Kind, Message: f.Message, About: f.About,
			When: timeOrNil(f.When), Until: timeOrNil(f.Until), Won: f.Won, Why: f.Why,
		})
	}
	for _, o := range x.Choice.Options {
		row.Options = append(row.Options, optionRow{o.Name, o.Label})
	}
	return WriteJSON(w, row)
}
