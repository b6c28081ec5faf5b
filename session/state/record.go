package state

import (
	"encoding/json"
	"time"

	"dormer/session"
)

// Record is the content of a document. It is a value: nothing that it points to
// is changed after it was handed out.
type Record struct {
	State session.Lifecycle `json:"state"`
	// StateChangedAt is when the last transition was made.
	StateChangedAt time.Time `json:"state_changed_at"`
	// UpdatedBy is the pid that wrote the document last. It may have ended long
	// ago and its number may be another process's by now.
	UpdatedBy int        `json:"updated_by"`
	SessionID session.ID `json:"session_id"`
	About
	CreatedAt time.Time `json:"created_at,omitzero"`
	Activity
	// ExitCode is nil until the process has exited by itself.
	ExitCode *int `json:"exit_code,omitempty"`
	// Signal names the signal that ended the process ("SIGKILL").
	Signal string `json:"signal,omitempty"`
	// StartedAt and EndedAt are when the process started and ended, where it has.
	StartedAt time.Time `json:"started_at,omitzero"`
	EndedAt   time.Time `json:"ended_at,omitzero"`
	// Reason is one sentence about the last transition.
	Reason string `json:"reason,omitempty"`

	unknown map[string]json.RawMessage
}

// About is what a session is, as far as a list shows it when all else is gone.
type About struct {
	// WorkspaceID names the workspace the session was made in; it may be empty.
	WorkspaceID string `json:"workspace_id"`
	Name        string `json:"name,omitempty"`
	// Description and Tags are what the user says of it; see [Manager.Relabel].
	Description string        `json:"description,omitempty"`
	Tags        []string      `json:"tags,omitempty"`
	Agent       session.Agent `json:"agent,omitempty"`
	// Command is the argument vector, or the beginning of a long one; empty for a login
	// shell.
	Command []string `json:"command,omitempty"`
	// Dir is where it was started.
	Dir string `json:"dir,omitempty"`
}

// AboutSpec is what a session that is started so is.
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

// Activity is what is known of a session's output: facts, without judgement.
type Activity struct {
	// LastActivityHash is the hash of the output that was seen last; see [Hash].
	LastActivityHash uint32 `json:"last_activity_hash,omitempty"`
	// LastActivityAt is when the output was first seen to be that.
	LastActivityAt time.Time `json:"last_activity_at,omitzero"`
	// LastCheckedAt is when the output was looked at last.
	LastCheckedAt time.Time `json:"last_checked_at,omitzero"`
}

// seen returns the facts after output with a hash was seen. The same hash moves
// only the time of the look.
func (a Activity) seen(hash uint32, at time.Time) Activity {
	if a.LastActivityAt.IsZero() || a.LastActivityHash != hash {
		a.LastActivityHash, a.LastActivityAt = hash, at
	}
	a.LastCheckedAt = at
	return a
}

// Change is what is known about a transition besides the state it leads to.
type Change struct {
	// Reason is one sentence for people; line breaks and control characters
	// become spaces.
	Reason string
	// Exit is set when the process has ended.
	Exit *session.Exit
}

// after returns the record after a transition that is allowed.
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

// stamp is a moment as a document holds it.
func stamp(t time.Time) time.Time { return t.Round(0).UTC() }

// Exit is how the process ended; nil where it has not, or nobody knows.
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

// ended is the record of a session that ended so without a word in its document.
func (r Record) ended(to session.Lifecycle, c Change, now time.Time) Record {
	r = r.after(to, c)
	r.StateChangedAt = stamp(now)
	return r
}

// lostSince is what is known of a session whose host went without a word, and was last
// seen at a time.
func lostSince(r Record, seen time.Time) Change {
	return Change{Reason: HostGone, Exit: &session.Exit{Code: -1, Err: HostGone, Started: r.StateChangedAt, Ended: seen}}
}

// At is when a session ended that has, or got into its state.
func (r Record) At() time.Time {
	if r.State.Terminal() && !r.EndedAt.IsZero() {
		return r.EndedAt
	}
	return r.StateChangedAt
}

// Lost reports whether the process ran when its host went, and nobody saw its end.
func (r Record) Lost() bool { return r.State == session.Failed && r.Reason == HostGone }

// Past is what is known of a session's last life from its directory, in which nothing
// that can be believed may be. A session that was lost counts as one that runs: so a
// verdict on its host does not keep a shell from coming back. Where its host wrote how
// the process ended, and no more, it has ended.
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

// hostAsked is the reason that hosts up to version 0.1.0 gave where nobody stopped a
// session and its host got SIGTERM, as when the machine is switched off.
const hostAsked = "the host was asked to end"
