package follow

import (
	"time"

	"dormer/session"
	"dormer/session/state"
	"dormer/session/vt"
)

// Kind says what happened.
type Kind string

// What can happen to a session.
const (
	Started         Kind = "started"
	Ended           Kind = "ended"
	Bell            Kind = "bell"
	Notification    Kind = "notification"
	Title           Kind = "title"
	Directory       Kind = "directory"
	Prompt          Kind = "prompt"
	CommandStarted  Kind = "command_started"
	CommandFinished Kind = "command_finished"
)

// Schema is the version of an event as JSON: members are only ever added.
const Schema = 1

// Event is what happened to a session, as programs read it. What does not apply to its
// kind, or is not known, is left out.
type Event struct {
	Schema int       `json:"schema"`
	Time   time.Time `json:"time"`
	Event  Kind      `json:"event"`
	ID     string    `json:"id"`
	// Name and Workspace may be empty.
	Name      string `json:"name"`
	Workspace string `json:"workspace"`
	// PID is that of the program that has started.
	PID int `json:"pid,omitempty"`
	// State is "completed", "failed" or "stopped" where the session has ended; ExitCode is
	// set if its program, or a command of its shell, exited by itself.
	State    session.Lifecycle `json:"state,omitempty"`
	ExitCode *int              `json:"exit_code,omitempty"`
	Signal   string            `json:"signal,omitempty"`
	Reason   string            `json:"reason,omitempty"`
	// Seconds is how long the program or the command ran.
	Seconds *float64 `json:"seconds,omitempty"`
	// Text is the title, the directory, what the notification says, the command as it was
	// typed, or the line that was waited for.
	Text string `json:"text,omitempty"`
	// Subject is the title of a notification.
	Subject string `json:"subject,omitempty"`
}

// maxText is the longest text of an event, in bytes.
const maxText = 4 << 10

func label(text string) string { return vt.Label(text, maxText) }

// ended is the end of a session.
func ended(e *session.Exit, to session.Lifecycle, reason string) Event {
	out := Event{Event: Ended, State: to, Reason: label(reason), Time: time.Now()}
	if e == nil {
		return out
	}
	if !e.Ended.IsZero() {
		out.Time = e.Ended
	}
	out.Signal = label(e.Signal)
	switch {
	case e.Err != "":
		out.Reason = label(e.Err)
	case e.Signal == "":
		out.ExitCode = &e.Code
	}
	out.Seconds = seconds(e.Started, e.Ended)
	return out
}

// gone is the end of a session whose host went without a word: what it wrote holds.
func gone(r state.Record, err error) Event {
	if err == nil && r.State.Terminal() {
		return ended(r.Exit(), r.State, r.Reason)
	}
	return ended(nil, session.Failed, state.HostGone)
}

func seconds(from, to time.Time) *float64 {
	if from.IsZero() || to.IsZero() {
		return nil
	}
	s := max(to.Sub(from), 0).Seconds()
	return &s
}
