package catalogue

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/socket"
	"dormer/session/state"
	"dormer/session/wire"
)

// Entry is what is known of one session. Each of its sources may be missing.
type Entry struct {
	// ID is the session's id. If only its socket is known, and its host does not answer,
	// the second half is zero; see [Entry.Key].
	ID session.ID
	// Host is the name of its host's socket; empty where it has none, or one at
	// which nobody listens.
	Host string
	// Info is what its host says; nil where Host is empty or Err is set.
	Info *wire.InfoReply
	// Err is why its host did not answer.
	Err error
	// State is its state.json; nil where there is none that can be read, and then
	// StateErr says why.
	State    *state.Record
	StateErr error
	// Doing is what it does, where it runs.
	Doing state.Doing
	// Tracked is what a workspace's document says; nil where none knows it.
	Tracked *Tracked
	// Usage is what its processes use; nil where nobody looked ([Meter]) or it cannot be told.
	Usage *Usage

	kept  *kept
	idles state.IdleTimes
	shell string
	// deleted says that the worktree is gone that it was opened for.
	deleted bool
}

// kept is what is read from a session's directory when somebody wants to know.
type kept struct {
	// lastSeen is when its host is last known to have lived, where it has none; zero where
	// nobody knows.
	lastSeen func() time.Time
	// spec is what it was started with; nil where that is not known.
	spec func() *session.Spec
	// conversation is that of the agent in it.
	conversation func() agent.Conversation
	// cannotResume says why that agent cannot go on with it; empty if it can.
	cannotResume func(agent.Agent) string
}

// CannotResume says why the coding agent of the session cannot go on with its conversation; empty
// if it can, or if there is none.
func (e *Entry) CannotResume() string {
	if e.agent() == "" {
		return ""
	}
	if e.kept != nil {
		if spec := e.kept.spec(); spec != nil && spec.Known.Name != "" {
			return e.kept.cannotResume(spec.Known)
		}
	}
	return fmt.Sprintf("nothing is kept of how %s was started", e.agent())
}

// conversation is the agent's own id of its conversation; empty where that is not known.
func (e *Entry) conversation() string {
	if e.kept == nil || e.agent() == "" {
		return ""
	}
	return e.kept.conversation().ID
}

// lastSeen is when the session's host is last known to have lived.
func (e *Entry) lastSeen() time.Time {
	if e.kept == nil {
		return time.Time{}
	}
	return e.kept.lastSeen()
}

// about is what the session was when it was started, by what is kept of it.
func (e *Entry) about() state.About {
	if e.State != nil && e.State.Dir != "" {
		return e.State.About
	}
	if e.kept == nil {
		return state.About{}
	}
	if spec := e.kept.spec(); spec != nil {
		return state.AboutSpec(*spec)
	}
	return state.About{}
}

// Live reports whether the session's host is there, answering or not.
func (e *Entry) Live() bool { return e.Host != "" }

// Key is the known part of the id.
func (e *Entry) Key() string {
	text := e.ID.String()
	if half := e.ID; slices.Equal(half[8:], make([]byte, 8)) {
		return text[:18]
	}
	return text
}

// Name is what the user calls the session; it may be empty. A host knows only what it was
// called at first.
func (e *Entry) Name() string {
	switch {
	case e.Tracked != nil && e.Tracked.Name != "":
		return e.Tracked.Name
	case e.State != nil && e.State.Dir != "":
		return e.State.Name
	case e.Info != nil:
		return e.Info.Name
	}
	return e.about().Name
}

// title is what the child calls itself; it may be empty.
func (e *Entry) title() string {
	switch {
	case e.Info != nil && e.Info.Title != "":
		return e.Info.Title
	case e.Tracked != nil:
		return e.Tracked.Title
	}
	return ""
}

// Command is the argument vector; empty for a login shell, and where nobody knows.
func (e *Entry) Command() []string {
	switch {
	case e.Info != nil:
		return e.Info.Command
	case e.Tracked != nil:
		return e.Tracked.Command
	}
	return e.about().Command
}

// dir is the working directory as it was known last.
func (e *Entry) dir() string {
	switch {
	case e.Info != nil && e.Info.Dir != "":
		return e.Info.Dir
	case e.Tracked != nil:
		return e.Tracked.Dir
	}
	return e.about().Dir
}

// program is what runs in the foreground, other than the session's own child;
// empty for nothing, and where nobody knows.
func (e *Entry) program() string {
	if e.Info != nil {
		return e.Info.Program
	}
	return ""
}

// Tags are what the user has tagged the session with.
func (e *Entry) Tags() []string {
	if e.State == nil {
		return nil
	}
	return e.State.Tags
}

// Tagged reports whether the session has one of some tags.
func (e *Entry) Tagged(tags []string) bool {
	return slices.ContainsFunc(e.Tags(), func(t string) bool { return slices.Contains(tags, t) })
}

