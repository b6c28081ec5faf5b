package worktrees

import (
	"context"
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/homedir"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/remote"
	"dormer/ui/template"
	"dormer/workspace"
)

// Maker makes and lists worktrees. It is called outside of the event loop.
type Maker interface {
	// Repository describes the repository of a directory.
	Repository(ctx context.Context, dir string) (lists.Repository, error)
	// Repositories describes the repositories of several directories, each once. Directories in no
	// repository are left out.
	Repositories(ctx context.Context, dirs []string) []lists.Repository
	// Make makes a worktree. It returns how to open it, and a sentence to show. If the context ends
	// before the worktree is made, nothing of it remains.
	Make(ctx context.Context, w command.NewWorktree) (open remote.OpenWorktree, say string, err error)
	// Prepare makes the worktrees that a template names, unless they exist. It returns how to open
	// them, and a sentence to show. If one cannot be made, it removes those it has made.
	Prepare(ctx context.Context, named []template.Branch) (open map[template.Branch]template.Worktree, say string, err error)
	// Open returns how to open a worktree.
	Open(repo, path string) (remote.OpenWorktree, error)
}

// FieldError reports an error in a field of the form for a new worktree. Field is one of the
// numbers that package prompts defines.
type FieldError struct {
	Field int
	Err   error
}

func (e FieldError) Error() string { return e.Err.Error() }
func (e FieldError) Unwrap() error { return e.Err }

// Worktrees is the state of searching for, making and listing worktrees.
type Worktrees struct {
	// Maker does the work; nil if worktrees are not available.
	Maker Maker
	// Home is the home directory, and Dir the directory that relative ones are relative to. KeyOf
	// returns the key of a command.
	Home, Dir string
	KeyOf     func(command string) string

	form *dialog.Form
	// branches are the branches of the repository in repositoryDir.
	repositoryDir string
	branches      []string
	// draft is the input for a worktree that was not made.
	draft command.NewWorktree
	// making names the worktrees being made, empty for none; stop cancels that.
	making string
	stop   context.CancelFunc
	// opening is the template to open when its worktrees exist.
	opening Opening
	list    list
}

// Result says what the caller has to do. The zero value means nothing.
type Result struct {
	// Ask is a dialog to open, Say a sentence to show, and Open a worktree to open.
	Ask  dialog.Dialog
	Say  string
	Open *remote.OpenWorktree
	// Prepared are the worktrees that a template names.
	Prepared *Prepared
	// Cmd works outside the event loop.
	Cmd tea.Cmd
}

// Message delivers the outcome of a search or of the making of worktrees.
type Message interface{ worktrees() }

type (
	repositoryLooked struct {
		dir  string
		repo lists.Repository
		err  error
	}
	listed struct{ all []lists.Repository }
	made   struct {
		what command.NewWorktree
		open remote.OpenWorktree
		say  string
		err  error
	}
	found struct {
		open remote.OpenWorktree
		err  error
	}
	// Prepared delivers the worktrees that a template names, or the reason why they could not be
	// made.
	Prepared struct {
		Opening
		Of  map[template.Branch]template.Worktree
		Say string
		Err error
	}
)

// Opening is a template that is being opened.
type Opening struct {
	Template template.Template
	// In is the worktree to open it in, nil for none. Call is the remote call that waits for it,
	// nil for none.
	In   *remote.OpenWorktree
	Call *remote.Call
}

// Plan returns the change that opens the template, and the lines to type into its panes.
func (o Opening) Plan(in template.Opening) (workspace.OpenLayout, []template.Typed) {
	if w := o.In; w != nil {
		in.In = &template.Worktree{Source: w.Source, Env: w.Env, Lines: w.Lines, Everywhere: true}
	}
	return o.Template.Plan(in)
}

func (repositoryLooked) worktrees() {}
func (listed) worktrees()           {}
func (made) worktrees()             {}
func (found) worktrees()            {}
func (Prepared) worktrees()         {}

// Handle handles a message. asking means that a dialog is open. agents are those that can be started
// in a worktree.
func (w *Worktrees) Handle(msg Message, asking bool, agents config.Agents) Result {
	switch msg := msg.(type) {
	case repositoryLooked:
		w.handleRepository(msg)
	case listed:
		w.list.set(msg.all)
	case made:
		return w.handleMade(msg, asking, agents)
	case found:
		if msg.err != nil {
			return Result{Say: msg.err.Error()}
		}
		return Result{Open: &msg.open}
	case Prepared:
		w.ended()
		msg.Opening, w.opening = w.opening, Opening{}
		return Result{Prepared: &msg}
	}
	return Result{}
}

// Ask opens the form for a new worktree in a directory, filled with the input for one that was not
// made, if any. While a worktree is being made, Ask asks whether to stop that.
func (w *Worktrees) Ask(dir string, agents config.Agents) Result {
	switch {
	case w.Maker == nil:
		return Result{}
	case w.making != "":
		return Result{Ask: &dialog.Question{
			Title: "The worktree " + w.making + " is being made. Stop it?", Detail: "If its files do not exist yet, nothing remains of it.",
			Yes: command.Ask(command.StopMakingWorktree{}),
		}}
	case w.draft != command.NewWorktree{}:
		return w.openForm(w.draft, agents, prompts.WorktreeBranch, "")
	}
	return w.openForm(command.NewWorktree{Dir: homedir.Short(dir, w.Home)}, agents, prompts.WorktreeBranch, "")
}

