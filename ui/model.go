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

// Model is the root of the program: the workspace, what of it is on the screen,
// and what the keyboard is in the middle of. It is owned by the event loop.
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
	// alerts are what sessions ask to be looked at for.
	alerts alerts.Alerts
	// pending is work that is finished even if the user leaves meanwhile.
	pending       pending.Work
	git           *gitstate.Looks
	absence       away.Absence
	statusCommand firstline.Repeated
	texts         textsearch.Search
	statuses      statuses.Watch
	// openings are the requests from outside that are answered when a session has started.
	openings  remote.Openings
	worktrees worktrees.Worktrees
	grants    grants.Grants

	prefix  bind.State
	dialogs dialog.Stack
	// themes is the choice of a theme, from when their list was opened last.
	themes  theme.Choice
	side    sidebar.Sidebar
	pointer pointer.State
	notices notices.Notices
	// copies are the panes in copy mode, and buffers what was copied.
	copies  copymode.Panes
	buffers buffers.Buffers

	revision   uint64 // of what the scene shows; see changed
	published  uint64
	timers     [timers]time.Time // what each is set to; zero where it does not run
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
		m.habits = d.Memory.Recall()
	}
	m.grants.Store = d.Grants
	m.git = gitstate.New(func(msg gitstate.Message) { d.send(msg) })
	m.worktrees = worktrees.Worktrees{Maker: d.Worktrees, Home: homeOf(), Dir: d.Dir, KeyOf: m.keyOf}
	m.copies.Places = places{m}
	m.greeting = pages.Greeting{Began: m.now(), Over: len(d.State.Sessions) > 0}
	m.begin(d.Config)
	m.recallCopies()
	m.absence = away.NewAbsence(d.LastUsed, m.greeting.Began, m.config.Attention.Away)
	m.changed()
	return m
}

// Init opens the first tab of an empty workspace, or shows what was there.
func (m *Model) Init() tea.Cmd {
	if m.deps.Say != "" {
		m.sayFor(m.deps.Say, longNotice)
	}
	settle := func() tea.Msg {
		m.deps.settled()
		return nil
	}
	return tea.Batch(m.open(), m.setTimers(), settle)
}

// View is empty: the painter draws, see [dormer/ui/paint].
func (m *Model) View() tea.View { return tea.View{} }

// Update takes one message, then publishes the scene if it has changed. Messages of
// bubbletea's own are ignored.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case arrival:
		cmd = msg.tell(m)
	case live.Message:
		cmd = m.ofSession(msg)
	case loop.Message:
		cmd = m.fromTerminal(msg)
	case workspaces.Message:
		cmd = m.ofWorkspaces(msg)
	case grants.Message:
		cmd = m.grantsMessage(msg)
	case worktrees.Message:
		cmd = m.ofWorktrees(m.worktrees.Took(msg, m.dialog() != nil, m.config.Agents))
	case gitstate.Message:
		cmd = m.gitNews(msg)
	}
	m.offerAbsence()
	return m, tea.Batch(cmd, m.publish(), m.setTimers())
}

// arrival is a message to the model: what was typed, the result of an effect, a time that
// has passed. Each type is declared in the file of its subject. One that comes too late, for
// something that is gone, does nothing.
type arrival interface {
	// tell does what the message asks for. It is called in the event loop.
	tell(m *Model) tea.Cmd
}

// changed notes that the scene is out of date.
func (m *Model) changed() { m.revision++ }

// publish gives the painter a new scene if the one it has is out of date.
func (m *Model) publish() tea.Cmd {
	if m.revision == m.published {
		return nil
	}
	m.published = m.revision
	m.copies.Hold()
	cmd := tea.Batch(m.layOut(), m.keepAttention())
	m.deps.show(m.scene())
	return cmd
}

// apply makes a change to the workspace, nil for none, or says why it cannot be made.
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

// try makes a change to the workspace and starts the effects that it asks for.
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

// tryAll makes several changes, also if one of them cannot be made.
func (m *Model) tryAll(actions []workspace.Action) (tea.Cmd, error) {
	var cmds []tea.Cmd
	var failed error
	for _, a := range actions {
		cmd, err := m.try(a)
		cmds, failed = append(cmds, cmd), errors.Join(failed, err)
	}
	return tea.Batch(cmds...), failed
}

// activeView is the view on the screen.
func (m *Model) activeView() workspace.View { return m.state.ShownView() }

// activeTab is the tab on the screen; its Root is nil where there is none.
func (m *Model) activeTab() workspace.Tab {
	tab, _ := m.state.ActiveTab()
	return tab
}

func (m *Model) activePane() session.ID { return m.activeTab().Active }

func (m *Model) focus() command.Focus {
	tab := m.activeTab()
	return command.Focus{
		State: m.state, View: m.activeView(), Tab: tab, Pane: tab.Active, Screen: m.measure(tab), CopyMode: m.copyKeyed(),
		Ended: m.live.Over, Retries: func(id session.ID) bool { return !m.live.Get(id).RetryAt().IsZero() }, Agent: m.config.Agents.Find, Waiting: m.waitingLongest(), Marks: m.live, Buffers: &m.buffers,
		Confirm: m.config.Panes.Confirm, Home: homeOf(), Table: m.commands(), KeyOf: m.keyOf, UnlockKey: m.keyThatUnlocks(), Maker: making{m},
	}
}

// making is what the model makes for commands.
type making struct{ m *Model }

func (b making) NewTab() workspace.TabID                    { return b.m.newTab() }
func (b making) NewRecord(f command.Focus) workspace.Record { return b.m.newRecord(f) }
func (b making) Now() time.Time                             { return b.m.now() }

func (m *Model) newTab() workspace.TabID { return m.deps.NewID() }
func (m *Model) now() time.Time          { return m.deps.Now() }

// newRecord is the record of a new shell. It starts in the directory of the active pane, or
// where the configuration says; if a shell asked for it, in the directory of that shell.
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

// tabOf is a new tab for a session, behind the active one.
func (m *Model) tabOf(r workspace.Record) workspace.OpenTab {
	return workspace.OpenTab{View: m.activeView().ID, Tab: m.newTab(), Index: -1, Record: r, Size: m.sizeFor(session.ID{})}
}

// recordIn is the record of a shell in a directory. In a worktree it has the worktree's port.
func (m *Model) recordIn(dir string) workspace.Record {
	r := m.deps.record(dir, nil)
	r.Env = m.state.WorktreeEnv(dir, "DORMER_PORT")
	return r
}

// homeOf is the home directory; without one nothing is below it.
func homeOf() string {
	home, _ := os.UserHomeDir()
	return home
}

// shortDir is a directory with the home directory as ~.
func shortDir(dir string) string { return homedir.Short(dir, homeOf()) }

// homeDir is a directory as it was written: ~ is the home directory, and what is
// relative is below another directory.
func homeDir(dir, below string) string { return homedir.Full(dir, below, homeOf()) }