// Description is what the user says of the session, or else the best of title, command,
// foreground program, and directory.
func (e *Entry) Description() string {
	if e.State != nil && e.State.Description != "" {
		return e.State.Description
	}
	if title := e.title(); title != "" {
		return title
	}
	if command := e.Command(); len(command) > 0 {
		return strings.Join(command, " ")
	}
	if program := e.program(); program != "" {
		return program
	}
	return e.dir()
}

// agent names the coding agent that runs in the session.
func (e *Entry) agent() session.Agent {
	switch {
	case e.Tracked != nil && e.Tracked.Agent != "":
		return e.Tracked.Agent
	case e.Info != nil:
		return e.Info.Agent
	}
	return e.about().Agent
}

// Source is what the session was opened for; its host is named after it.
func (e *Entry) Source() session.Source {
	switch {
	case e.Info != nil:
		return e.Info.Source
	case e.Tracked != nil:
		return e.Tracked.Source
	}
	return session.Source{Kind: session.Floating, Dir: e.dir()}
}

// runs is what runs in the session, in a word: its agent, or its program.
func (e *Entry) runs() string {
	command := e.Command()
	switch {
	case e.agent() != "":
		return string(e.agent())
	case len(command) > 0:
		return filepath.Base(command[0])
	}
	return e.shell
}

// Workspace is the workspace that the session is in or was made in; empty for one
// that the command line made.
func (e *Entry) Workspace() string {
	switch {
	case e.Tracked != nil:
		return e.Tracked.Workspace
	case e.State != nil && e.State.WorkspaceID != "":
		return e.State.WorkspaceID
	case e.Info != nil:
		return e.Info.Workspace
	}
	return ""
}

// exit is how the last child ended; nil while one runs or where nobody knows.
func (e *Entry) exit() *session.Exit {
	if e.Info != nil {
		return e.Info.Exit
	}
	return nil
}

// exitCode is the code with which the last child ended by itself.
func (e *Entry) exitCode() (code int, known bool) {
	if exit := e.exit(); exit != nil {
		return exit.Code, exit.Signal == "" && exit.Err == ""
	}
	if e.Info == nil && e.State != nil && e.State.ExitCode != nil {
		return *e.State.ExitCode, true
	}
	return 0, false
}

// Lifecycle is what happened to the session's process: what its state.json says,
// corrected by what its host says, or by that there is none.
func (e *Entry) Lifecycle() session.Lifecycle {
	written := session.LifecycleRunning
	if e.State != nil {
		written = e.State.State
	}
	switch exit := e.exit(); {
	case e.inProgram():
		return session.LifecycleRunning
	case written == session.Orphaned && (e.Tracked == nil || e.deleted):
		return written
	case written.Terminal() && written != session.Orphaned && (e.Info == nil || exit != nil):
		return written
	case exit != nil && exit.Clean():
		return session.Completed
	case exit != nil:
		return session.Failed
	case e.Info != nil && e.Info.ChildPID != 0 && written != session.Stopping:
		return session.LifecycleRunning // what is written comes after what happens
	case !e.Live() && written == session.Stopping:
		return session.Stopped // its host went meanwhile
	case !e.Live() && written != session.Created:
		return state.Decide(state.Observation{}).State
	}
	return written
}

// Runtime is what is seen of the session's process now.
func (e *Entry) Runtime() session.RuntimeStatus {
	switch {
	case e.Lifecycle() == session.Created:
		return session.Initializing
	case e.inProgram():
		return session.Running
	case !e.Live(), e.exit() != nil:
		return session.Exited
	case e.Info == nil:
		return session.Unhealthy
	case e.Info.ChildPID == 0:
		return session.Initializing
	}
	return session.Running
}

// residency is where the session is in its workspace; empty for one that is in
// none.
func (e *Entry) residency() session.Place {
	if e.Tracked == nil {
		return ""
	}
	return e.Tracked.Residency.Place
}

// disposition says whether the user can go on with the session.
func (e *Entry) disposition() session.Disposition {
	if e.Tracked == nil || e.Tracked.Disposition == "" {
		return session.DispositionActive
	}
	return e.Tracked.Disposition
}

// ended reports that the session's process had ended, or was being ended, before its
// host went: its workspace shows it so, and does not start it by itself.
func (e *Entry) ended() bool {
	return e.State != nil && !e.State.Lost() && e.State.State != session.Orphaned && session.Past{Lifecycle: e.State.State}.Ended()
}

// resumable reports that the session has no host, and that its workspace shows it and
// can start it again.
func (e *Entry) resumable() bool {
	return e.Tracked != nil && !e.Live() && !e.inProgram() && e.disposition().Counted()
}

