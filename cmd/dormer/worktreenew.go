package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/cmd/dormer/control"
	"dormer/session"
	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/launch"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/remote"
	"dormer/ui/startup"
	"dormer/ui/template"
	"dormer/workspace/repo"
)

// openWorktreeFlags say where and how a worktree is opened.
type openWorktreeFlags struct {
	repo      string
	workspace string
	template  string
	detached  bool
	// agent is the coding agent to start, and prompt its first prompt.
	agent, prompt string
	retry         retryFlag
	// command holds the arguments after --: a program, or the agent's arguments.
	command []string
}

func (f *openWorktreeFlags) add(c *cobra.Command) {
	repoFlag(c, &f.repo)
	workspaceFlag(c, &f.workspace, "", "use the workspace `NAME` (default: this pane's)")
	c.Flags().StringVar(&f.template, "template", "", "open the tabs of the template `NAME|FILE` in it")
	completeFlag(c, "template", completeTemplates)
	c.Flags().BoolVarP(&f.detached, "detached", "d", false, "only start a session in it, and print its id")
	c.Flags().StringVar(&f.agent, "agent", "", "start the coding agent `NAME` in it")
	c.Flags().StringVar(&f.prompt, "prompt", "", "ask the agent `TEXT` first")
	f.retry.add(c)
	completeFlag(c, "agent", completeAgents(config.Agents.Startable))
}

// take splits the arguments off that follow --, and rejects invalid combinations of flags.
func (f *openWorktreeFlags) take(cmd *cobra.Command, args []string) (before []string, err error) {
	before = beforeDashes(cmd, args)
	f.command = args[len(before):]
	switch {
	case f.detached && (f.template != "" || f.workspace != ""):
		err = usageErrorf("a --detached session is in no workspace: leave out --template and --workspace")
	case f.template != "" && (f.agent != "" || len(f.command) > 0):
		err = usageErrorf("a --template has commands of its own: leave out --agent and the command")
	case f.prompt != "" && f.agent == "":
		err = usageErrorf("--prompt needs --agent, the agent to ask")
	default:
		err = f.retry.check(f.agent)
	}
	return before, err
}

func newWorktreeCommand() *cobra.Command {
	var f openWorktreeFlags
	var n repo.New
	c := &cobra.Command{
		Use:   "new [flags] BRANCH [-- COMMAND [ARG...]]",
		Short: "Make a worktree and open a tab in it",
		Long: `new makes a worktree with BRANCH checked out and opens a tab in it: in the
running dormer, or else by opening the workspace. The branch is made if it does
not exist: from --from, from the branch of that name of the only remote that has
one, or from the current commit.

The directory is agent/BRANCH below the main worktree, where git status ignores
it; --at names another one, and worktrees.directory in the configuration another
place for all. Ignored files, such as .env, are copied into it if the file
.worktreeinclude in the main worktree names them, in the syntax of .gitignore.

With --agent, a coding agent starts in it, with the arguments after --; with
COMMAND, that program.

The setup command of the repository runs in the new pane: it is typed into the
shell, or runs before the agent or COMMAND, which start when it has succeeded.
Write it to .dormer.toml as setup under [worktree], and trust that file with
dormer worktree trust; until then it does not run. If the file is not committed,
that of the main worktree is used. DORMER_PORT is a TCP port that no other
worktree has.`,
		Example: `  dormer worktree new fix-login
  dormer worktree new fix-login --agent claude --prompt 'fix the login'
  dormer worktree new review --from origin/main --template dev
  dormer worktree new spike --at ../spike --detached`,
		Args: func(cmd *cobra.Command, args []string) error {
			before, err := f.take(cmd, args)
			if err == nil && len(before) != 1 {
				err = usageErrorf("new takes the name of one branch")
			}
			return err
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			n.Branch = args[0]
			return newWorktree(cmd.Context(), f, n)
		},
	}
	f.add(c)
	c.Flags().StringVar(&n.From, "from", "", "start a new branch at `REF`: a branch, tag or commit")
	c.Flags().StringVar(&n.At, "at", "", "make it in the directory `DIR`")
	completeFlag(c, "at", completeFiles)
	return c
}

func openWorktreeCommand() *cobra.Command {
	var f openWorktreeFlags
	c := &cobra.Command{
		Use:   "open [flags] NAME [-- COMMAND [ARG...]]",
		Short: "Open a worktree, or go to its pane",
		Long: `open opens a tab in a worktree. If the workspace has a pane for it already, that
pane gets the focus instead.`,
		Example: `  dormer worktree open fix-login
  dormer worktree open fix-login --template dev`,
		Args: func(cmd *cobra.Command, args []string) error {
			before, err := f.take(cmd, args)
			if err == nil {
				err = oneWorktree(cmd, before)
			}
			return err
		},
		ValidArgsFunction: completeWorktrees,
		RunE:              func(cmd *cobra.Command, args []string) error { return openNamedWorktree(cmd.Context(), f, args[0]) },
	}
	f.add(c)
	return c
}

