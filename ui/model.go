package ui

import (
	"errors"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/uuid"

	"dormer/session"
	"dormer/ui/alerts"
	"dormer/ui/away"
	"dormer/ui/bind"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/check"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/ui/firstline"
	"dormer/ui/geometry"
	"dormer/ui/gitstate"
	"dormer/ui/grants"
	"dormer/ui/habits"
	"dormer/ui/homedir"
	"dormer/ui/live"
	"dormer/ui/loop"
	"dormer/ui/notices"
	"dormer/ui/pages"
	"dormer/ui/pending"
	"dormer/ui/pointer"
	"dormer/ui/remote"
	"dormer/ui/sessions"
	"dormer/ui/sidebar"
	"dormer/ui/statuses"
	"dormer/ui/textsearch"
	"dormer/ui/theme"
	"dormer/ui/workspaces"
	"dormer/ui/worktrees"
	"dormer/workspace"
)

// Model is the state of the program: the workspace, the screen, and the dialogs and key sequences
// that are open. Only the event loop uses it.
type Model struct {
	deps        Deps
	config      config.Config
	configReads check.Reads
	state       workspace.State
	size        session.Size
	geo         geometry.Screen
	outer       outer
	habits      habits.Habits
	memory      habits.Writes
	keyboard    bind.Keyboard

	live     *live.Set
	sessions sessions.Sessions
	alerts   alerts.Alerts
	// pending is work that is finished even if the user leaves before its end.
	pending       pending.Work
	git           *gitstate.Checker
	absence       away.Absence
	statusCommand firstline.Repeated
	texts         textsearch.Search
	statuses      statuses.Watch
	// openings are the requests from outside that wait until a session has started.
	openings  remote.Openings
	worktrees worktrees.Worktrees
	grants    grants.Grants

	prefix    bind.State
	dialogs   dialog.Stack
	themes    theme.Choice // the state of the list of themes
	side      sidebar.Sidebar
	pointer   pointer.State
	notices   notices.Notices
	copyModes copymode.Panes
	buffers   buffers.Buffers
	// pasting says that more of a paste is to come. It goes to the sessions in pasteInto, or to the
	// dialog on top if there are none.
	pasting   bool
	pasteInto []session.ID

	revision   uint64            // counts the changes of the scene
	published  uint64            // the revision that the painter has
	timers     [timers]time.Time // when each is due; zero if it does not run
	greeting   pages.Greeting
	background live.Queue
	next       string // the workspace to show after leaving; empty for none
}

func newModel(d Deps) *Model {
	m := &Model{
		deps:  d,
		state: d.State,
		size:  d.Size,
		live:  d.sessions(),
		outer: outer{focused: true},
	}
	m.alerts.Sessions = m.live
	m.sessions = sessions.Sessions{
		Live: m.live, Passing: map[session.ID]bool{},
		Settle: func() { d.Saver.Settle(settleTime) },
	}
	if d.Memory != nil {
		m.habits = d.Memory.Load()
	}
	m.grants.Store = d.Grants
	m.git = gitstate.New(func(msg gitstate.Message) { d.send(msg) })
	m.worktrees = worktrees.Worktrees{Maker: d.Worktrees, Home: homeOf(), Dir: d.Dir, KeyOf: m.keyOf}
	m.copyModes.Places = copyModePlaces{m}
	m.greeting = pages.Greeting{Began: m.now(), Over: len(d.State.Sessions) > 0}
	m.useConfig(d.Config)
	m.recallCopies()
	m.absence = away.NewAbsence(d.LastUsed, m.greeting.Began, m.config.Attention.Away)
	m.changed()
	return m
}

// Init shows the panes of the workspace, or opens a first tab if it has none.
func (m *Model) Init() tea.Cmd {
	m.sayFor(m.deps.Say, longNotice)
	return tea.Batch(m.open(), m.setTimers())
}

// View is empty, because [dormer/ui/paint] draws.
func (m *Model) View() tea.View { return tea.View{} }

// Update takes a message, and then publishes the scene if it has changed. It ignores the messages
// of bubbletea itself.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case modelMsg:
		cmd = msg.applyTo(m)
	case live.Message:
		cmd = m.sessionMessage(msg)
	case loop.Message:
		cmd = m.terminalMessage(msg)
	case workspaces.Message:
		cmd = m.workspacesMessage(msg)
	case grants.Message:
		cmd = m.grantsMessage(msg)
	case worktrees.Message:
		cmd = m.worktreesResult(m.worktrees.Handle(msg, m.dialog() != nil, m.config.Agents))
	case gitstate.Message:
		cmd = m.gitMessage(msg)
	}
	m.offerAbsence()
	return m, tea.Batch(cmd, m.publish(), m.setTimers())
}

