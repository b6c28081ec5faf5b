package ui

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/homedir"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/remote"
	"dormer/ui/template"
)

// Worktrees makes and lists worktrees. It is called outside of the event loop.
type Worktrees interface {
	// Repository tells of the repository of a directory.
	Repository(ctx context.Context, dir string) (lists.Repository, error)
	// Repositories tells of those of several directories, each once. Directories that are in
	// none are left out.
	Repositories(ctx context.Context, dirs []string) []lists.Repository
	// Make makes a worktree, and returns how it is opened and what there is to say. When the
	// context ends before it is made, nothing is left of it.
	Make(ctx context.Context, w command.NewWorktree) (open remote.OpenWorktree, say string, err error)
	// Prepare returns how the worktrees that a template names are opened, and what there is to
	// say. It makes those that are missing; if one cannot be made, it takes the others back.
	Prepare(ctx context.Context, named []template.Branch) (open map[template.Branch]template.Worktree, say string, err error)
	// Open returns how a worktree is opened.
	Open(repo, path string) (remote.OpenWorktree, error)
}

// WorktreeError says what is wrong with a field of the form for a new worktree, one of those that
// package prompts names.
type WorktreeError struct {
	Field int
	Err   error
}

func (e WorktreeError) Error() string { return e.Err.Error() }
func (e WorktreeError) Unwrap() error { return e.Err }

// worktreeForm is what is known for the form for a new worktree.
type worktreeForm struct {
	form *dialog.Form
	// branches are those of the repository of dir.
	dir      string
	branches []string
	// kept is what was typed for a worktree that was not made.
	kept command.NewWorktree
	// making is the branch of a worktree that is being made, empty for none; stop stops that.
	making string
	stop   context.CancelFunc
}

// worktreeList is what the palette lists behind #.
type worktreeList struct {
	asked, known bool
	all          []lists.Repository
}

// The messages that are about worktrees.
type (
	repositoryLooked struct {
		dir  string
		repo lists.Repository
		err  error
	}
	repositoriesLooked struct{ all []lists.Repository }
	worktreeMade       struct {
		what command.NewWorktree
		open remote.OpenWorktree
		say  string
		err  error
	}
	worktreeFound struct {
		open remote.OpenWorktree
		err  error
	}
)

func (msg repositoryLooked) tell(m *Model) tea.Cmd   { return m.repositoryLooked(msg) }
func (msg repositoriesLooked) tell(m *Model) tea.Cmd { return m.repositoriesLooked(msg) }
func (msg worktreeMade) tell(m *Model) tea.Cmd       { return m.worktreeMade(msg) }
func (msg worktreeFound) tell(m *Model) tea.Cmd      { return m.worktreeFound(msg) }

// askNewWorktree opens the form for a new worktree, with what was typed for one that was not
// made. While one is being made it asks whether to stop that.
func (m *Model) askNewWorktree(dir string) tea.Cmd {
	switch w := m.newWorktree; {
	case m.deps.Worktrees == nil:
		return nil
	case w.making != "":
		return m.ask(&dialog.Question{
			Title: "The worktree " + w.making + " is being made. Stop that?", Detail: "If its files are not there yet, nothing is left of it.",
			Yes: command.Ask(command.StopMakingWorktree{}),
		})
	case w.kept != command.NewWorktree{}:
		return m.openWorktreeForm(w.kept, prompts.WorktreeBranch, "")
	}
	return m.openWorktreeForm(command.NewWorktree{Dir: homedir.Short(dir, homeOf())}, prompts.WorktreeBranch, "")
}

func (m *Model) openWorktreeForm(w command.NewWorktree, field int, wrong string) tea.Cmd {
	m.newWorktree.form = prompts.WorktreeForm(w, func() []string { return m.newWorktree.branches }, m.config.Agents.Names(), field, wrong)
	return tea.Batch(m.ask(m.newWorktree.form), m.lookAtRepository(w.Dir))
}

// lookAtRepository looks which branches the repository of a directory has.
func (m *Model) lookAtRepository(dir string) tea.Cmd {
	if m.newWorktree.dir != dir {
		m.newWorktree.dir, m.newWorktree.branches = dir, nil
	}
	full := homeDir(dir, m.deps.Dir)
	return func() tea.Msg {
		r, err := m.deps.Worktrees.Repository(context.Background(), full)
		return repositoryLooked{dir, r, err}
	}
}