func newWorktree(ctx context.Context, f openWorktreeFlags, n repo.New) error {
	p, r, dir, err := findPlacesAndRepo(ctx, f.repo)
	if err != nil {
		return err
	}
	if n.At != "" {
		if n.At, err = filepath.Abs(n.At); err != nil {
			return err
		}
	}
	w, err := p.worktreeOpening(f)
	if err != nil {
		return err // before anything is created
	}
	n.Dir = dir
	made, err := p.makeWorktree(ctx, r, n)
	if err != nil {
		return err
	}
	for _, sentence := range made.said {
		w.say("%s", sentence)
	}
	return w.open(ctx, r, made.Worktree, made.lines)
}

// madeWorktree is a new worktree, the lines that prepare it, and the sentences to print about it.
type madeWorktree struct {
	repo.Made
	lines, said []string
}

// makeWorktree makes a worktree according to the configuration. On an error it returns a worktree
// only if that exists nevertheless.
func (p places) makeWorktree(ctx context.Context, r repo.Repo, n repo.New) (m madeWorktree, err error) {
	chosen := p.config().Worktrees
	n.Directory = chosen.Directory
	made, err := r.Create(ctx, n)
	m.Made = made
	if err != nil {
		return m, err
	}
	on := "branch " + made.Branch
	if made.NewBranch {
		on = "new branch " + made.Branch
	}
	m.said = []string{fmt.Sprintf("made worktree %s on %s", made.Path, on)}
	if made.Copied > 0 {
		m.said = append(m.said, fmt.Sprintf("copied by .worktreeinclude: %d", made.Copied))
	}
	note := func(err error) {
		if err != nil {
			m.said = append(m.said, err.Error())
		}
	}
	for _, problem := range made.Problems {
		note(problem)
	}
	m.lines, err = p.setupOf(ctx, r, made.Path, chosen)
	note(err)
	if _, err := os.Lstat(filepath.Join(made.Path, ".gitmodules")); err == nil && len(m.lines) == 0 {
		m.said = append(m.said, "its submodules are empty: run git submodule update --init, by hand or as its setup")
	}
	note(p.emptyTrash(ctx, r, chosen))
	return m, nil
}

// setupOf returns the lines that prepare a new worktree. The error says why they are not typed.
func (p places) setupOf(ctx context.Context, r repo.Repo, path string, chosen config.Worktrees) ([]string, error) {
	project, err := r.ProjectOf(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("its setup was not run: %w", err)
	}
	setup := chosen.Setup
	if project.Setup != "" {
		setup = project.Setup
		trusted, err := project.Trusted(trustDir(p.paths), r)
		if err != nil {
			return nil, fmt.Errorf("its setup was not run: %w", err)
		}
		if !trusted {
			return nil, fmt.Errorf("its setup was not run, because you have not trusted %s: dormer worktree trust shows and trusts it", repo.ProjectFile)
		}
	}
	if setup == "" {
		return nil, nil
	}
	return []string{setup}, nil
}

func openNamedWorktree(ctx context.Context, f openWorktreeFlags, word string) error {
	p, r, _, err := findPlacesAndRepo(ctx, f.repo)
	if err != nil {
		return err
	}
	found, err := r.Lookup(ctx, word)
	switch {
	case err != nil:
		return err
	case found.Missing:
		return fmt.Errorf("the directory of worktree %s is gone: dormer worktree prune forgets it", found.Name())
	case found.Main && r.Bare:
		return fmt.Errorf("%s is a bare repository, which has no files: open one of its worktrees", found.Path)
	}
	w, err := p.worktreeOpening(f)
	if err != nil {
		return err
	}
	return w.open(ctx, r, found, nil)
}

// worktreeOpening is a way to open a worktree: in a running program, by opening the workspace, or
// in a detached session.
type worktreeOpening struct {
	places
	openWorktreeFlags
	running  runningProgram
	file     string
	template []byte
	// known is the agent to start; the zero value for none.
	known agent.Agent
}

// worktreeOpening determines how to open a worktree. The error says why it cannot be opened.
func (p places) worktreeOpening(f openWorktreeFlags) (w worktreeOpening, err error) {
	w = worktreeOpening{places: p, openWorktreeFlags: f}
	chosen := p.config()
	if w.known, err = (newFlags{agent: f.agent, prompt: f.prompt}).find(chosen.Agents); err != nil {
		return w, err
	}
	w.command = slices.Concat(w.known.Command, f.command)
	if f.template != "" {
		var t template.Template
		if w.file, t, w.template, err = p.template(f.template); err != nil {
			return w, err
		}
		if t.Panes() == 0 {
			return w, fmt.Errorf("template %s has no panes", w.file)
		}
	}
	if f.detached {
		return w, nil
	}
	typedIn, _ := currentWorkspace()
	inside := typedIn != "" && (f.workspace == "" || f.workspace == typedIn)
	if w.running, err = p.running(chosenWorkspace(f.workspace)); err != nil {
		return w, err
	}
	if w.running.open || inside {
		return w, w.running.reachable()
	}
	if _, err := openTerminal(); err != nil {
		return w, fmt.Errorf("%w (or use --detached)", err)
	}
	return w, nil
}