// modelMsg is a message to the model, such as the result of an effect or a timer. The file of its
// subject declares each type. A message about something that no longer exists does nothing.
type modelMsg interface {
	// applyTo carries the message out, in the event loop.
	applyTo(m *Model) tea.Cmd
}

// changed marks the scene as out of date.
func (m *Model) changed() { m.revision++ }

// publish gives the painter a new scene if its scene is out of date.
func (m *Model) publish() tea.Cmd {
	if m.revision == m.published {
		return nil
	}
	m.published = m.revision
	m.copyModes.Hold()
	cmd := tea.Batch(m.layOut(), m.keepAttention())
	m.deps.show(m.scene())
	return cmd
}

// apply applies an action to the workspace, or shows why it cannot. Nil is no action.
func (m *Model) apply(a workspace.Action) tea.Cmd {
	if a == nil {
		return nil
	}
	cmd, err := m.try(a)
	if err != nil {
		m.refused(err)
	}
	return cmd
}

// try applies an action to the workspace and starts its effects.
func (m *Model) try(a workspace.Action) (tea.Cmd, error) {
	next, effects, err := workspace.Apply(m.state, m.limited(a))
	if err != nil {
		return nil, err
	}
	before := m.activePane()
	m.state = next
	m.changed()
	cmd := m.perform(effects)
	m.moveFocus(before, m.activePane())
	m.ignoreNext(before)
	return cmd, nil
}

// tryAll applies several actions, and goes on after an error.
func (m *Model) tryAll(actions []workspace.Action) (tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	for _, a := range actions {
		cmd, err := m.try(a)
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
	}
	return tea.Batch(cmds...), failed
}

// activeView returns the view on the screen.
func (m *Model) activeView() workspace.View { return m.state.ShownView() }

// activeTab returns the tab on the screen; its Root is nil if there is none.
func (m *Model) activeTab() workspace.Tab {
	tab, _ := m.state.ActiveTab()
	return tab
}

func (m *Model) activePane() session.ID { return m.activeTab().Active }

// focus returns what commands are resolved for.
func (m *Model) focus() command.Focus {
	tab := m.activeTab()
	return command.Focus{
		State:     m.state,
		View:      m.activeView(),
		Tab:       tab,
		Pane:      tab.Active,
		Screen:    m.measure(tab),
		CopyMode:  m.copyKeyed(),
		Ended:     m.live.Over,
		Retries:   func(id session.ID) bool { return !m.live.Get(id).RetryAt().IsZero() },
		Agent:     m.config.Agents.Find,
		Waiting:   m.waitingLongest(),
		Marks:     m.live,
		Buffers:   &m.buffers,
		Confirm:   m.config.Panes.Confirm,
		Home:      homeOf(),
		Table:     m.commands(),
		KeyOf:     m.keyOf,
		UnlockKey: m.keyThatUnlocks(),
		Maker:     maker{m},
	}
}

// maker makes ids, times and records for commands.
type maker struct{ m *Model }

func (b maker) NewTab() workspace.TabID                    { return b.m.deps.NewID() }
func (b maker) NewRecord(f command.Focus) workspace.Record { return b.m.newRecord(f) }
func (b maker) Now() time.Time                             { return b.m.now() }

func (m *Model) now() time.Time { return m.deps.Now() }

// newRecord returns the record of a new shell. The shell starts in the directory of the shell that
// asked for it, else in that of the active pane or in the configured one.
func (m *Model) newRecord(c command.Focus) workspace.Record {
	if c.Dir != "" {
		return m.recordIn(c.Dir)
	}
	dir := m.deps.Dir
	if r, ok := c.State.Sessions[c.Pane]; ok && c.Pane != uuid.Nil && r.Dir != "" {
		dir = r.Dir
	}
	return m.recordIn(m.config.Panes.Begins(dir, homeOf()))
}

// tabOf returns the action that opens a session in a tab after the active one.
func (m *Model) tabOf(r workspace.Record) workspace.OpenTab {
	return workspace.OpenTab{View: m.activeView().ID, Tab: m.deps.NewID(), Index: -1, Record: r, Size: m.sizeFor(session.ID{})}
}

// recordIn returns the record of a shell in a directory. In a worktree it has the worktree's port.
func (m *Model) recordIn(dir string) workspace.Record {
	r := m.deps.record(dir, nil)
	r.Env = m.state.WorktreeEnv(dir, "DORMER_PORT")
	return r
}

// homeOf returns the home directory; empty if there is none.
func homeOf() string {
	home, _ := os.UserHomeDir()
	return home
}

// shortDir abbreviates the home directory to ~.
func shortDir(dir string) string { return homedir.Short(dir, homeOf()) }

// homeDir returns the full path of a directory: it replaces ~, and puts a relative path below
// another directory.
func homeDir(dir, below string) string { return homedir.Full(dir, below, homeOf()) }