func (m *Model) repositoryLooked(msg repositoryLooked) tea.Cmd {
	w := &m.newWorktree
	if w.dir != msg.dir {
		return nil // another one was typed meanwhile
	}
	w.branches = msg.repo.Branches
	wrong := ""
	if msg.err != nil {
		wrong = msg.err.Error()
	}
	w.form.Wrong(prompts.WorktreeRepository, wrong)
	m.changed()
	return nil
}

// makeWorktree makes a worktree in the background.
func (m *Model) makeWorktree(what command.NewWorktree) tea.Cmd {
	w := &m.newWorktree
	if w.making != "" {
		m.say("a worktree is being made: " + m.keys().KeyOf("worktree.new") + " stops that")
		return nil
	}
	w.kept = what
	known, err := m.agentOf(what)
	if err != nil {
		return m.openWorktreeForm(what, prompts.WorktreeAgent, err.Error())
	}
	ctx, stop := context.WithCancel(context.Background())
	w.making, w.stop = what.Branch, stop
	m.sayFor("making the worktree "+what.Branch+": "+m.keys().KeyOf("worktree.new")+" stops that", longNotice)
	asked := what
	asked.Dir = homeDir(what.Dir, m.deps.Dir)
	return func() tea.Msg {
		open, say, err := m.deps.Worktrees.Make(ctx, asked)
		if known.Name != "" {
			open.Source.Command, open.Agent, open.Prompt = known.Command, session.Agent(known.Name), what.Prompt
		}
		return worktreeMade{what, open, say, err}
	}
}

// agentOf is the agent that is started in a worktree; the zero value for none.
func (m *Model) agentOf(what command.NewWorktree) (agent.Agent, error) {
	if what.Agent == "" {
		return agent.Agent{}, nil
	}
	known, err := m.config.Agents.Find(what.Agent)
	if err == nil {
		err = known.TakesPrompt(what.Prompt)
	}
	return known, err
}

func (m *Model) stopMakingWorktree() tea.Cmd {
	if m.newWorktree.stop != nil {
		m.newWorktree.stop()
	}
	return nil
}

// worktreeMade opens a worktree that was made. If it could not be made, the form comes back with
// what was typed and what is wrong with it, unless something else is open by now.
func (m *Model) worktreeMade(msg worktreeMade) tea.Cmd {
	w := &m.newWorktree
	w.stop()
	w.making, w.stop = "", nil
	switch wrong, known := errors.AsType[WorktreeError](msg.err); {
	case errors.Is(msg.err, context.Canceled):
		m.say("the worktree " + msg.what.Branch + " was not made")
		return nil
	case msg.err != nil && m.dialog() != nil:
		m.sayFor("the worktree "+msg.what.Branch+" was not made: "+msg.err.Error(), longNotice)
		return nil
	case known:
		return m.openWorktreeForm(msg.what, wrong.Field, msg.err.Error())
	case msg.err != nil:
		return m.openWorktreeForm(msg.what, prompts.WorktreeBranch, msg.err.Error())
	}
	w.kept = command.NewWorktree{}
	cmd := m.worktreeFound(worktreeFound{msg.open, nil})
	if msg.say != "" {
		m.sayFor(msg.say, longNotice)
	}
	return cmd
}

// findWorktree finds out how a worktree is opened, and opens it.
func (m *Model) findWorktree(repo, path string) tea.Cmd {
	return func() tea.Msg {
		open, err := m.deps.Worktrees.Open(repo, path)
		return worktreeFound{open, err}
	}
}

func (m *Model) worktreeFound(msg worktreeFound) tea.Cmd {
	if msg.err != nil {
		m.sayFor(msg.err.Error(), longNotice)
		return nil
	}
	_, cmd, err := m.openWorktree(msg.open, nil)
	if err != nil {
		m.sayFor(err.Error(), longNotice)
	}
	return cmd
}

// armWorktrees looks for the repositories that a palette asks for, once while it is open.
func (m *Model) armWorktrees() tea.Cmd {
	w := &m.worktrees
	switch sought := m.dialogs.WorktreesSought(); {
	case !sought:
		*w = worktreeList{}
		return nil
	case w.asked || m.deps.Worktrees == nil:
		return nil
	}
	w.asked = true
	dirs := slices.Clone(m.habits.Dirs)
	for _, id := range m.state.OpenIDs() {
		dirs = append(dirs, m.state.Sessions[id].Dir)
	}
	return func() tea.Msg { return repositoriesLooked{m.deps.Worktrees.Repositories(context.Background(), dirs)} }
}

func (m *Model) repositoriesLooked(msg repositoriesLooked) tea.Cmd {
	if m.worktrees.asked {
		m.worktrees.known, m.worktrees.all = true, msg.all
		m.changed()
	}
	return nil
}
