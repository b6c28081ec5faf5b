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

// Schema is the version of all JSON that is written for programs. Members are only ever
// added to it.
const Schema = 1

// Row is a session as programs read it. All members are always there: what is not
// known is empty or null.
type Row struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	Tags        []string          `json:"tags"`
	State       session.Lifecycle `json:"state"`
	// Doing is "working" or "idle" of a session that runs.
	Doing state.Doing `json:"doing"`
	// Reason is one sentence about how it got into its state.
	Reason      string              `json:"reason"`
	Runtime     string              `json:"runtime"`
	Residency   session.Place       `json:"residency"`
	Disposition session.Disposition `json:"disposition"`
	// PID is the host's, ChildPID that of the program in it; 0 where there is none.
	PID      int           `json:"pid"`
	ChildPID int           `json:"child_pid"`
	Cwd      string        `json:"cwd"`
	Command  []string      `json:"command"`
	Agent    session.Agent `json:"agent"`
	// Conversation is the agent's own id of its conversation, empty where that is not known.
	Conversation string `json:"conversation"`
	Workspace    string `json:"workspace"`
	// IdleSeconds is how long a running session has shown nothing new.
	IdleSeconds *int `json:"idle_seconds"`
	// ExitCode is set when the program has exited by itself.
	ExitCode *int `json:"exit_code"`
	// Signal names the signal that ended the program.
	Signal string `json:"signal"`
	// Since is when it got into its state, EndedAt when its program ended; null where that
	// is not known, or it has not.
	Since       *time.Time `json:"since"`
	CreatedAt   *time.Time `json:"created_at"`
	EndedAt     *time.Time `json:"ended_at"`
	Clients     int        `json:"clients"`
	HostVersion string     `json:"host_version"`
	// Program is what runs in the foreground, other than the session's own child.
	Program string `json:"program"`
	// Restart is "always" where the session starts again by itself when its host went
	// while it ran, "ask" where it waits then, empty where that is not said.
	Restart session.Restart `json:"restart"`
	// Suspended says that the process is gone with its host, and that the workspace shows
	// the session and can start it again. State is then that of what is gone.
	Suspended bool `json:"suspended"`
	// LastActiveAt is when it was suspended or archived; null where it was neither.
	LastActiveAt *time.Time `json:"last_active_at"`
	// Provider is "hosted", or "direct" of a session that lives in the program that shows it,
	// and ends with it; empty where that is not known.
	Provider session.Provider `json:"provider"`
	// AgentState is what the agent in the session is doing: "working", "blocked", "done",
	// "idle", "error" or "unknown"; empty where there is none. AgentKind is what a blocked one
	// waits for, AgentSince since when.
	AgentState   agent.State `json:"agent_state"`
	AgentKind    agent.Kind  `json:"agent_kind"`
	AgentMessage string      `json:"agent_message"`
	AgentSince   *time.Time  `json:"agent_since"`
	// UsageRow is what its processes use; null where that was not asked for.
	UsageRow
}

// row is the session at a moment.
func (e *Entry) row(now time.Time) Row {
	about := e.record()
	r := Row{
		Description: e.Description(), Tags: append([]string{}, e.Tags()...), Doing: e.Doing, Reason: about.Reason, Signal: about.Signal,
		Since: known(about.At()), CreatedAt: known(about.CreatedAt),
		ID: e.Key(), Name: e.Name(), Title: e.title(), State: e.Lifecycle(), Runtime: e.Runtime().String(),
		Residency: e.residency(), Disposition: e.disposition(), Cwd: e.dir(), Program: e.program(),
		Command: append([]string{}, e.Command()...), Agent: e.agent(), Conversation: e.conversation(), Workspace: e.Workspace(), Suspended: e.suspended(),
		Provider: e.provider(), UsageRow: e.Usage.row(),
	}
	v := e.AgentState()
	r.AgentState, r.AgentKind, r.AgentMessage, r.AgentSince = v.State, v.Kind, v.Message, known(v.Since)
	if about.State.Terminal() {
		r.EndedAt = known(about.At())
	}
	if e.Tracked != nil {
		r.LastActiveAt = known(e.Tracked.LastActive)
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

// known is a time, nil where it is not known.
func known(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.Round(0).UTC()
	return &t
}

// WriteJSON writes the sessions that a filter lists: an object with the members "schema" and "sessions".
func (l Listing) WriteJSON(w io.Writer, now time.Time, f Filter) error {
	return writeJSON(w, struct {
		Schema   int   `json:"schema"`
		Sessions []Row `json:"sessions"`
	}{Schema, l.Rows(now, f)})
}

// Rows are the sessions that a filter lists; empty, and not nil, where there are none.
func (l Listing) Rows(now time.Time, f Filter) []Row {
	rows := []Row{}
	for i := range l.Entries {
		if f.lists(&l.Entries[i]) {
			rows = append(rows, l.Entries[i].row(now))
		}
	}
	return rows
}

func writeJSON(w io.Writer, document any) error {
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

// escaped is JSON with everything escaped that a terminal could take for more than
// characters: of what JSON itself leaves alone, C1 controls and formats of text
// that change its direction. These are in strings only.
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
