package remote

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"dormer/session"
	"dormer/workspace"
)

// Origin is the place where a request was made.
type Origin struct {
	// Session is the pane that the request was made in. The zero id means that it was made outside
	// of any pane; the request then concerns the active pane.
	Session session.ID
	// Dir is the directory that the request was made in: the directory of new sessions, and the
	// base of relative file names. It may be empty.
	Dir string
}

// Request is a request to a program. The sum is sealed.
//
//sumtype:decl
type Request interface{ request() }

type (
	// Do runs a command of the table, with its arguments.
	Do struct{ Words []string }
	// ListClosed asks for the closed items that can be brought back.
	ListClosed struct{}
	// OpenTemplate opens the tabs of a template. Text is the content of the file.
	OpenTemplate struct {
		File string
		Text []byte
	}
	// TakeTemplate asks for a template of all open tabs, or of the origin's tab alone.
	TakeTemplate struct{ Tab bool }
	// OpenWorktree opens a tab in a worktree, or the tabs of a template. If the worktree has an
	// active session, that gets the focus instead.
	OpenWorktree struct {
		// Source is the worktree, with the command; an empty command means a shell.
		Source session.Source
		Name   string
		// Agent is the coding agent that the command starts, empty for none, and Prompt is its
		// first prompt. Retry overrides how often in a row it is restarted automatically.
		Agent  session.Agent
		Prompt string
		Retry  *int
		// Env is set for every new session, as NAME=value.
		Env []string
		// Lines prepare the worktree: they are typed into the first shell, or run before the
		// command.
		Lines []string
		// Background leaves the focus unchanged, unless there is a template.
		Background bool
		// Text is the content of a template and File its name; empty for none. Its relative
		// directories are relative to the worktree.
		File string
		Text []byte
	}
	// CloseIn closes the panes whose sessions belong to a worktree or are in its directory.
	CloseIn struct{ Dir string }
	// BringBack brings back each closed item that holds one of the sessions.
	BringBack struct{ Sessions []session.ID }
	// Adopt opens running sessions, each in its own background tab. Sessions that are already here
	// are left alone.
	Adopt struct{ Records []workspace.Record }
	// EndIdle ends the processes of those sessions that are still idle for the given time.
	EndIdle struct {
		Sessions []session.ID
		After    time.Duration
	}
)

func (Do) request()           {}
func (ListClosed) request()   {}
func (OpenTemplate) request() {}
func (TakeTemplate) request() {}
func (OpenWorktree) request() {}
func (CloseIn) request()      {}
func (BringBack) request()    {}
func (Adopt) request()        {}
func (EndIdle) request()      {}

// Answer is the answer to a request.
type Answer struct {
	// Text is the text to print or show; it may be empty.
	Text string
	// Session is the session that was opened, if any.
	Session session.ID
	// Closed are the closed items, the oldest first.
	Closed []workspace.Closed
	// Workspace is the workspace that is being opened, if any.
	Workspace string
	// Later means that the request is under way and will be answered when it is finished.
	Later bool
}

var (
	// ErrNotAnswered means that the program did not get to a request.
	ErrNotAnswered = errors.New("dormer is busy, or leaving: try again")
	// ErrStillStarting means that a session was opened but did not start in time.
	ErrStillStarting = errors.New("it is open, but its program has not started yet: look at its pane")
)

// Call is a request and its origin, while the caller waits for the answer.
type Call struct {
	From Origin
	What Request

	ctx    context.Context //nolint:containedctx // it ends with who waits for the answer
	answer chan reply
	opened *atomic.Bool // the request is carried out, but its sessions have not started
}

type reply struct {
	Answer
	err error
}

// SessionName returns the name of the session in the worktree: the requested name, or for an agent
// the name of the worktree, because titles of agents do not say which worktree they work in.
func (w OpenWorktree) SessionName() string {
	if w.Name == "" && w.Agent != session.NoAgent {
		return filepath.Base(w.Source.Worktree)
	}
	return w.Name
}

// Setup returns the script to run in the worktree before the command. It is empty for a shell,
// because the lines are typed into it.
func (w OpenWorktree) Setup() string {
	if len(w.Source.Command) == 0 {
		return ""
	}
	return strings.Join(w.Lines, "\n")
}

