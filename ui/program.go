package ui

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/grants"
	"dormer/ui/habits"
	"dormer/ui/input"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/ui/paint"
	"dormer/ui/screen"
	"dormer/ui/signals"
	"dormer/ui/startup"
	"dormer/ui/statuses"
	"dormer/ui/workspaces"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

// Saver keeps the workspace document. Mark never blocks, nor does MarkLater, for
// what can wait for seconds; Flush writes what is marked at once, and Settle does
// and waits for it no longer than a time.
type Saver interface {
	Mark(workspace.State)
	MarkLater(workspace.State)
	Settle(time.Duration)
	Flush() error
}

// Deps is what the program needs from outside.
type Deps struct {
	Runtime live.Runtime
	// Prober looks whether sessions are there and well.
	Prober health.Prober
	Saver  Saver
	// State is the workspace to begin with, First what to open in it at once.
	State workspace.State
	First startup.First
	// Dir is the directory for sessions that are opened from nowhere.
	Dir string
	// Env is the environment that sessions are started with.
	Env []string
	// Direct reports whether a session lives in this process, and ends with it; it may be
	// nil.
	Direct func(session.ID) bool
	// EndIdle ends a session if at that moment it has been idle for a time, and reports
	// whether it has ended for that; nil where nothing is ended.
	EndIdle func(session.ID, time.Duration) bool
	// Provider and Lifetime are what new sessions get.
	Provider session.Provider
	Lifetime session.Lifetime
	// Rest is called once, outside of the event loop, when what is on the screen was begun:
	// for what nobody waits for before there is a picture. It returns a sentence to say, or
	// none. It may be nil.
	Rest func() string
	// Orphans lists the sessions that run and that no workspace knows; it may take
	// a while.
	Orphans func() []workspace.Record
	// Statuses says how sessions are, in the words of dormer ps; it may take a second, and is
	// called for one after the other. It may be nil.
	Statuses func(map[session.ID]workspace.Record) map[session.ID]statuses.Status
	// Answer has the host of a session choose an option of what its agent asks. An error is why
	// nothing was typed. It may be nil.
	Answer func(context.Context, session.ID, wire.Answer) error
	// Memory keeps the habits of whoever uses the program; nil for none.
	Memory habits.Memory
	// LastUsed is when somebody used the workspace last; zero where that is not known. Used notes
	// that it is used; it is called outside of the event loop, and may be nil.
	LastUsed time.Time
	Used     func()
	// Workspaces are the workspaces that can be opened in place of this one; nil for none.
	Workspaces workspaces.Workspaces
	// Grants keeps what agents may act on; nil for none.
	Grants grants.Store
	// Worktrees makes and lists worktrees; nil for none.
	Worktrees worktrees.Maker
	// Say is a sentence to begin with.
	Say string
	// Desktop is what the machine offers beside the terminal; it may be nil.
	Desktop Desktop
	// Templates is the directory in which templates are kept by name.
	Templates string
	// Config is what the user chose, [config.Default] where it is the zero value;
	// ReadConfig reads it again, with what is wrong in it. KeepConfig writes the value
	// of one key into its file, and says which that is; nil where none is written.
	// ConfigFile is that file, written with all defaults where it was not there; it may be
	// nil.
	Config     config.Config
	ReadConfig func() (config.Config, []error)
	KeepConfig func(key, value string) (file string, err error)
	ConfigFile func() (string, error)
	// Signals are taken already where that was begun before; nil where it is to be now.
	Signals *signals.Signals
	// Now and NewID are the sources of time and ids.
	Now   func() time.Time
	NewID func() uuid.UUID

	// Size is the first size of the outer terminal.
	Size session.Size
	// term is the outer terminal.
	term terminal
	// show takes a scene for the painter, wake says that a session's replica has
	// changed, send delivers a message to the event loop.
	show func(*paint.Scene)
	// look lets a function see the screen when it is painted next.
	look func(func(*screen.Buffer, grid.Cursor))
	wake func(session.ID)
	send func(tea.Msg)
	// tick makes a command that delivers a message after a time.
	tick func(time.Duration, tea.Msg) tea.Cmd
	// settled is called once the event loop runs.
	settled func()
}