func (w *Worktrees) openForm(what command.NewWorktree, agents config.Agents, field int, wrong string) Result {
	w.form = prompts.WorktreeForm(what, func() []string { return w.branches }, agents.Startable(), field, wrong)
	return Result{Ask: w.form, Cmd: w.LookAt(what.Dir)}
}

// LookAt finds the branches of the repository of a directory.
func (w *Worktrees) LookAt(dir string) tea.Cmd {
	if w.repositoryDir != dir {
		w.repositoryDir, w.branches = dir, nil
	}
	full, maker := homedir.Full(dir, w.Dir, w.Home), w.Maker
	return func() tea.Msg {
		r, err := maker.Repository(context.Background(), full)
		return repositoryLooked{dir, r, err}
	}
}

func (w *Worktrees) handleRepository(msg repositoryLooked) {
	if w.repositoryDir != msg.dir {
		return // the user has typed another directory
	}
	w.branches = msg.repo.Branches
	wrong := ""
	if msg.err != nil {
		wrong = msg.err.Error()
	}
	w.form.Wrong(prompts.WorktreeRepository, wrong)
}

// Make makes a worktree in the background.
func (w *Worktrees) Make(what command.NewWorktree, agents config.Agents) Result {
	if w.making != "" {
		return Result{Say: "a worktree is being made: " + w.stopHint()}
	}
	w.draft = what
	known, err := agentOf(what, agents)
	if err != nil {
		return w.openForm(what, agents, prompts.WorktreeAgent, err.Error())
	}
	ctx, asked, maker := w.begin(what.Branch), what, w.Maker
	asked.Dir = homedir.Full(what.Dir, w.Dir, w.Home)
	return Result{Say: "making the worktree " + what.Branch + ": " + w.stopHint(), Cmd: func() tea.Msg {
		open, say, err := maker.Make(ctx, asked)
		if known.Name != "" {
			open.Source.Command, open.Agent, open.Prompt = known.Command, session.Agent(known.Name), what.Prompt
		}
		return made{what, open, say, err}
	}}
}

// agentOf returns the agent to start in a worktree; the zero value for none.
func agentOf(what command.NewWorktree, agents config.Agents) (agent.Agent, error) {
	if what.Agent == "" {
		return agent.Agent{}, nil
	}
	known, err := agents.Find(what.Agent)
	if err == nil {
		err = known.TakesPrompt(what.Prompt)
	}
	return known, err
}

// handleMade opens a new worktree. If it could not be made, the form opens again with the input and
// the error, unless another dialog is open.
func (w *Worktrees) handleMade(msg made, asking bool, agents config.Agents) Result {
	w.ended()
	switch wrong, known := errors.AsType[FieldError](msg.err); {
	case errors.Is(msg.err, context.Canceled):
		return Result{Say: "the worktree " + msg.what.Branch + " was not made"}
	case msg.err != nil && asking:
		return Result{Say: "the worktree " + msg.what.Branch + " was not made: " + msg.err.Error()}
	case known:
		return w.openForm(msg.what, agents, wrong.Field, msg.err.Error())
	case msg.err != nil:
		return w.openForm(msg.what, agents, prompts.WorktreeBranch, msg.err.Error())
	}
	w.draft = command.NewWorktree{}
	return Result{Open: &msg.open, Say: msg.say}
}

// Prepare finds the worktrees that a template names and makes the missing ones, in the background.
// The error says why this cannot begin.
func (w *Worktrees) Prepare(o Opening) (Result, error) {
	named := o.Template.Branches()
	switch {
	case w.Maker == nil:
		return Result{}, errors.New("worktrees cannot be opened here")
	case w.making != "":
		return Result{}, errors.New("a worktree is being made: " + w.stopHint())
	}
	var names []string
	for _, b := range named {
		names = append(names, b.Name)
	}
	all, maker := strings.Join(names, ", "), w.Maker
	ctx := w.begin(all)
	w.opening = o
	return Result{Say: "making the worktrees " + all + ": " + w.stopHint(), Cmd: func() tea.Msg {
		of, say, err := maker.Prepare(ctx, named)
		return Prepared{Of: of, Say: say, Err: err}
	}}, nil
}

// begin records that something is being made, and returns the context that stops it.
func (w *Worktrees) begin(what string) (ctx context.Context) {
	ctx, stop := context.WithCancel(context.Background())
	w.making, w.stop = what, stop
	return ctx
}

func (w *Worktrees) ended() {
	w.Stop()
	w.making, w.stop = "", nil
}

// Stop stops the making of a worktree.
func (w *Worktrees) Stop() {
	if w.stop != nil {
		w.stop()
	}
}

func (w *Worktrees) stopHint() string { return w.KeyOf("worktree.new") + " stops it" }

// Find returns a command that finds out how to open a worktree; [Worktrees.Handle] then opens it.
func (w *Worktrees) Find(repo, path string) tea.Cmd {
	maker := w.Maker
	return func() tea.Msg {
		open, err := maker.Open(repo, path)
		return found{open, err}
	}
}