// NewCall returns a call whose caller waits until the context ends.
func NewCall(ctx context.Context, from Origin, what Request) Call {
	return Call{From: from, What: what, ctx: ctx, answer: make(chan reply, 1), opened: &atomic.Bool{}}
}

// Wait waits for the answer. The error is one sentence that says why the request was not carried
// out.
func (c Call) Wait() (Answer, error) {
	select {
	case r := <-c.answer:
		return r.Answer, r.err
	case <-c.ctx.Done():
	}
	select {
	case r := <-c.answer: // the answer came at the same time
		return r.Answer, r.err
	default:
	}
	if c.opened.Load() {
		return Answer{}, ErrStillStarting
	}
	return Answer{}, ErrNotAnswered
}

// Begun records that the request is being carried out and takes time.
func (c Call) Begun() { c.opened.Store(true) }

// Abandoned reports whether the caller no longer waits for the answer.
func (c Call) Abandoned() bool { return c.ctx.Err() != nil }

// Answer answers the call. It must be called only once.
func (c Call) Answer(a Answer, err error) { c.answer <- reply{a, err} }

// Openings are the calls that wait for sessions or another workspace to open. The zero value holds
// none.
type Openings struct {
	of         map[session.ID]*opening
	workspaces []workspaceCall
}

// workspaceCall is a call that is answered when a workspace is open.
type workspaceCall struct {
	Call
	answer Answer
}

type opening struct {
	Answer
	call Call
	// starting is the number of sessions that have neither started nor failed yet. all is the
	// number of sessions that were opened.
	starting, all int
	failed        []error
}

// Answer answers a call that was carried out: at once, or when the sessions or the workspace that
// it opens are ready. before and now are the sessions before and after the call. started reports
// whether a session has started.
func (o *Openings) Answer(c Call, a Answer, err error, before, now map[session.ID]workspace.Record, started func(session.ID) bool) {
	switch {
	case err != nil:
		c.Answer(a, err)
		return
	case a.Workspace != "":
		o.workspaces = append(o.workspaces, workspaceCall{c, a})
		return
	}
	var opened []session.ID
	for id := range now {
		if _, was := before[id]; !was && a.Session == (session.ID{}) {
			opened = append(opened, id)
		}
	}
	if a.Session != (session.ID{}) {
		opened = []session.ID{a.Session}
	}
	all := len(opened)
	o.await(c, a, slices.DeleteFunc(opened, started), all)
}

// await answers a call when the sessions in starting have started. all is the number of sessions
// that the call has opened, including those that have started already.
func (o *Openings) await(c Call, a Answer, starting []session.ID, all int) {
	if len(starting) == 0 {
		c.Answer(a, nil)
		return
	}
	c.opened.Store(true)
	if o.of == nil {
		o.of = map[session.ID]*opening{}
	}
	waits := &opening{Answer: a, call: c, starting: len(starting), all: all}
	for _, id := range starting {
		o.of[id] = waits
	}
}

// Started records that a session with a title has started, or failed to start if why is not empty.
// It answers the call when the last of the call's sessions has started or failed.
func (o *Openings) Started(id session.ID, title, why string) {
	waits, awaited := o.of[id]
	if !awaited {
		return
	}
	delete(o.of, id)
	waits.starting--
	if why != "" {
		called := "`" + title + "`"
		if waits.all == 1 {
			called = "it"
		}
		waits.failed = append(waits.failed, fmt.Errorf("could not start %s: %s", called, why))
	}
	switch {
	case waits.starting > 0:
	case len(waits.failed) > 0:
		waits.call.Answer(Answer{}, errors.Join(waits.failed...))
	default:
		waits.call.Answer(waits.Answer, nil)
	}
}

// WorkspaceOpened answers the calls that wait for a workspace. err says why it could not be opened.
func (o *Openings) WorkspaceOpened(name string, err error) {
	o.workspaces = slices.DeleteFunc(o.workspaces, func(c workspaceCall) bool {
		if c.answer.Workspace != name {
			return false
		}
		c.Call.Answer(c.answer, err)
		return true
	})
}
