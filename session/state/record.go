package state

import (
	"encoding/json"
	"time"

	"dormer/session"
)

// Record is the content of a document. It is a value: nothing that it points to changes after it
// was returned.
type Record struct {
	State session.Lifecycle `json:"state"`
	// StateChangedAt is the time of the last transition.
	StateChangedAt time.Time `json:"state_changed_at"`
	// UpdatedBy is the pid of the document's last writer. The writer may have ended long ago, and
	// its number may belong to another process.
	UpdatedBy int        `json:"updated_by"`
	SessionID session.ID `json:"session_id"`
	About
	CreatedAt time.Time `json:"created_at,omitzero"`
	Activity
	// ExitCode is nil until the process has exited on its own.
	ExitCode *int `json:"exit_code,omitempty"`
	// Signal is the name of the signal that ended the process ("SIGKILL").
	Signal string `json:"signal,omitempty"`
	// StartedAt and EndedAt are when the process started and ended, if it has.
	StartedAt time.Time `json:"started_at,omitzero"`
	EndedAt   time.Time `json:"ended_at,omitzero"`
	// Reason is one sentence about the last transition.
	Reason string `json:"reason,omitempty"`

	unknown map[string]json.RawMessage
}

// About describes a session, as far as lists show it when nothing else is left of it.
type About struct {
	// WorkspaceID is the workspace in which the session was made; it may be empty.
	WorkspaceID string `json:"workspace_id"`
	Name        string `json:"name,omitempty"`
	// Description and Tags are the user's; see [Manager.Relabel].
	Description string        `json:"description,omitempty"`
	Tags        []string      `json:"tags,omitempty"`
	Agent       session.Agent `json:"agent,omitempty"`
	// Command is the argument vector, or the beginning of a long one; empty for a login
	// shell.
	Command []string `json:"command,omitempty"`
	// Dir is the directory in which it was started.
	Dir string `json:"dir,omitempty"`
}

// AboutSpec returns the description of a session with this spec.
func AboutSpec(s session.Spec) About {
	a := About{
		WorkspaceID: s.Workspace, Name: s.Name, Description: cleanText(s.Description), Tags: cleanTags(s.Tags),
		Agent: s.Agent, Dir: s.Dir,
	}
	left := maxText
	for _, word := range s.Command {
		if left -= len(word); left < 0 {
			break
		}
		a.Command = append(a.Command, word)
	}
	return a
}

// Activity is the record of a session's output: facts, without judgement.
type Activity struct {
	// LastActivityHash is the hash of the last checked output; see [Hash].
	LastActivityHash uint32 `json:"last_activity_hash,omitempty"`
	// LastActivityAt is when the output was first seen to have this hash.
	LastActivityAt time.Time `json:"last_activity_at,omitzero"`
	// LastCheckedAt is when the output was last checked.
	LastCheckedAt time.Time `json:"last_checked_at,omitzero"`
}

// seen returns the facts after output with this hash was seen. An unchanged hash updates only the
// time of the check.
func (a Activity) seen(hash uint32, at time.Time) Activity {
	if a.LastActivityAt.IsZero() || a.LastActivityHash != hash {
		a.LastActivityHash, a.LastActivityAt = hash, at
	}
	a.LastCheckedAt = at
	return a
}

// Change describes a transition besides the new state.
type Change struct {
	// Reason is one sentence for people; line breaks and control characters
	// become spaces.
	Reason string
	// Exit is set when the process has ended.
	Exit *session.Exit
}

// after returns the record after an allowed transition.
func (r Record) after(to session.Lifecycle, c Change) Record {
	r.State = to
	r.Reason = cleanText(c.Reason)
	if c.Exit == nil {
		return r
	}
	r.Signal = cleanText(c.Exit.Signal)
	r.StartedAt, r.EndedAt = stamp(c.Exit.Started), stamp(c.Exit.Ended)
	if r.Reason == "" {
		r.Reason = cleanText(c.Exit.Err)
	}
	if c.Exit.Signal == "" && c.Exit.Err == "" {
		code := c.Exit.Code
		r.ExitCode = &code
	}
	return r
}

// stamp returns a time in the form in which a document stores it.
func stamp(t time.Time) time.Time { return t.Round(0).UTC() }

// Exit returns how the process ended; nil if it has not, or that is unknown.
func (r Record) Exit() *session.Exit {
	e := session.Exit{Signal: r.Signal, Started: r.StartedAt, Ended: r.EndedAt}
	if e.Started.IsZero() {
		e.Started = r.CreatedAt
	}
	if e.Ended.IsZero() {
		e.Ended = r.StateChangedAt
	}
	switch {
	case !r.State.Terminal():
		return nil
	case r.Signal != "":
	case r.ExitCode != nil:
		e.Code = *r.ExitCode
	case r.State == session.Completed:
	case r.State == session.Failed && r.Reason != "":
		e.Code, e.Err = -1, r.Reason
	default:
		return nil
	}
	return &e
}

// ended returns the record of a session whose end its document does not contain.
func (r Record) ended(to session.Lifecycle, c Change, now time.Time) Record {
	r = r.after(to, c)
	r.StateChangedAt = stamp(now)
	return r
}

// lostSince returns the change for a session whose host ended without a report, and was last seen
// at a time.
func lostSince(r Record, seen time.Time) Change {
	return Change{Reason: HostGone, Exit: &session.Exit{Code: -1, Err: HostGone, Started: r.StateChangedAt, Ended: seen}}
}

// At returns when the session ended, or entered its state.
func (r Record) At() time.Time {
	if r.State.Terminal() && !r.EndedAt.IsZero() {
		return r.EndedAt
	}
	return r.StateChangedAt
}

// Lost reports whether the process was running when its host ended, and its end was not observed.
func (r Record) Lost() bool { return r.State == session.Failed && r.Reason == HostGone }

// Past returns the known history of a session's last run from its directory; it may be empty. A
// lost session counts as running, so that a verdict on its host does not prevent its shell from
// being restored. If its host wrote only how the process ended, the process has ended.
func Past(dir string, id session.ID) session.Past {
	r, err := Read(dir, id)
	if err != nil {
		return session.Past{}
	}
	ran := r.State == session.LifecycleRunning || r.State == session.Orphaned || r.Lost() ||
		r.State == session.Stopped && r.Reason == hostAsked
	if !ran {
		return session.Past{Lifecycle: r.State, Exit: r.Exit()}
	}
	code, known := readExitStatus(dir)
	if !known || r.Reason == hostAsked {
		return session.Past{Lifecycle: session.LifecycleRunning}
	}
	v := Decide(Observation{Host: true, Exit: &session.Exit{Code: code, Started: r.CreatedAt, Ended: LastSeen(dir)}})
	return session.Past{Lifecycle: v.State, Exit: v.Exit}
}

// hostAsked is the reason that hosts up to version 0.1.0 wrote if the session was not stopped and
// its host got SIGTERM, as when the machine is switched off.
const hostAsked = "the host was asked to end"
