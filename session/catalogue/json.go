package catalogue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/state"
)

// Schema is the version of all JSON output. Members are only ever added to it.
const Schema = 1

// Row is a session in JSON. All members are always present: unknown ones are empty or null.
type Row struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Tags        []string          `json:"tags"`
	State       session.Lifecycle `json:"state"`
	// Doing is "working" or "idle" for a running session.
	Doing state.Doing `json:"doing"`
	// Reason is one sentence about why it is in its state.
	Reason      string              `json:"reason"`
	Runtime     string              `json:"runtime"`
	Residency   session.Place       `json:"residency"`
	Disposition session.Disposition `json:"disposition"`
	// PID is the host's, ChildPID that of the program in it; 0 if there is none.
	PID      int           `json:"pid"`
	ChildPID int           `json:"child_pid"`
	Cwd      string        `json:"cwd"`
	Command  []string      `json:"command"`
	Agent    session.Agent `json:"agent"`
	// Conversation is the agent's own id of its conversation, empty if unknown.
	Conversation string `json:"conversation"`
	Workspace    string `json:"workspace"`
	// IdleSeconds is for how long a running session's output has not changed.
	IdleSeconds *int `json:"idle_seconds"`
	// ExitCode is set if the program has exited on its own.
	ExitCode *int `json:"exit_code"`
	// Signal is the name of the signal that ended the program.
	Signal string `json:"signal"`
	// Since is when it entered its state, EndedAt when its program ended; null if unknown, or if it
	// has not.
	Since       *time.Time `json:"since"`
	CreatedAt   *time.Time `json:"created_at"`
	EndedAt     *time.Time `json:"ended_at"`
	Clients     int        `json:"clients"`
	HostVersion string     `json:"host_version"`
	// Program is the foreground program, other than the session's own child.
	Program string `json:"program"`
	// Restart is "always" if the session starts again automatically after its host ended while it
	// ran, "ask" if it then waits, empty if that is not set.
	Restart session.Restart `json:"restart"`
	// Suspended reports that the process ended with its host, and that the workspace shows the
	// session and can start it again. State is then that of the ended process.
	Suspended bool `json:"suspended"`
	// LastActiveAt is when it was suspended or archived; null if neither.
	LastActiveAt *time.Time `json:"last_active_at"`
	// Provider is "hosted", or "direct" for a session that lives in the program that shows it, and
	// ends with it; empty if unknown.
	Provider session.Provider `json:"provider"`
	// AgentState is the state of the agent in the session: "working", "blocked", "done", "idle",
	// "error" or "unknown"; empty if there is no agent. AgentKind is what a blocked agent waits
	// for, AgentSince when it entered the state.
	AgentState   agent.State `json:"agent_state"`
	AgentKind    agent.Kind  `json:"agent_kind"`
	AgentMessage string      `json:"agent_message"`
	AgentSince   *time.Time  `json:"agent_since"`
	// UsageRow is the resources that its processes use; null if they were not requested.
	UsageRow
}

// row returns the session at a time.
func (e *Entry) row(now time.Time) Row {
	about := e.record()
	r := Row{
		Description: e.Description(), Tags: append([]string{}, e.Tags()...), Doing: e.Doing, Reason: about.Reason, Signal: about.Signal,
		Since: timeOrNil(about.At()), CreatedAt: timeOrNil(about.CreatedAt),
		ID: e.Key(), Name: e.Name(), Title: e.title(), State: e.Lifecycle(), Runtime: e.Runtime().String(),
		Residency: e.residency(), Disposition: e.Disposition(), Cwd: e.dir(), Program: e.program(),
		Command: append([]string{}, e.Command()...), Agent: e.Agent(), Conversation: e.conversation(), Workspace: e.Workspace(), Suspended: e.suspended(),
		Provider: e.provider(), UsageRow: e.Usage.row(),
	}
	v := e.AgentState()
	r.AgentState, r.AgentKind, r.AgentMessage, r.AgentSince = v.State, v.Kind, v.Message, timeOrNil(v.Since)
	if about.State.Terminal() {
		r.EndedAt = timeOrNil(about.At())
	}
	if e.Tracked != nil {
		r.LastActiveAt = timeOrNil(e.Tracked.LastActive)
		r.Restart = e.Tracked.Restart
	}
	if idle, ok := e.idle(now); ok {
		seconds := int(idle / time.Second)
		r.IdleSeconds = &seconds
	}
	if code, ok := e.exitCode(); ok {
		r.ExitCode = &code
	}
	if e.Info != nil {
		r.PID, r.Clients, r.HostVersion = e.Info.HostPID, e.Info.Clients, e.Info.HostVersion
		if e.Info.Exit == nil {
			r.ChildPID = e.Info.ChildPID
		}
	}
	return r
}

// timeOrNil returns a time, nil if it is zero.
func timeOrNil(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.Round(0).UTC()
	return &t
}

// WriteJSON writes the sessions that a filter selects: an object with the members "schema" and
// "sessions".
func (l Listing) WriteJSON(w io.Writer, now time.Time, f Filter) error {
	return WriteJSON(w, struct {
		Schema   int   `json:"schema"`
		Sessions []Row `json:"sessions"`
	}{Schema, l.Rows(now, f)})
}

// Rows returns the sessions that a filter selects; if there are none, an empty slice and not nil.
func (l Listing) Rows(now time.Time, f Filter) []Row {
	rows := []Row{}
	for _, e := range l.Entries {
		if f.lists(e) {
			rows = append(rows, e.row(now))
		}
	}
	return rows
}

// WriteJSON writes a document as indented JSON, with everything escaped that a terminal could
// interpret.
func WriteJSON(w io.Writer, document any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(document); err != nil {
		return err
	}
	_, err := io.WriteString(w, escaped(text.String()))
	return err
}

// escaped returns JSON with everything escaped that a terminal could interpret: beyond JSON's own
// escapes these are C1 controls and characters that change the direction of text. They occur only
// in strings.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || unicode.IsPrint(r) || unicode.Is(unicode.M, r) || r == zeroWidthJoiner {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}
