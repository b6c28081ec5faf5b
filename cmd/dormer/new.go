package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/catalogue"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/ui/screen"
)

// startFlags are the flags that describe the session to start.
type startFlags struct {
	name        string
	description string
	tags        []string
	dir         string
	env         []string
	size        string
	// noHistory keeps scrollback off the disk.
	noHistory bool
}

// add adds the flags to a command.
func (f *startFlags) add(c *cobra.Command) {
	c.Flags().StringVarP(&f.name, "name", "n", "", "give the session the name `NAME`")
	c.Flags().StringVar(&f.description, "description", "", "describe the session by `TEXT`")
	c.Flags().StringArrayVar(&f.tags, "tag", nil, "tag it `TAG`")
	c.Flags().StringVarP(&f.dir, "cwd", "C", "", "start in `DIR` (default: the current directory)")
	c.Flags().StringArrayVarP(&f.env, "env", "e", nil, "set a variable of its environment: `K=V`")
	c.Flags().StringVar(&f.size, "size", "", "size of its screen, `COLSxROWS` (default: this one's)")
	c.Flags().BoolVar(&f.noHistory, "no-history", false, "do not keep its history on disk")
	completeFlag(c, "cwd", completeFiles)
	completeFlag(c, "tag", completeTags)
}

// newFlags are the flags of the command that starts a session.
type newFlags struct {
	startFlags
	detached  bool
	noStart   bool
	temporary bool
	// agent is the coding agent to start, and prompt its first prompt.
	agent, prompt string
	// mcp gives the agent access to dormer as an MCP server.
	mcp   bool
	retry retryFlag
}

func newCommand() *cobra.Command {
	var f newFlags
	c := &cobra.Command{
		Use:   "new [flags] [-- COMMAND [ARG...]] | --agent NAME [-- ARG...]",
		Short: "Start a session that belongs to no workspace",
		Long: `new starts COMMAND, or a login shell, in a session of its own and shows it as
attach does. With --detached it prints the session's id and returns. The session
lasts until its program has exited and somebody has seen that, or until dormer
kill ends it. A --temporary one ends with new, and nothing is kept of it.

With --no-start, new only records the session and prints its id. dormer restart
starts it, and so does Enter in dormer attach.

With --agent it starts a coding agent (claude, codex, gemini, opencode, aider or
one of your configuration), with ARG... as its arguments. For agents that speak
the Agent Client Protocol, claude-chat and so on start dormer chat, which shows
the conversation. --prompt is asked once; when the agent starts again, it goes
on with its conversation. With --retry it starts again by itself after a crash
or a rate limit, up to N times in a row: see dormer agent retry.`,
		Example: `  dormer new --name notes -- vim notes.md
  dormer new --detached --tag ci -- make test
  dormer new --agent claude --prompt 'fix the failing test' -- --model opus
  dormer new --no-start --name deploy --description 'to production' -- ./deploy`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(beforeDashes(cmd, args)) > 0 {
				return usageErrorf("unknown argument %q: a program to run goes after --, as in dormer new -- %s", args[0], args[0])
			}
			return f.check()
		},
		RunE: func(cmd *cobra.Command, args []string) error { return startSession(cmd.Context(), f, args) },
	}
	c.Flags().BoolVarP(&f.detached, "detached", "d", false, "print the id and return at once")
	c.Flags().BoolVar(&f.noStart, "no-start", false, "start nothing yet, and print the id")
	c.Flags().BoolVar(&f.temporary, "temporary", false, "end it when you leave it, and keep nothing of it")
	c.Flags().StringVar(&f.agent, "agent", "", "start the coding agent `NAME`")
	c.Flags().StringVar(&f.prompt, "prompt", "", "ask the agent `TEXT` first")
	c.Flags().BoolVar(&f.mcp, "mcp", false, "give the agent dormer as an MCP server")
	f.retry.add(c)
	completeFlag(c, "agent", completeAgents(config.Agents.Startable))
	f.add(c)
	return c
}

// check rejects invalid combinations of flags.
func (f newFlags) check() error {
	switch {
	case f.temporary && f.noStart:
		return usageErrorf("a --temporary session ends with new: leave out --no-start")
	case f.temporary && f.detached:
		return usageErrorf("a --temporary session ends with new: leave out --detached")
	case f.prompt != "" && f.agent == "":
		return usageErrorf("--prompt needs --agent, the agent to ask")
	case f.mcp && f.agent == "":
		return usageErrorf("--mcp needs --agent, the agent that gets it")
	}
	return f.retry.check(f.agent)
}

// find returns the agent to start; the zero value for none.
func (f newFlags) find(agents config.Agents) (agent.Agent, error) {
	if f.agent == "" {
		return agent.Agent{}, nil
	}
	known, err := agents.Find(f.agent)
	if err == nil {
		err = known.TakesPrompt(f.prompt)
	}
	if known.MCP = known.MCP || f.mcp; err == nil {
		err = known.Check()
	}
	if err != nil {
		return known, usageErrorf("%w", err)
	}
	return known, nil
}

