package follow

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/state"
	"dormer/session/vt"
	"dormer/session/wire"
)

// Kind is the kind of an event.
type Kind string

// The kinds of events.
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
	AgentState      Kind = "agent_state"
)

// Schema is the version of an event as JSON: members are only ever added.
const Schema = 1

// Event is an event of a session in JSON. Members that do not apply to its kind, or are unknown,
// are left out.
type Event struct {
	Schema int       `json:"schema"`
	Time   time.Time `json:"time"`
	Event  Kind      `json:"event"`
	ID     string    `json:"id"`
	// Name and Workspace may be empty.
	Name      string `json:"name"`
	Workspace string `json:"workspace"`
	// PID is the process id of the started program.
	PID int `json:"pid,omitempty"`
	// State is "completed", "failed" or "stopped" if the session has ended; ExitCode is set if its
	// program, or a command of its shell, exited on its own.
	State    session.Lifecycle `json:"state,omitempty"`
	ExitCode *int              `json:"exit_code,omitempty"`
	Signal   string            `json:"signal,omitempty"`
	Reason   string            `json:"reason,omitempty"`
	// Seconds is how long the program or the command ran.
	Seconds *float64 `json:"seconds,omitempty"`
	// AgentState is the state of the agent, in the words of package agent, and AgentKind what a
	// blocked agent waits for.
	AgentState agent.State `json:"agent_state,omitempty"`
	AgentKind  agent.Kind  `json:"agent_kind,omitempty"`
	// Text is the title, the directory, the text of a notification, the typed command, the agent's
	// message, or the awaited line.
	Text string `json:"text,omitempty"`
	// Subject is the title of a notification.
	Subject string `json:"subject,omitempty"`
}

// maxText is the longest text of an event, in bytes.
const maxText = 4 << 10

// Label returns a text in the form of events: short, and without control characters.
func Label(text string) string { return label(text) }

func label(text string) string { return vt.Label(text, maxText) }

// endedEvent returns the event for the end of a session.
func endedEvent(e *session.Exit, to session.Lifecycle, reason string) Event {
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

// goneEvent returns the event for a session whose host ended without a report: its document counts.
func goneEvent(r state.Record, err error) Event {
	if err == nil && r.State.Terminal() {
		return endedEvent(r.Exit(), r.State, r.Reason)
	}
	return endedEvent(nil, session.Failed, state.HostGone)
}

func seconds(from, to time.Time) *float64 {
	if from.IsZero() || to.IsZero() {
		return nil
	}
	s := max(to.Sub(from), 0).Seconds()
	return &s
}

// exited returns the event for the end of a session as reported by its host.
func exited(m wire.Exited) Event {
	to := session.Failed
	switch {
	case m.Stopped:
		to = session.Stopped
	case m.Exit.Clean():
		to = session.Completed
	}
	return endedEvent(&m.Exit, to, "")
}

// converter converts the messages of one host to events.
type converter struct {
	status wire.Status
	over   bool // the end was reported
}

// events returns the events for a message.
func (t *converter) events(m wire.Message) []Event {
	now := time.Now()
	switch m := m.(type) {
	case wire.Started:
		t.over = false
		return []Event{{Event: Started, Time: now, PID: m.PID}}
	case wire.Exited:
		t.over = true
		return []Event{exited(m)}
	case wire.Bell:
		return []Event{{Event: Bell, Time: now}}
	case wire.Notice:
		if m.Child {
			return []Event{{Event: Notification, Time: now, Text: label(m.Body), Subject: label(m.Title)}}
		}
	case wire.CommandStarted:
		return []Event{{Event: CommandStarted, Time: now, Text: label(m.Command.Line)}}
	case wire.CommandDone:
		e := Event{Event: CommandFinished, Time: now, Text: label(m.Command.Line), Seconds: seconds(m.Command.Started, m.Command.Ended)}
		if m.Command.HasExitCode {
			e.ExitCode = &m.Command.ExitCode
		}
		return []Event{e}
	case wire.Status:
		return t.changed(m, now)
	case wire.AgentState:
		return []Event{{Event: AgentState, Time: now, AgentState: m.State, AgentKind: m.Kind, Text: label(m.Message)}}
	}
	return nil
}

// changed returns the events for a new status.
func (t *converter) changed(s wire.Status, now time.Time) (all []Event) {
	before := t.status
	t.status = s
	if s.Title != before.Title {
		all = append(all, Event{Event: Title, Time: now, Text: label(s.Title)})
	}
	if s.Dir != before.Dir {
		all = append(all, Event{Event: Directory, Time: now, Text: label(s.Dir)})
	}
	if s.Prompt && !before.Prompt {
		all = append(all, Event{Event: Prompt, Time: now})
	}
	return all
}

// Past returns the known starts and ends of a session since a time, from its host's answer, which
// may be nil, and from its state, which is written a moment later.
func Past(host *wire.InfoReply, r *state.Record, since time.Time) (all []Event) {
	if host != nil {
		if !host.Started.Before(since) {
			all = append(all, Event{Event: Started, Time: host.Started, PID: host.ChildPID})
		}
		if host.Exit != nil && !host.Exit.Ended.Before(since) {
			all = append(all, exited(wire.Exited{Exit: *host.Exit, Stopped: r != nil && r.State == session.Stopped}))
		}
		return all
	}
	if r == nil {
		return nil
	}
	exit := r.Exit()
	started := r.CreatedAt
	if exit != nil {
		started = exit.Started
	}
	if !started.IsZero() && !started.Before(since) {
		all = append(all, Event{Event: Started, Time: started})
	}
	if r.State.Terminal() && !r.StateChangedAt.Before(since) {
		e := goneEvent(*r, nil)
		if exit == nil {
			e.Time = r.StateChangedAt
		}
		all = append(all, e)
	}
	return all
}
