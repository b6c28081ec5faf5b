package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/chat"
	chatui "dormer/ui/chat"
	"dormer/ui/config"
	"dormer/ui/loop"
)

// chatFlags are the flags of chat.
type chatFlags struct {
	agent, dir, resume, prompt string
}

func chatCommand() *cobra.Command {
	var f chatFlags
	c := &cobra.Command{
		Use:   "chat --agent NAME",
		Short: "Talk to a coding agent that speaks the Agent Client Protocol",
		Long: `chat starts a coding agent and shows the conversation with it: its answers as
they arrive, its plans, its changes to files, and its requests for permission.
It runs in a session of dormer: dormer new --agent claude-chat starts both, and
so does the agent name claude-chat anywhere else.

The conversation is kept. When chat starts again in its session, even after a
reboot, it shows all of it, and the agent goes on with it. --resume goes on with
another conversation; its ID is the agent's.

The program of an agent is set by acp = [...] in the configuration. By default
claude is claude-agent-acp, codex is codex-acp, gemini is gemini --acp, and
opencode is opencode acp.`,
		Example: `  dormer new --agent claude-chat --prompt 'what does this project do?'
  dormer chat --agent opencode --cwd ~/src/project`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.agent == "" {
				return usageErrorf("chat needs --agent NAME, the agent to talk to")
			}
			return noArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context()) },
	}
	c.Flags().StringVar(&f.agent, "agent", "", "talk to the coding agent `NAME`")
	c.Flags().StringVarP(&f.dir, "cwd", "C", "", "have it work in `DIR` (default: the current directory)")
	c.Flags().StringVar(&f.resume, "resume", "", "go on with the conversation `ID`")
	c.Flags().StringVar(&f.prompt, "prompt", "", "say `TEXT` first")
	completeFlag(c, "agent", completeAgents(chatAgents))
	completeFlag(c, "cwd", completeFiles)
	return c
}

// chatAgents returns the names of the agents that speak the Agent Client Protocol.
func chatAgents(agents config.Agents) (names []string) {
	for _, name := range agents.Names() {
		if known, ok := agents.Lookup(session.Agent(name)); ok && len(known.ACP) > 0 {
			names = append(names, name)
		}
	}
	return names
}

func (f chatFlags) run(ctx context.Context) error {
	p, err := findPlaces()
	if err != nil {
		return err
	}
	id, err := uuid.Parse(os.Getenv(sessionVariable))
	if err != nil {
		return usageErrorf("chat runs in a session: use dormer new --agent %s", agent.ChatName(f.agent))
	}
	chosen := p.config()
	known, err := chosen.Agents.Find(f.agent)
	if err != nil {
		return usageErrorf("%w", err)
	}
	if len(known.ACP) == 0 {
		return usageErrorf("%s does not speak the Agent Client Protocol: use %s, or set agents.%s.acp in the configuration", f.agent, strings.Join(chatAgents(chosen.Agents), ", "), f.agent)
	}
	dir, err := startDir(f.dir)
	if err != nil {
		return err
	}
	where := filepath.Join(p.paths.Sessions(), id.String())
	if _, err := os.Stat(where); err != nil {
		return fmt.Errorf("the conversation cannot be kept: this session has no directory: use dormer new --agent %s", agent.ChatName(f.agent))
	}
	c, err := chat.Open(chat.Options{
		Dir: where, Cwd: dir, Agent: f.agent, Argv: known.ACP, Resume: f.resume, Version: version,
		Env: slices.DeleteFunc(os.Environ(), func(kv string) bool {
			name, _, _ := strings.Cut(kv, "=")
			return known.Scrubbed(name)
		}),
	})
	if err != nil {
		return err
	}
	return errors.Join(f.show(ctx, p, id, c, chosen.Theme, dir), c.Close())
}

// show starts the agent, and shows the conversation until the user leaves it.
func (f chatFlags) show(ctx context.Context, p places, id session.ID, c *chat.Conversation, looks config.Theme, dir string) error {
	term, err := openTerminal()
	if err != nil {
		return err
	}
	l, err := chat.Listen(chat.Address(p.paths.Sessions(), p.paths.Runtime(), id))
	if err != nil {
		return err
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		chat.Serve(l, c)
	}()
	before := c.Newest()
	if err := c.Start(false); err != nil {
		return errors.Join(err, l.Close())
	}
	err = loop.Show(ctx, term, os.Stdin, chatui.New(chatui.Options{
		Conversation: c, Before: before, Agent: f.agent, Dir: dir, Looks: looks, Prompt: f.prompt,
		Files:  func(ctx context.Context) []string { return filesBelow(ctx, dir) },
		Report: func(r agent.Report) { _ = p.provider.Sessions().Report(ctx, id, r) }, // without a host, nothing needs the report
	}))
	err = errors.Join(err, l.Close())
	<-served
	return err
}

// maxFiles is the limit of files offered for completion.
const maxFiles = 20000

// filesBelow returns the files below a directory, without hidden ones and those of packages.
func filesBelow(ctx context.Context, dir string) (names []string) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil, len(names) >= maxFiles:
			return fs.SkipAll
		case path == dir:
			return err
		case err != nil: // unreadable: not offered
			return fs.SkipDir
		case strings.HasPrefix(d.Name(), "."), d.IsDir() && (d.Name() == "node_modules" || d.Name() == "vendor"):
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if rel, err := filepath.Rel(dir, path); err == nil && !d.IsDir() {
			names = append(names, rel)
		}
		return nil
	})
	return names
}
