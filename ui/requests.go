package ui

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/ending"
	"dormer/workspace"
)

// What is asked of a running program from outside of it: by the command line, from a
// pane or from another terminal. Requests come into the event loop as messages, and
// their commands through the same table as those of keys.

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
)

func (Do) request()           {}
func (ListClosed) request()   {}
func (OpenTemplate) request() {}
func (TakeTemplate) request() {}

// Answer is what there is to say to a request.
type Answer struct {
	// Text is what there is to say or show; it may be empty.
	Text string
	// Session is the session that was opened, if one was.
	Session session.ID
	// Closed is what is closed, the oldest first.
	Closed []workspace.Closed

	opened []session.ID // all that were, which a request for a template has several of
}

var (
	// ErrNotAnswered says that a program did not come to a request.
	ErrNotAnswered = errors.New("dormer is busy, or leaving: try again")
	// ErrStillStarting says that a session was opened that had not started in time.
	ErrStillStarting = errors.New("it is open, but has not started yet: dormer shows what becomes of it")
)

// askedMsg is a request on its way through the event loop.
type askedMsg struct {
	ctx    context.Context //nolint:containedctx // it ends with who waits for the answer
	from   Origin
	what   Request
	answer chan<- reply
	// opened is set when the request has opened a session that is not started yet.
	opened *atomic.Bool
}

func (msg askedMsg) tell(m *Model) tea.Cmd { return m.asked(msg) }

type reply struct {
	Answer
	err error
}

// Ask has the event loop carry a request out. An error is why it was not, one sentence.
// What was not begun before the context ended is not done.
func (p *Program) Ask(ctx context.Context, from Origin, what Request) (Answer, error) {
	answer, opened := make(chan reply, 1), &atomic.Bool{}
	go p.tea.Send(askedMsg{ctx, from, what, answer, opened})
	select {
	case r := <-answer:
		return r.Answer, r.err
	case <-ctx.Done():
		if opened.Load() {
			return Answer{}, ErrStillStarting
		}
		return Answer{}, ErrNotAnswered
	}
}

// asked carries a request out and answers it. One that opened sessions is answered when
// they have started: see [Model.answerOpening].
func (m *Model) asked(msg askedMsg) tea.Cmd {
	if msg.ctx.Err() != nil {
		return nil // nobody waits for it any more
	}
	a, cmd, err := m.carryOut(msg.from, msg.what)
	if err == nil {
		o := &opening{Answer: a, to: msg.answer}
		for _, id := range a.opened {
			if l := m.live.Get(id); l != nil && l.Client == nil {
				msg.opened.Store(true)
				m.openings[id] = o
				o.starting++
			}
		}
		if o.starting > 0 {
			return cmd
		}
	}
	msg.answer <- reply{a, err}
	return cmd
}

// opening is the answer to a request that opened sessions, and who waits for it.
type opening struct {
	Answer
	to chan<- reply
	// starting is how many of the sessions have neither started nor failed to.
	starting int
	failed   []error
}

// answerOpening takes note for the request that opened a session, if one did, that the
// session has started, or why it has not. The last of the request's sessions answers it.
func (m *Model) answerOpening(id session.ID, err error) {
	o, asked := m.openings[id]
	if !asked {
		return
	}
	delete(m.openings, id)
	o.starting--
	if err != nil {
		o.failed = append(o.failed, fmt.Errorf("could not start %s: %s", o.called(m.state.Sessions[id]), ending.Reason(err.Error())))
	}
	switch {
	case o.starting > 0:
	case len(o.failed) > 0:
		o.to <- reply{err: errors.Join(o.failed...)}
	default:
		o.to <- reply{Answer: o.Answer}
	}
}

// called is what a session is called to whoever opened it, perhaps with others.
func (o *opening) called(r workspace.Record) string {
	if len(o.opened) == 1 {
		return "it"
	}
	return "`" + r.DisplayTitle() + "`"
}

func (m *Model) carryOut(from Origin, what Request) (Answer, tea.Cmd, error) {
	switch what := what.(type) {
	case Do:
		return m.doFrom(from, what.Words)
	case ListClosed:
		return Answer{Closed: m.state.Undo}, nil, nil
	case OpenTemplate:
		before := m.state.Sessions
		cmd, err := m.openTemplate(what.File, what.Text)
		var opened []session.ID
		for id := range m.state.Sessions {
			if _, was := before[id]; !was {
				opened = append(opened, id)
			}
		}
		return Answer{opened: opened}, cmd, err
	case TakeTemplate:
		text, err := m.takeTemplate(m.focusFrom(from), what.Tab)
		return Answer{Text: text}, nil, err
	}
	return Answer{}, nil, fmt.Errorf("unknown request %T", what)
}