// reachable returns an error if nobody has the workspace open.
func (r runningProgram) reachable() error {
	if r.open {
		return nil
	}
	return fmt.Errorf("workspace %q: %w: dormer --workspace %s opens it", r.workspace, errNotShown, r.workspace)
}

// say prints a sentence: to standard error for a detached session, whose id is the only standard
// output.
func (w worktreeOpening) say(format string, args ...any) {
	to := os.Stdout
	if w.detached {
		to = os.Stderr
	}
	_, _ = fmt.Fprintln(to, catalogue.Printable(fmt.Sprintf(format, args...))) // nothing depends on the sentence
}

// open opens a worktree, and types lines into its first shell.
func (w worktreeOpening) open(ctx context.Context, r repo.Repo, in repo.Worktree, lines []string) error {
	asked, err := w.asked(r, in, lines)
	if err != nil {
		return err
	}
	switch {
	case w.detached:
		id, err := w.startDetached(ctx, asked)
		if id != uuid.Nil {
			fmt.Println(id)
		}
		return err
	case w.running.open:
		a, err := w.running.ask(ctx, withOrigin(w.running.workspace, worktreeRequest(asked)))
		if a.Text != "" {
			w.say("%s", a.Text)
		}
		return err
	}
	return openWorkspace(openFlags{workspace: w.running.workspace, dir: in.Path}, startup.First{Worktree: &asked}, "")
}

// asked returns the request to open a worktree.
func (w worktreeOpening) asked(r repo.Repo, in repo.Worktree, lines []string) (remote.OpenWorktree, error) {
	asked, err := w.opening(r, in.Path, lines)
	asked.Source.Command, asked.Agent, asked.Prompt, asked.Retry = w.command, session.Agent(w.known.Name), w.prompt, w.retry.tries
	asked.File, asked.Text = w.file, w.template
	return asked, err
}

// opening returns a request to open a worktree, with its port and the lines to type into its shell.
func (p places) opening(r repo.Repo, path string, lines []string) (remote.OpenWorktree, error) {
	port, err := r.Port(portsDir(p.paths), path)
	if err != nil {
		return remote.OpenWorktree{}, fmt.Errorf("find a port for the worktree: %w", err)
	}
	return remote.OpenWorktree{
		Source: session.Source{Kind: session.Worktree, Repo: r.Main, Worktree: path, Dir: path},
		Env:    []string{portVariable + strconv.Itoa(port)},
		Lines:  lines,
	}, nil
}

// portVariable is the environment variable for the port of a worktree, up to its value.
const portVariable = "DORMER_PORT="

// worktreeRequest asks a running program to open a worktree.
func worktreeRequest(w remote.OpenWorktree) control.Request {
	return control.Request{
		Kind: control.OpenWorktree, File: w.File, Text: string(w.Text), Words: bytesOf(w.Source.Command),
		Worktree: control.Worktree{
			Repo: control.Bytes(w.Source.Repo), Path: control.Bytes(w.Source.Worktree), Name: w.Name, Env: bytesOf(w.Env), Lines: bytesOf(w.Lines),
			Agent: string(w.Agent), Prompt: control.Bytes(w.Prompt), Retry: w.Retry, Background: w.Background,
		},
	}
}

func bytesOf(texts []string) (all []control.Bytes) {
	for _, text := range texts {
		all = append(all, control.Bytes(text))
	}
	return all
}

// startDetached starts a session outside of all workspaces in a worktree. If the session runs but
// its setup could not be typed, it returns both the id and an error.
func (w worktreeOpening) startDetached(ctx context.Context, asked remote.OpenWorktree) (id session.ID, err error) {
	chosen := w.config()
	spec, err := startFlags{dir: asked.Source.Dir, env: asked.Env}.spec(asked.Source.Command, chosen)
	if err != nil {
		return id, err
	}
	spec.Source, spec.Name, spec.Agent, spec.Known, spec.Prompt = asked.Source, asked.SessionName(), asked.Agent, w.known, asked.Prompt
	spec.Retry, spec.Setup = asked.Retry, asked.Setup()
	conn, err := w.provider.Start(spec)
	if err != nil {
		return id, err
	}
	defer func() { _ = conn.Close() }() // the session runs on
	if spec.Setup != "" || len(asked.Lines) == 0 {
		return spec.ID, nil
	}
	watched, err := w.provider.Watch(ctx, session.HostName(spec.Source, spec.ID), wire.Watch{})
	if err != nil && !errors.Is(err, launch.ErrCannotWatch) {
		return spec.ID, launch.Unreachable(err)
	}
	defer func() { _ = watched.Close() }() // everything has been received by then
	var input []wire.Message
	for _, line := range asked.Lines {
		input = append(input, wire.Input{Data: []byte(line + "\r")})
	}
	return spec.ID, watched.Deliver(input)
}
