package catalogue

import (
	"cmp"
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

// Entry describes one session. Any of its sources may be missing.
type Entry struct {
	// ID is the session's id. If only its socket is known, and its host does not answer,
	// the second half is zero; see [Entry.Key].
	ID session.ID
	// Host is the name of its host's socket; empty if it has none, or if nothing listens there.
	Host string
	// Info is the answer of its host; nil if Host is empty or Err is set.
	Info *wire.InfoReply
	// Err is why its host did not answer.
	Err error
	// State is its state.json; nil if it cannot be read, and then StateErr says why.
	State    *state.Record
	StateErr error
	// Doing is its activity, if it runs.
	Doing state.Doing
	// Tracked is its entry in a workspace's document; nil if it is in none.
	Tracked *Tracked
	// Usage is the resources that its processes use; nil if they were not measured ([Meter]) or are
	// unknown.
	Usage *Usage

	kept      *kept
	idleTimes state.IdleTimes
	shell     string
	short     string // see Short
	// deleted means that the worktree of the session was deleted.
	deleted bool
}

// kept gives access to a session's directory, which is read when needed.
type kept struct {
	// lastSeen returns when its host, which has ended, was last known to run; zero if unknown.
	lastSeen func() time.Time
	// spec returns how it was started; nil if unknown.
	spec func() *session.Spec
	// conversation returns the conversation of its agent.
	conversation func() agent.Conversation
	// cannotResume returns why that agent cannot continue it; empty if it can.
	cannotResume func(agent.Agent) string
}

// CannotResume returns why the session's coding agent cannot continue its conversation; empty if it
// can, or if there is none.
func (e *Entry) CannotResume() string {
	if e.Agent() == "" {
		return ""
	}
	if e.kept != nil {
		if spec := e.kept.spec(); spec != nil && spec.Known.Name != "" {
			return e.kept.cannotResume(spec.Known)
		}
	}
	return fmt.Sprintf("nothing is kept of how %s was started", e.Agent())
}

// conversation returns the agent's own id of its conversation; empty if unknown.
func (e *Entry) conversation() string {
	if e.kept == nil || e.Agent() == "" {
		return ""
	}
	return e.kept.conversation().ID
}

// lastSeen returns when the session's host was last known to run.
func (e *Entry) lastSeen() time.Time {
	if e.kept == nil {
		return time.Time{}
	}
	return e.kept.lastSeen()
}

// about returns the session's description from its files.
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

// Live reports whether the session has a host, even if it does not answer.
func (e *Entry) Live() bool { return e.Host != "" }

// Key returns the known part of the id.
func (e *Entry) Key() string {
	text := e.ID.String()
	if half := e.ID; slices.Equal(half[8:], make([]byte, 8)) {
		return text[:18]
	}
	return text
}

// Short returns the key, cut to a beginning of at least 8 characters that no other session of the
// same list has.
func (e *Entry) Short() string { return cmp.Or(e.short, e.Key()[:shortKey]) }

// Label returns the name and the short key of the session, for people.
func (e *Entry) Label() string {
	if name := Printable(e.Name()); name != "" {
		return fmt.Sprintf("%s (%s)", name, e.Short())
	}
	return e.Short()
}

// Name returns the user's name for the session; it may be empty. A host knows only the first name.
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

// title returns the title that the child has set; it may be empty.
func (e *Entry) title() string {
	switch {
	case e.Info != nil && e.Info.Title != "":
		return e.Info.Title
	case e.Tracked != nil:
		return e.Tracked.Title
	}
	return ""
}

// Command returns the argument vector; empty for a login shell, and if it is unknown.
func (e *Entry) Command() []string {
	switch {
	case e.Info != nil:
		return e.Info.Command
	case e.Tracked != nil:
		return e.Tracked.Command
	}
	return e.about().Command
}

// dir returns the last known working directory.
func (e *Entry) dir() string {
	switch {
	case e.Info != nil && e.Info.Dir != "":
		return e.Info.Dir
	case e.Tracked != nil:
		return e.Tracked.Dir
	}
	return e.about().Dir
}

// program returns the program in the foreground, other than the session's own child; empty for
// none, and if unknown.
func (e *Entry) program() string {
	if e.Info != nil {
		return e.Info.Program
	}
	return ""
}

// Tags returns the tags that the user gave the session.
func (e *Entry) Tags() []string {
	if e.State == nil {
		return nil
	}
	return e.State.Tags
}

// Tagged reports whether the session has at least one of the given tags.
func (e *Entry) Tagged(tags []string) bool {
	return slices.ContainsFunc(e.Tags(), func(t string) bool { return slices.Contains(tags, t) })
}

// Description returns the user's description of the session, or otherwise the best of title,
// command, foreground program and directory.
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

// Agent returns the name of the coding agent in the session; empty for none.
func (e *Entry) Agent() session.Agent {
	switch {
	case e.Tracked != nil && e.Tracked.Agent != "":
		return e.Tracked.Agent
	case e.Info != nil:
		return e.Info.Agent
	}
	return e.about().Agent
}

// Source returns what the session was opened for. The name of its host follows from it.
func (e *Entry) Source() session.Source {
	switch {
	case e.Info != nil:
		return e.Info.Source
	case e.Tracked != nil:
		return e.Tracked.Source
	}
	return session.Source{Kind: session.Floating, Dir: e.dir()}
}

// programOrAgent returns one word for what runs in the session: its agent or its program.
func (e *Entry) programOrAgent() string {
	command := e.Command()
	switch {
	case e.Agent() != "":
		return string(e.Agent())
	case len(command) > 0:
		return filepath.Base(command[0])
	}
	return e.shell
}

// Workspace returns the workspace that the session is in or was made in; empty for one made by the
// command line.
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

// exit returns how the last child ended; nil while one runs, and if unknown.
func (e *Entry) exit() *session.Exit {
	if e.Info != nil {
		return e.Info.Exit
	}
	return nil
}

// exitCode returns the exit code of the last child, if it exited on its own.
func (e *Entry) exitCode() (code int, known bool) {
	if exit := e.exit(); exit != nil {
		return exit.Code, exit.Signal == "" && exit.Err == ""
	}
	if e.Info == nil && e.State != nil && e.State.ExitCode != nil {
		return *e.State.ExitCode, true
	}
	return 0, false
}

// Lifecycle returns the state of the session's process: the one in its state.json, corrected by its
// host's answer, or by the lack of a host.
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
	case exit != nil && written == session.Stopping:
		return session.Stopped
	case exit != nil && exit.Clean():
		return session.Completed
	case exit != nil:
		return session.Failed
	case e.Info != nil && e.Info.ChildPID != 0 && written != session.Stopping:
		return session.LifecycleRunning // the file is written after the event
	case !e.Live() && written == session.Stopping:
		return session.Stopped // its host has ended meanwhile
	case !e.Live() && written != session.Created:
		return state.Decide(state.Observation{}).State
	}
	return written
}