// terminal is the part of the outer terminal that the model itself speaks to.
type terminal interface {
	SetClipboard(selection, text string) error
	Bell()
	Notify(title, text string)
	Answer(input.Reply)
	Colors() screen.Colors
	Capabilities() screen.Capabilities
	AskColors()
	Suspend() error
	Resume() error
	Invalidate()
}

// sessions are the sessions of a program that has none yet.
func (d Deps) sessions() *live.Set {
	return live.New(live.Options{
		Runtime: d.Runtime, Prober: d.Prober, Wake: d.wake,
		Send:  func(msg live.Message) { d.send(msg) },
		After: func(wait time.Duration, msg live.Message) tea.Cmd { return d.tick(wait, msg) },
	})
}

// record is the record of a new session in a directory, empty for that of the program.
func (d Deps) record(dir string, command []string) workspace.Record {
	if dir == "" {
		dir = d.Dir
	}
	return workspace.Record{
		ID:          d.NewID(),
		Source:      session.Source{Kind: session.Floating, Dir: dir, Command: command},
		Dir:         dir,
		Provider:    d.Provider,
		Lifetime:    d.Lifetime,
		Residency:   session.Residency{Place: session.Active},
		Disposition: session.DispositionActive,
		CreatedAt:   d.Now(),
	}
}

// fromTerminal takes what comes from the outer terminal.
func (m *Model) fromTerminal(msg loop.Message) tea.Cmd {
	switch msg := msg.(type) {
	case loop.Input:
		defer msg.Taken()
		return m.input(msg.Events)
	case loop.Size:
		if msg.Size == m.size {
			return nil
		}
		m.size = msg.Size
		if msg.Say != "" {
			m.sayFor(msg.Say, longNotice)
		}
	case loop.Leave:
		return m.fulfil(command.Leave{})
	}
	m.changed()
	return nil
}

// Program is a running dormer.
type Program struct {
	loop  *loop.Loop
	model *Model
}

// New prepares a program on an opened terminal; nothing is changed yet.
func New(d Deps, term *screen.Terminal, in *os.File) (*Program, error) {
	rows, cols, err := term.Size()
	if err != nil {
		return nil, fmt.Errorf("ask the terminal for its size: %w", err)
	}
	p := &Program{loop: loop.New(term, in, d.Signals)}
	d.Size = session.Size{Rows: max(rows, 1), Cols: max(cols, 1)}
	if said := term.Oversize(); said != "" {
		d.Say = strings.TrimPrefix(d.Say+"; "+said, "; ")
	}
	d.term = term
	d.show = p.loop.Painter.Show
	d.wake = p.loop.Painter.Touched
	d.look = p.loop.Painter.Look
	d.send = p.loop.Send
	d.settled = p.loop.StopTicker
	d.tick = tick
	p.model = newModel(d)
	p.loop.Prepare(p.model, d.Size)
	return p, nil
}

// Run shows the workspace until the user leaves or the context ends. The outer
// terminal is given back before it returns, also when something panics. Sessions
// are not ended: that is the business of whoever runs them.
func (p *Program) Run(ctx context.Context) error { return p.loop.Run(ctx) }

// Finish ends what goes on in the background, and saves.
func (m *Model) Finish() {
	m.statusCommand.Stop()
	m.pending.Finish(pendingTime)
	m.Save() // who closes the saver is told whether it can be written by then
	m.git.Close()
	m.live.Close()
}

// Save writes the workspace at once.
func (m *Model) Save() { _ = m.deps.Saver.Flush() }

// Running is the number of sessions that run on after Run has returned.
func (p *Program) Running() int { return p.model.sessions.Running(p.model.state) }

// Say shows a sentence.
func (p *Program) Say(text string) { p.loop.Send(resultMsg(command.Tell(text))) }

// Reconfigure reads the configuration again, for its file may have changed.
func (p *Program) Reconfigure() { p.loop.Send(resultMsg(asked(command.ReloadConfig{Quiet: true}))) }
