package catalogue

import (
	"encoding/json"
	"io"
	"time"

	"dormer/session"
)

// Row is a session as programs read it. All members are always there: what is not
// known is empty or null.
type Row struct {
	ID          string              `json:"id"`
	Name        string              `json:"name"`
	Title       string              `json:"title"`
	State       session.Lifecycle   `json:"state"`
	Runtime     string              `json:"runtime"`
	Residency   session.Place       `json:"residency"`
	Disposition session.Disposition `json:"disposition"`
	// PID is the host's, ChildPID that of the program in it; 0 where there is none.
	PID       int           `json:"pid"`
	ChildPID  int           `json:"child_pid"`
	Cwd       string        `json:"cwd"`
	Command   []string      `json:"command"`
	Agent     session.Agent `json:"agent"`
	Workspace string        `json:"workspace"`
	// IdleSeconds is how long a running session has shown nothing new.
	IdleSeconds *int `json:"idle_seconds"`
	// ExitCode is set when the program has exited by itself.
	ExitCode    *int   `json:"exit_code"`
	Clients     int    `json:"clients"`
	HostVersion string `json:"host_version"`
}

// Row is the session at a moment.
func (e *Entry) Row(now time.Time) Row {
	r := Row{
		ID: e.Key(), Name: e.Name(), Title: e.Title(), State: e.Lifecycle(), Runtime: e.Runtime().String(),
		Residency: e.Residency(), Disposition: e.Disposition(), Cwd: e.Dir(),
		Command: append([]string{}, e.Command()...), Agent: e.Agent(), Workspace: e.Workspace(),
	}
	if idle, ok := e.Idle(now); ok {
		seconds := int(idle / time.Second)
		r.IdleSeconds = &seconds
	}
	if code, ok := e.ExitCode(); ok {
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

// WriteJSON writes the sessions that are [Entry.Listed], or all, as an array, an
// empty one for none.
func (l Listing) WriteJSON(w io.Writer, now time.Time, all bool) error {
	rows := []Row{}
	for i := range l.Entries {
		if all || l.Entries[i].Listed() {
			rows = append(rows, l.Entries[i].Row(now))
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(rows)
}
