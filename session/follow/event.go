package follow

import (
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/state"
	"dormer/session/vt"
	"dormer/session/wire"
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
	AgentState      Kind = "agent_state"
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
	// AgentState is what the agent is doing, in the words of package agent, and AgentKind
	// what a blocked one waits for.
	AgentState agent.State `json:"agent_state,omitempty"`
	AgentKind  agent.Kind  `json:"agent_kind,omitempty"`
	// Text is the title, the directory, what the notification says, the command as it was
	// typed, what the agent says of its state, or the line that was waited for.
	Text string `json:"text,omitempty"`
	// Subject is the title of a notification.
	Subject string `json:"subject,omitempty"`
}

// maxText is the longest text of an event, in bytes.
const maxText = 4 << 10

// Label is a text as events have it: short, and without control characters.
func Label(text string) string { return label(text) }

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

// exited is the end of a session by the word of its host.
func exited(m wire.Exited) Event {
	to := session.Failed
	switch {
	case m.Stopped:
		to = session.Stopped
	case m.Exit.Clean():
		to = session.Completed
	}
	return ended(&m.Exit, to, "")
}

// teller makes events of what one host says.
type teller struct {
	status wire.Status
	over   bool // the end was told
}

// events are those that a message stands for.
func (t *teller) events(m wire.Message) []Event {
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

// changed are the events of another status.
func (t *teller) changed(s wire.Status, now time.Time) (all []Event) {
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

// Past are the starts and ends that are known of a session from a time on: by what its
// host says, which may be nil, and by its state, which is written a moment later.
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
		e := gone(*r, nil)
		if exit == nil {
			e.Time = r.StateChangedAt
		}
		all = append(all, e)
	}
	return all
}