// completeAgents offers coding agents of the configuration.
func completeAgents(names func(config.Agents) []string) cobra.CompletionFunc {
	return offering(func(*cobra.Command) ([]cobra.Completion, error) {
		p, err := findPlaces()
		if err != nil {
			return nil, err
		}
		return names(p.config().Agents), nil
	})
}

func startSession(ctx context.Context, f newFlags, command []string) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	var term *screen.Terminal
	if !f.detached && !f.noStart {
		if term, err = openTerminal(); err != nil {
			return fmt.Errorf("%w (or use --detached)", err)
		}
	}
	spec, err := p.specOf(f, command)
	if err != nil {
		return err
	}
	if err := p.checkName(ctx, f.name); err != nil {
		return err
	}
	if term != nil && f.size == "" {
		if rows, cols, err := term.Size(); err == nil {
			spec.Size = session.Size{Rows: rows, Cols: cols}
		}
	}
	if f.noStart {
		if err := p.provider.Create(spec); err != nil {
			return err
		}
		fmt.Println(spec.ID)
		return nil
	}
	if f.temporary {
		spec.Lifetime = session.Temporary
		defer func() { <-p.provider.EndAll() }()
	}
	conn, err := p.provider.Start(spec)
	if err != nil {
		return err
	}
	if f.detached {
		fmt.Println(spec.ID)
		return conn.Close()
	}
	seen := viewedSession{name: spec.ID.String()[:8], id: spec.ID, command: spec.Command, temporary: f.temporary}
	if f.name != "" {
		seen.name = f.name
	}
	return p.watch(ctx, seen, term, conn)
}

// specOf returns the spec of the session to start: a command, or an agent with arguments.
func (p places) specOf(f newFlags, command []string) (session.Spec, error) {
	chosen := p.config()
	known, err := f.find(chosen.Agents)
	if err != nil {
		return session.Spec{}, err
	}
	spec, err := f.spec(slices.Concat(known.Command, command), chosen)
	spec.Agent, spec.Known, spec.Prompt = session.Agent(known.Name), known, f.prompt
	spec.Retry = f.retry.tries
	return spec, err
}

// spec returns the spec of the session to start.
func (f startFlags) spec(command []string, c config.Config) (session.Spec, error) {
	dir, err := startDir(f.dir)
	if err != nil {
		return session.Spec{}, err
	}
	size, err := parseSize(f.size)
	if err != nil {
		return session.Spec{}, err
	}
	if err := parseTags(f.tags); err != nil {
		return session.Spec{}, err
	}
	env := c.Panes.Environ(os.Environ(), nil, false)
	for _, variable := range f.env {
		name, value, ok := strings.Cut(variable, "=")
		if !ok || name == "" {
			return session.Spec{}, usageErrorf("--env %q: write NAME=VALUE", variable)
		}
		env = config.With(env, name, value)
	}
	return session.Spec{
		ID: uuid.New(), Name: f.name, Description: f.description, Tags: f.tags, Lifetime: session.Persistent,
		Source:  session.Source{Kind: session.Floating, Dir: dir, Command: command},
		Command: command, Dir: dir, Env: env, Size: size,
		History: c.History.Limits(), NoHistory: f.noHistory, PlainShell: !c.Panes.Integration,
		AmbiguousWide: c.Terminal.AmbiguousWide(), Agents: c.Agents.Own(),
	}, nil
}

// parseSize parses a screen size; it returns the zero size for an empty text.
func parseSize(text string) (session.Size, error) {
	if text == "" {
		return session.Size{}, nil
	}
	var s session.Size
	cols, rows, _ := strings.Cut(text, "x")
	var err error
	if s.Cols, err = strconv.Atoi(cols); err == nil {
		s.Rows, err = strconv.Atoi(rows)
	}
	if err != nil || s.Cols < 1 || s.Cols > wire.MaxCols || s.Rows < 1 || s.Rows > wire.MaxRows {
		return s, usageErrorf("--size %q: write COLSxROWS, such as 120x40, of at most %dx%d", text, wire.MaxCols, wire.MaxRows)
	}
	return s, nil
}

// checkName rejects a name that is not printable or that another session has.
func (p places) checkName(ctx context.Context, name string) error {
	switch {
	case name == "":
		return nil
	case name != catalogue.Printable(name):
		return usageErrorf("--name: use printable characters only")
	}
	l, err := p.listing(ctx)
	if err != nil {
		return err
	}
	return nameFree(l, name)
}

// nameFree returns an error if a session that runs, or has not been started yet, has the name.
func nameFree(l catalogue.Listing, name string) error {
	for _, e := range l.Entries {
		if (e.Live() || e.Lifecycle() == session.Created) && e.Name() == name && name != "" {
			return fmt.Errorf("a session is called %q already: dormer attach %s shows it, or choose another name", name, e.Key()[:8])
		}
	}
	return nil
}
