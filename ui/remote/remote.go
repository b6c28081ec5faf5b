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

// Origin is where a request was made.
type Origin struct {
	// Session is the pane that it was made in, the zero id where it was in none: then
	// the active pane is meant.
	Session session.ID
	// Dir is the directory that it was made in: new sessions begin there, and files
	// are named from there. It may be empty.
	Dir string
}

// Request is something that is asked of a program. The sum is sealed.
//
//sumtype:decl
type Request interface{ request() }

type (
	// Do asks for a command of the table, with its arguments.
	Do struct{ Words []string }
	// ListClosed asks for what is closed and can be brought back.
	ListClosed struct{}
	// OpenTemplate opens the tabs of a template that was in a file.
	OpenTemplate struct {
		File string
		Text []byte
	}
	// TakeTemplate asks for a template of all that is open, or of the tab of the origin
	// alone.
	TakeTemplate struct{ Tab bool }
	// OpenWorktree opens a tab in a worktree, or the tabs of a template, unless the worktree
	// has an active session: that gets the focus instead.
	OpenWorktree struct {
		// Source is the worktree, with the command; empty for a shell.
		Source session.Source
		Name   string
		// Agent is the coding agent that the command starts, empty for none, and Prompt what it
		// is asked first.
		Agent  session.Agent
		Prompt string
		// Env is for every new session, as NAME=value.
		Env []string
		// Lines prepare the worktree: they are typed into the first shell, or run before the
		// command.
		Lines []string
		// Background leaves the focus where it is, unless there is a template.
		Background bool
		// Text is the content of a template and File its name; empty for none. Its relative
		// directories count from the worktree.
		File string
		Text []byte
	}
	// CloseIn closes the panes whose sessions belong to a worktree or are in its directory.
	CloseIn struct{ Dir string }
	// BringBack brings back what is closed and holds one of some sessions.
	BringBack struct{ Sessions []session.ID }
	// Adopt opens sessions that run in background tabs of their own. Those that are here already
	// stay as they are.
	Adopt struct{ Records []workspace.Record }
	// EndIdle ends the processes of sessions that still are idle for a time.
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

// Answer is what there is to say to a request.
type Answer struct {
	// Text is what there is to say or show; it may be empty.
	Text string
	// Session is the session that was opened, if one was.
	Session session.ID
	// Closed is what is closed, the oldest first.
	Closed []workspace.Closed
	// Workspace is the workspace that is being opened, if one is.
	Workspace string
	// Later means that the request is under way, and answered when it was carried out.
	Later bool
}

var (
	// ErrNotAnswered says that a program did not come to a request.
	ErrNotAnswered = errors.New("dormer is busy, or leaving: try again")
	// ErrStillStarting says that a session was opened that had not started in time.
	ErrStillStarting = errors.New("it is open, but its program has not started yet: look at its pane")
)

// Call is a request and where it was made, while somebody waits for the answer.
type Call struct {
	From Origin
	What Request

	ctx    context.Context //nolint:containedctx // it ends with who waits for the answer
	answer chan reply
	opened *atomic.Bool // the request is carried out, and what it opens has not started yet
}

type reply struct {
	Answer
	err error
}

// SessionName is the name of the session in the worktree: the one that was given or, for an agent,
// that of the worktree, since titles of agents do not say which one they work in.
func (w OpenWorktree) SessionName() string {
	if w.Name == "" && w.Agent != session.NoAgent {
		return filepath.Base(w.Source.Worktree)
	}
	return w.Name
}

// Setup is what is run in the worktree before the command; empty for a shell, into which the lines
// are typed.
func (w OpenWorktree) Setup() string {
	if len(w.Source.Command) == 0 {
		return ""
	}
	return strings.Join(w.Lines, "\n")
}

// NewCall is a call by somebody who waits until the context ends.
func NewCall(ctx context.Context, from Origin, what Request) Call {
	return Call{From: from, What: what, ctx: ctx, answer: make(chan reply, 1), opened: &atomic.Bool{}}
}

// Wait waits for the answer. An error is why the request was not carried out, one sentence.
func (c Call) Wait() (Answer, error) {
	select {
	case r := <-c.answer:
		return r.Answer, r.err
	case <-c.ctx.Done():
	}
	select {
	case r := <-c.answer: // at the same time
		return r.Answer, r.err
	default:
	}
	if c.opened.Load() {
		return Answer{}, ErrStillStarting
	}
	return Answer{}, ErrNotAnswered
}

// Begun takes note that the request is carried out, and takes its time.
func (c Call) Begun() { c.opened.Store(true) }

// Abandoned reports whether nobody waits for the answer any more.
func (c Call) Abandoned() bool { return c.ctx.Err() != nil }

// Answer answers the call, once.
func (c Call) Answer(a Answer, err error) { c.answer <- reply{a, err} }

// Openings are the calls that are answered when what they open is open: sessions, or another
// workspace. The zero Openings is none.
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
	// starting is how many of the sessions have neither started nor failed to, of all.
	starting, all int
	failed        []error
}

// Answer answers a call that was carried out: at once, or when what it opens is open. before are the
// sessions that there were, now those that there are, and started says which of these have started.
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

// await answers a call when the sessions that it has opened have started; all is how many it
// has opened, with those that have started already.
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

// Started takes note that a session with a title has started, or why it has not. The last of
// the sessions that a call has opened answers it.
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

// WorkspaceOpened takes note that a workspace is open, or why it is not.
func (o *Openings) WorkspaceOpened(name string, err error) {
	o.workspaces = slices.DeleteFunc(o.workspaces, func(c workspaceCall) bool {
		if c.answer.Workspace != name {
			return false
		}
		c.Call.Answer(c.answer, err)
		return true
	})
}
