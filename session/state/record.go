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
	// WorkspaceID names the workspace the session was made in; it may be empty.
	WorkspaceID string    `json:"workspace_id"`
	CreatedAt   time.Time `json:"created_at,omitzero"`
	Activity
	// ExitCode is nil until the process has exited by itself.
	ExitCode *int `json:"exit_code,omitempty"`
	// Signal names the signal that ended the process ("SIGKILL").
	Signal string `json:"signal,omitempty"`
	// Reason is one sentence about the last transition.
	Reason string `json:"reason,omitempty"`

	unknown map[string]json.RawMessage
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
