package catalogue

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/state"
)

// Outcome is how a session ended.
type Outcome struct {
	state.Record
	// Kept reports that its files still exist: it can be captured, and its workspace may show it.
	Kept bool
	// description is its description in a list.
	description, programOrAgent string
}

// History returns how sessions ended since a time, the latest first: those of a listing, and those
// whose files were removed.
func (p Places) History(l Listing, since time.Time) ([]Outcome, error) {
	removed, err := state.History(p.Sessions, since)
	if err != nil {
		return nil, err
	}
	var all []Outcome
	for _, r := range removed {
		e := Entry{ID: r.SessionID, State: &r, shell: p.Shell}
		all = append(all, Outcome{Record: r, description: e.Description(), programOrAgent: e.programOrAgent()})
	}
	for _, e := range l.Entries {
		r := e.record()
		if !r.State.Terminal() || r.At().Before(since) || r.StateChangedAt.IsZero() {
			continue
		}
		r.SessionID, r.About = e.ID, state.About{WorkspaceID: e.Workspace(), Name: e.Name(), Tags: e.Tags(), Agent: e.Agent(), Command: e.Command(), Dir: e.dir()}
		all = append(all, Outcome{Record: r, Kept: true, description: e.Description(), programOrAgent: e.programOrAgent()})
	}
	slices.SortStableFunc(all, func(a, b Outcome) int { return b.At().Compare(a.At()) })
	return all, nil
}

// duration returns how long the session's program ran, if known.
func (o Outcome) duration() (time.Duration, bool) {
	began := first(o.StartedAt, o.CreatedAt)
	return max(o.At().Sub(began), 0), !began.IsZero()
}

// WriteHistory writes outcomes as a table for people, in a time zone.
func WriteHistory(w io.Writer, all []Outcome, zone *time.Location) error {
	lines := [][]string{{"SESSION", "NAME", "DESCRIPTION", "AGENT", "WORKSPACE", "OUTCOME", "ENDED", "TOOK"}}
	for _, o := range all {
		took := ""
		if d, ok := o.duration(); ok {
			took = state.FormatDuration(d)
		}
		line := []string{
			o.SessionID.String()[:shortKey], o.Name, o.description, o.programOrAgent, o.WorkspaceID,
			string(o.State) + why(o.Record), o.At().In(zone).Format(time.DateTime), took,
		}
		lines = append(lines, printableCells(line))
	}
	return WriteColumns(w, lines)
}

// OutcomeRow is an outcome in JSON. All members are always present: unknown ones are empty or null.
type OutcomeRow struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Tags        []string          `json:"tags"`
	Command     []string          `json:"command"`
	Cwd         string            `json:"cwd"`
	Agent       session.Agent     `json:"agent"`
	Workspace   string            `json:"workspace"`
	State       session.Lifecycle `json:"state"`
	Reason      string            `json:"reason"`
	ExitCode    *int              `json:"exit_code"`
	Signal      string            `json:"signal"`
	StartedAt   *time.Time        `json:"started_at"`
	EndedAt     *time.Time        `json:"ended_at"`
	// Seconds is how long its program ran; null if unknown.
	Seconds *int `json:"seconds"`
	// Kept reports that its last screen can still be captured.
	Kept bool `json:"kept"`
}

// WriteHistoryJSON writes outcomes as an object with the members "schema" and "outcomes".
func WriteHistoryJSON(w io.Writer, all []Outcome) error {
	rows := []OutcomeRow{}
	for _, o := range all {
		row := OutcomeRow{
			ID: o.SessionID.String(), Name: o.Name, Description: o.description,
			Tags: append([]string{}, o.Tags...), Command: append([]string{}, o.Command...),
			Cwd: o.Dir, Agent: o.Agent, Workspace: o.WorkspaceID, State: o.State, Reason: o.Reason, ExitCode: o.ExitCode,
			Signal: o.Signal, StartedAt: timeOrNil(first(o.StartedAt, o.CreatedAt)), EndedAt: timeOrNil(o.At()), Kept: o.Kept,
		}
		if d, ok := o.duration(); ok {
			seconds := int(d / time.Second)
			row.Seconds = &seconds
		}
		rows = append(rows, row)
	}
	return WriteJSON(w, struct {
		Schema   int          `json:"schema"`
		Outcomes []OutcomeRow `json:"outcomes"`
	}{Schema, rows})
}

// Span parses a time span to look back: "90m", "24h", "7d", "2w".
func Span(text string) (time.Duration, error) {
	const day = 24 * time.Hour
	for unit, long := range map[string]time.Duration{"d": day, "w": 7 * day} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			var n int
			if _, err := fmt.Sscanf(number, "%d", &n); err == nil && n > 0 && fmt.Sprint(n) == number && n < 10_000 {
				return time.Duration(n) * long, nil
			}
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d, nil
	}
	return 0, fmt.Errorf("%q is not a time: write 90m, 24h, 7d or 2w", text)
}