// inProgram reports that the session has no host and lives in the program that has its
// workspace open. More is not known of it.
func (e *Entry) inProgram() bool {
	return !e.Live() && e.Tracked != nil && e.Tracked.Provider == session.Direct && e.Tracked.Open
}

// provider is what runs the session's process, or ran it last.
func (e *Entry) provider() session.Provider {
	switch {
	case e.Info != nil:
		return e.Info.Provider
	case e.Tracked != nil:
		return e.Tracked.Provider
	}
	return ""
}

// suspended reports that the session's process is gone with its host, and that its
// workspace shows it and can start it again.
func (e *Entry) suspended() bool { return e.resumable() && !e.ended() && !e.deleted }

// Listed reports whether the session is listed without --all: if it has a host, is still to be
// started, or its workspace brings it back. Archived tells whether archived sessions were asked
// for.
func (e *Entry) Listed(archived bool) bool {
	if !e.disposition().Counted() {
		return e.disposition().Listed(archived)
	}
	return e.Live() || e.inProgram() || e.Lifecycle() == session.Created || e.resumable()
}

// Hidden reports whether the session is in no list: it cannot go on.
func (e *Entry) Hidden() bool { return e.disposition() == session.Broken }

// Refusal says why nothing can be typed into the session, by the word that it is called by; nil
// if something can.
func (e *Entry) Refusal(word string) error {
	note := e.disposition().Note()
	switch {
	case e.disposition() == session.Archived:
		return fmt.Errorf("session %q takes no input: %s; dormer unarchive %s brings it back", word, note, word)
	case e.disposition() == session.Suspended && !e.Live():
		return fmt.Errorf("session %q is suspended (%s): dormer resume %s starts it again", word, note, word)
	case e.Hidden():
		return fmt.Errorf("session %q takes no input: %s", word, note)
	}
	return nil
}

// Disposition says whether the user can go on with the session.
func (e *Entry) Disposition() session.Disposition { return e.disposition() }

// lastOutput is when the session showed something new last, zero where nobody
// knows.
func (e *Entry) lastOutput() time.Time {
	var at time.Time
	if e.State != nil {
		at = e.State.LastActivityAt
	}
	if e.Info != nil {
		at = latest(e.Info.Started, changed(*e.Info))
	}
	return at
}

// idle is how long a running session has shown nothing new.
func (e *Entry) idle(now time.Time) (idle time.Duration, known bool) {
	at := e.lastOutput()
	if e.Runtime() != session.Running || at.IsZero() {
		return 0, false
	}
	return max(now.Sub(at), 0), true
}

// record is what durations are counted from: the state.json, or what the host or
// the document says where there is none.
func (e *Entry) record() state.Record {
	var r state.Record
	if e.State != nil {
		r = *e.State
		if !e.Live() && !r.State.Terminal() { // its host went without a word
			r.StateChangedAt = latest(r.StateChangedAt, r.LastActivityAt, r.LastCheckedAt, e.lastSeen())
		}
	}
	r.State = e.Lifecycle()
	if r.State == session.Failed && !e.Live() && (e.State == nil || !e.State.State.Terminal()) {
		r.Reason = state.HostGone
	}
	if e.State == nil && e.Info == nil {
		r.State = session.Created // when it ended nobody knows
	}
	if e.Info != nil {
		r.StateChangedAt = latest(r.StateChangedAt, e.Info.Started)
		if exit := e.Info.Exit; exit != nil && (e.State == nil || !e.State.State.Terminal()) {
			r.Signal, r.Reason, r.ExitCode = exit.Signal, exit.Err, nil
			if exit.Signal == "" && exit.Err == "" {
				r.ExitCode = &exit.Code
			}
		}
		if e.Info.Exit != nil {
			r.EndedAt = e.Info.Exit.Ended
			r.StateChangedAt = latest(r.StateChangedAt, e.Info.Exit.Ended)
		}
		r.CreatedAt = first(r.CreatedAt, e.Info.Started)
	}
	if e.Tracked != nil {
		r.CreatedAt = first(r.CreatedAt, e.Tracked.CreatedAt)
	}
	r.StateChangedAt = first(r.StateChangedAt, r.CreatedAt)
	r.LastActivityAt = e.lastOutput()
	return r
}

// Trouble says in a few words why a host did not answer; empty if it did.
func (e *Entry) Trouble() string {
	switch {
	case e.Err == nil:
		return ""
	case errors.Is(e.Err, socket.ErrSilent):
		return "not answering"
	case errors.Is(e.Err, socket.ErrVersion):
		return "another version"
	}
	return "cannot be asked"
}

func latest(times ...time.Time) time.Time {
	return slices.MaxFunc(times, time.Time.Compare)
}

// first returns the first of two times that is not zero.
func first(a, b time.Time) time.Time {
	if a.IsZero() {
		return b
	}
	return a
}
