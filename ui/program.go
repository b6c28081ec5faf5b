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

// Saver writes the workspace document. Mark has it written soon, MarkLater within seconds; neither
// blocks. Flush writes what is marked at once. Settle does that too, and waits no longer than the
// given time.
type Saver interface {
	Mark(workspace.State)
	MarkLater(workspace.State)
	Settle(time.Duration)
	Flush() error
}

// Deps is what the program needs from outside. Functions and interfaces may be nil, except Runtime,
// Prober, Saver, Now and NewID.
type Deps struct {
	Runtime live.Runtime
	// Prober checks whether sessions exist and answer.
	Prober health.Prober
	Saver  Saver
	// State is the workspace at the start, First what is opened in it at once.
	State workspace.State
	First startup.First
	// Dir is the directory of new sessions if no pane says another.
	Dir string
	// Env is the environment of new sessions.
	Env []string
	// Direct reports whether a session runs in this process and ends with it.
	Direct func(session.ID) bool
	// EndIdle ends a session if it has been idle for a time, and reports whether it has.
	EndIdle func(session.ID, time.Duration) bool
	// Provider and Lifetime are those of new sessions.
	Provider session.Provider
	Lifetime session.Lifetime
	// Rest is called once outside of the event loop, after the first picture. It does what the
	// picture need not wait for, and returns a sentence to show, if any.
	Rest func() string
	// Orphans returns the running sessions that no workspace has. It may take a while.
	Orphans func() []workspace.Record
	// Statuses returns the statuses that dormer ps prints. It may take a second, and is called once
	// at a time.
	Statuses func(map[session.ID]workspace.Record) map[session.ID]statuses.Status
	// Answer has the host of a session choose an option of the question of its agent. After an error
	// nothing was typed.
	Answer func(session.ID, wire.Answer) error
	// Memory keeps the habits of the user.
	Memory habits.Memory
	// LastUsed is when the workspace was last used; zero if that is not known. Used notes that it is
	// used now; it is called outside of the event loop.
	LastUsed time.Time
	Used     func()
	// Workspaces are the other workspaces of the user.
	Workspaces workspaces.Workspaces
	// Grants keeps which sessions agents may act on.
	Grants grants.Store
	// Worktrees makes and lists worktrees.
	Worktrees worktrees.Maker
	// Say is a sentence to show at the start.
	Say string
	// Desktop is the clipboard and the opener of the machine.
	Desktop Desktop
	// Templates is the directory of the named templates.
	Templates string
	// Config is the configuration; the zero value stands for [config.Default]. ReadConfig reads it
	// again and returns its problems. KeepConfig writes the value of one key into its file, and
	// returns the name of the file. ConfigFile returns that name too, and first writes a file with all
	// defaults if there is none.
	Config     config.Config
	ReadConfig func() (config.Config, []error)
	KeepConfig func(key, value string) (file string, err error)
	ConfigFile func() (string, error)
	// Signals are those that are caught already; nil for none.
	Signals *signals.Signals
	// Now returns the time, NewID a new id.
	Now   func() time.Time
	NewID func() uuid.UUID

	// Size is the size of the outer terminal at the start, and term the terminal.
	Size session.Size
	term terminal
	// show gives the painter a scene, look lets a function see the next painted screen, and wake says
	// that the replica of a session has changed.
	show func(*paint.Scene)
	look func(func(*screen.Buffer, grid.Cursor))
	wake func(session.ID)
	// send delivers a message to the event loop; tick makes a command that does so after a time.
	send func(tea.Msg)
	tick func(time.Duration, tea.Msg) tea.Cmd
}

// terminal is the part of the outer terminal that the model uses.
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

// sessions returns an empty set of sessions.
func (d Deps) sessions() *live.Set {
	return live.New(live.Options{
		Runtime: d.Runtime, Prober: d.Prober, Wake: d.wake,
		Send:  func(msg live.Message) { d.send(msg) },
		After: func(wait time.Duration, msg live.Message) tea.Cmd { return d.tick(wait, msg) },
	})
}

// record returns the record of a new session in a directory; empty means Dir.
func (d Deps) record(dir string, command []string) workspace.Record {
	if dir == "" {
		dir = d.Dir
	}
	return workspace.Record{
		ID:        d.NewID(),
		Source:    session.Source{Kind: session.Floating, Dir: dir, Command: command},
		Dir:       dir,
		Provider:  d.Provider,
		Lifetime:  d.Lifetime,
		CreatedAt: d.Now(),
	}
}

// terminalMessage takes input and changes of the outer terminal.
func (m *Model) terminalMessage(msg loop.Message) tea.Cmd {
	switch msg := msg.(type) {
	case loop.Input:
		defer msg.Taken()
		return m.input(msg.Events)
	case loop.Size:
		if msg.Size == m.size {
			return nil
		}
		m.size = msg.Size
		m.sayFor(msg.Say, longNotice)
	case loop.Leave:
		return m.dispatch(command.Leave{})
	}
	m.changed()
	return nil
}

// Program is a running dormer.
type Program struct {
	term  *screen.Terminal
	loop  *loop.Loop
	model *Model
}

// New prepares a program on an opened terminal, and changes nothing on it yet.
func New(d Deps, term *screen.Terminal, in *os.File) (*Program, error) {
	rows, cols, err := term.Size()
	if err != nil {
		return nil, fmt.Errorf("ask the terminal for its size: %w", err)
	}
	p := &Program{term: term, loop: loop.New(term, in, d.Signals)}
	d.Size = session.Size{Rows: max(rows, 1), Cols: max(cols, 1)}
	if said := term.Oversize(); said != "" {
		d.Say = strings.TrimPrefix(d.Say+"; "+said, "; ")
	}
	d.term = term
	d.show = p.loop.Painter.Show
	d.wake = p.loop.Painter.Touched
	d.look = p.loop.Painter.Look
	d.send = p.loop.Send
	d.tick = tick
	p.model = newModel(d)
	p.loop.Prepare(p.model, d.Size)
	return p, nil
}

// Run shows the workspace until the user leaves or the context ends. It restores the outer terminal
// before it returns, also after a panic. It ends no sessions.
func (p *Program) Run(ctx context.Context) error {
	p.term.Guard()
	return p.loop.Run(ctx)
}

// Finish ends the work in the background, and saves.
func (m *Model) Finish() {
	m.statusCommand.Stop()
	m.pending.Finish(pendingTime)
	m.Save() // closing the saver returns the error, if there is one
	m.git.Close()
	m.live.Close()
}

// Save writes the workspace at once.
func (m *Model) Save() { _ = m.deps.Saver.Flush() }

// Running returns the number of sessions that run on after Run has returned.
func (p *Program) Running() int { return p.model.sessions.Running(p.model.state) }

// Say shows a sentence.
func (p *Program) Say(text string) { p.loop.Send(resultMsg(command.Tell(text))) }

// Reconfigure reads the configuration again, because its file may have changed.
func (p *Program) Reconfigure() { p.loop.Send(resultMsg(resultsOf(command.ReloadConfig{Quiet: true}))) }