// focusFrom is the focus that a request is resolved with: as if the pane that it was
// made in were the active one.
func (m *Model) focusFrom(from Origin) command.Focus {
	f := m.focus()
	f.Dir = from.Dir
	if from.Session == uuid.Nil || from.Session == f.Pane {
		return f
	}
	view, tab, open := m.state.TabOf(from.Session)
	if !open { // it must not be another pane that is closed or renamed now
		f.Tab, f.Pane, f.CopyMode = workspace.Tab{}, uuid.Nil, false
		return f
	}
	f.View, _ = m.state.View(view)
	f.Tab, f.Pane, f.CopyMode = tab, from.Session, false
	f.Screen = m.measure(tab)
	return f
}

// doFrom carries a command out as if the pane that it was asked in were the active
// one.
func (m *Model) doFrom(from Origin, words []string) (Answer, tea.Cmd, error) {
	c, err := m.commands().CallOf(words)
	if err != nil {
		return Answer{}, nil, err
	}
	f := m.focusFrom(from)
	r := m.withoutQuestion(c.Resolve(f), f)
	lost := from.Session != uuid.Nil && f.Empty()
	switch {
	case lost && r.Why == f.WithoutTab().Why:
		return Answer{}, nil, fmt.Errorf("%s: the pane that this is for is not open any more", c.Command.Name)
	case r.Why != "":
		return Answer{}, nil, fmt.Errorf("%s: %s", c.Command.Name, r.Why)
	case r.Request != nil && m.dialog() != nil:
		return Answer{}, nil, fmt.Errorf("%s: something is open in dormer that waits for a key: answer or leave it there first", c.Command.Name)
	}
	var cmds []tea.Cmd
	if f.Pane != m.activePane() && needsLook(c, r, f) {
		cmds = append(cmds, m.lookThere(f))
	}
	said, cmd, err := m.overheard(func() (tea.Cmd, error) {
		if r.Request != nil {
			return m.fulfil(r.Request), nil
		}
		return m.try(r.Action)
	})
	cmds = append(cmds, cmd)
	if err != nil {
		return Answer{}, tea.Batch(cmds...), fmt.Errorf("%s: %s", c.Command.Name, m.refusal(err))
	}
	a := Answer{Text: said, Session: opens(r.Action)}
	if a.Session != uuid.Nil {
		a.opened = []session.ID{a.Session}
	}
	return a, tea.Batch(cmds...), nil
}

// withoutQuestion is what a command comes to without the question that is asked of keys: a
// command line is explicit, and what is typed next is not to answer it.
func (m *Model) withoutQuestion(r command.Result, f command.Focus) command.Result {
	if kill, ok := r.Request.(command.AskKill); ok {
		return command.Act(workspace.KillPane{Session: kill.Session, Area: f.SplitSize()})
	}
	if end, ok := r.Request.(command.AskEndClosed); ok {
		return command.Act(workspace.DropClosed{Holding: end.Holding})
	}
	return r
}

// needsLook reports whether a command is about the active pane, whichever that is:
// what opens a dialog about it, and going on from it to another.
func needsLook(c command.Call, r command.Result, f command.Focus) bool {
	if _, goesOn := r.Action.(workspace.FromFocus); goesOn {
		return true
	}
	f.Tab, f.Pane = workspace.Tab{}, uuid.Nil
	return r.Request != nil && c.Resolve(f).Why == f.WithoutTab().Why
}

// lookThere makes the pane of a focus the active one.
func (m *Model) lookThere(f command.Focus) tea.Cmd {
	var cmds []tea.Cmd
	if f.View.ID != m.state.ActiveView {
		cmds = append(cmds, m.apply(workspace.SwitchView{View: f.View.ID}))
	}
	return tea.Batch(append(cmds, m.apply(workspace.FocusPane{Session: f.Pane}))...)
}

// overheard carries something out and returns what was said on the screen about it,
// where anything was.
func (m *Model) overheard(act func() (tea.Cmd, error)) (said string, cmd tea.Cmd, err error) {
	before := m.notices.Shown
	m.notices.Clear()
	cmd, err = act()
	if !m.notices.Shown.Showing() {
		m.notices.Shown = before
		return "", cmd, err
	}
	return m.notices.Shown.Text, cmd, err
}

// opens is the session that an action opens, if one.
func opens(a workspace.Action) session.ID {
	if o, ok := a.(workspace.Opener); ok {
		return o.Opens()
	}
	return uuid.Nil
}