// Runtime returns the present state of the session's process.
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

// residency returns where the session is in its workspace; empty for one in no workspace.
func (e *Entry) residency() session.Place {
	if e.Tracked == nil {
		return ""
	}
	return e.Tracked.Residency.Place
}

// Disposition returns whether the user can continue with the session.
func (e *Entry) Disposition() session.Disposition {
	if e.Tracked == nil || e.Tracked.Disposition == "" {
		return session.DispositionActive
	}
	return e.Tracked.Disposition
}

// ended reports whether the session's process had ended, or was being ended, before its host ended.
// Its workspace then shows that, and does not start it automatically.
func (e *Entry) ended() bool {
	return e.State != nil && !e.State.Lost() && e.State.State != session.Orphaned && session.Past{Lifecycle: e.State.State}.Ended()
}

// resumable reports whether the session has no host, but is shown by a workspace that can start it
// again.
func (e *Entry) resumable() bool {
	return e.Tracked != nil && !e.Live() && !e.inProgram() && e.Disposition().Counted()
}

// inProgram reports whether the session lives in the program that has its workspace open, and not
// in a host. Nothing else is known about such a session.
func (e *Entry) inProgram() bool {
	return !e.Live() && e.Tracked != nil && e.Tracked.Provider == session.Direct && e.Tracked.Open
}

// provider returns what runs, or last ran, the session's process.
func (e *Entry) provider() session.Provider {
	switch {
	case e.Info != nil:
		return e.Info.Provider
	case e.Tracked != nil:
		return e.Tracked.Provider
	}
	return ""
}

// suspended reports whether the session's process ended with its host, and its workspace shows it
// and can start it again.
func (e *Entry) suspended() bool { return e.resumable() && !e.ended() && !e.deleted }

// Listed reports whether the session is listed without --all: if it has a host, has not been
// started yet, or its workspace can restore it. If archived is set, archived sessions are listed
// too.
func (e *Entry) Listed(archived bool) bool {
	if !e.Disposition().Counted() {
		return e.Disposition().Listed(archived)
	}
	return e.Live() || e.inProgram() || e.Lifecycle() == session.Created || e.resumable()
}

// Hidden reports whether the session is in no list: it cannot continue.
func (e *Entry) Hidden() bool { return e.Disposition() == session.Broken }

// Refusal returns why the session takes no input; nil if it does. word is the user's word for the
// session.
func (e *Entry) Refusal(word string) error {
	note := e.Disposition().Note()
	switch {
	case e.Disposition() == session.Archived:
		return fmt.Errorf("session %q takes no input: %s; dormer unarchive %s brings it back", word, note, word)
	case e.Disposition() == session.Suspended && !e.Live():
		return fmt.Errorf("session %q is suspended (%s): dormer resume %s starts it again", word, note, word)
	case e.Hidden():
		return fmt.Errorf("session %q takes no input: %s", word, note)
	}
	return nil
}

// lastOutput returns when the session's output last changed; zero if unknown.
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

// idle returns for how long a running session's output has not changed.
func (e *Entry) idle(now time.Time) (idle time.Duration, known bool) {
	at := e.lastOutput()
	if e.Runtime() != session.Running || at.IsZero() {
		return 0, false
	}
	return max(now.Sub(at), 0), true
}

// record returns the record on which durations are based: the state.json or, if there is none, one
// made from the host's answer or the document.
func (e *Entry) record() state.Record {
	var r state.Record
	if e.State != nil {
		r = *e.State
		if !e.Live() && !r.State.Terminal() { // its host ended without a report
			r.StateChangedAt = latest(r.StateChangedAt, r.LastActivityAt, r.LastCheckedAt, e.lastSeen())
		}
	}
	r.State = e.Lifecycle()
	if r.State == session.Failed && !e.Live() && (e.State == nil || !e.State.State.Terminal()) {
		r.Reason = state.HostGone
	}
	if e.State == nil && e.Info == nil {
		r.State = session.Created // the time of its end is unknown
	}
	if e.Info != nil {
		r.StateChangedAt = latest(r.StateChangedAt, e.Info.Started)
		if exit := e.Info.Exit; exit != nil && (e.State == nil || !e.State.State.Terminal()) {
			if r.State != session.Stopped { // otherwise the recorded request counts
				r.Reason = state.Decide(state.Observation{Host: true, Command: len(e.Command()) > 0, Exit: exit}).Reason
			}
			r.Signal, r.ExitCode = exit.Signal, nil
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

// Problem returns in a few words why a host did not answer; empty if it did.
func (e *Entry) Problem() string {
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
