package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/chat"
	"dormer/session/relay"
	"dormer/session/state"
	"dormer/session/wire"
	"dormer/ui/config"
	"dormer/workspace/repo"
)

// relayBackend provides the relay's sessions: worktrees of a repository, and dormer sessions that
// run dormer chat in them. It owns no process.
type relayBackend struct {
	places
	repo string // a directory in the repository
	// workspace is the name of the workspace that shows the sessions.
	workspace string
	log       *slog.Logger

	mu sync.Mutex
	// setups are the setup lines of worktrees in which no session was started yet.
	setups map[string]string
}

// Worktree returns the worktree with the branch of an agent id, and makes it if it does not exist.
func (b *relayBackend) Worktree(ctx context.Context, agentID string) (string, error) {
	r, dir, err := findRepo(ctx, b.repo)
	if err != nil {
		return "", err
	}
	all, err := r.Worktrees(ctx)
	if err != nil {
		return "", err
	}
	for _, w := range all {
		if w.Branch == agentID && !w.Main && !w.Missing {
			return w.Path, nil
		}
	}
	made, err := b.makeWorktree(ctx, r, repo.New{Branch: agentID, Dir: dir})
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	b.setups[made.Path] = strings.Join(made.lines, "\n")
	b.mu.Unlock()
	b.log.Info("worktree.made", "agentId", agentID, "worktreeDir", made.Path, "said", strings.Join(made.said, "; "))
	return made.Path, nil
}

// Start starts or restarts the session with an id, and returns when its agent runs.
func (b *relayBackend) Start(ctx context.Context, id, agentID, dir string) error {
	began := time.Now()
	key, err := uuid.Parse(id)
	if err != nil {
		return err
	}
	if err := b.startOrRestart(ctx, key, agentID, dir); err != nil {
		return err
	}
	err = relay.Started(ctx, b.address(key), began, func() bool { return b.runs(ctx, key) })
	if errors.Is(err, chat.ErrNoConversation) {
		return fmt.Errorf("%w: %s", err, b.lastLine(ctx, key))
	}
	return err
}

// lastLine returns the last line on a session's screen, which says why its program has ended.
func (b *relayBackend) lastLine(ctx context.Context, id session.ID) string {
	name, err := b.provider.Find(id)
	if err != nil {
		return "it has ended"
	}
	var screen strings.Builder
	if err := b.provider.Capture(ctx, name, wire.Capture{}, &screen); err != nil {
		return "it has ended"
	}
	lines := strings.Split(strings.TrimSpace(screen.String()), "\n")
	return catalogue.Printable(lines[len(lines)-1])
}

func (b *relayBackend) startOrRestart(ctx context.Context, id session.ID, agentID, dir string) error {
	if name, err := b.provider.Find(id); err == nil {
		return b.provider.Restart(ctx, name, true)
	}
	_, err := b.provider.Spec(id)
	if errors.Is(err, fs.ErrNotExist) {
		return b.startNew(ctx, id, agentID, dir)
	}
	if err != nil {
		return err
	}
	l, err := b.listing(ctx)
	if err != nil {
		return err
	}
	e, err := l.Find(id.String())
	if err != nil {
		return err
	}
	if err = b.restart(ctx, e, true); err != nil && b.runs(ctx, id) {
		return nil // another process has started it meanwhile
	}
	if err != nil {
		return err
	}
	return b.awaitHost(ctx, id)
}

// awaitHost waits until a session has a host, because a program answers a request to start it
// before that.
func (b *relayBackend) awaitHost(ctx context.Context, id session.ID) error {
	ctx, cancel := context.WithTimeout(ctx, restartTime)
	defer cancel()
	hosted := func() bool {
		_, err := b.provider.Find(id)
		return err == nil
	}
	if await.True(ctx, hosted) != nil {
		return errors.New("it did not start again")
	}
	return nil
}

func (b *relayBackend) start(spec session.Spec) error {
	conn, err := b.provider.Start(spec)
	if err != nil {
		return err
	}
	return conn.Close() // the session runs on
}

// startNew starts a new session that runs dormer chat.
func (b *relayBackend) startNew(ctx context.Context, id session.ID, agentID, dir string) error {
	chosen := b.config()
	plays, err := agentForRole(chosen, agentID)
	if err != nil {
		return err
	}
	r, err := repo.Find(ctx, dir)
	if err != nil {
		return err
	}
	opening, err := b.opening(r, dir, nil)
	if err != nil {
		return err
	}
	spec, err := startFlags{name: agentID, tags: []string{"relay"}, dir: dir, env: opening.Env}.spec(plays.Command, chosen)
	if err != nil {
		return err
	}
	spec.ID, spec.Workspace = id, b.workspace
	spec.Source, spec.Agent, spec.Known = opening.Source, session.Agent(plays.Name), plays
	spec.Source.Command = spec.Command
	b.mu.Lock()
	spec.Setup = b.setups[dir]
	delete(b.setups, dir)
	b.mu.Unlock()
	return b.start(spec)
}

// agentForRole returns the agent for an agent id, in the form that dormer chat uses: the one in the
// configuration, otherwise the first installed one that speaks ACP.
func agentForRole(c config.Config, agentID string) (agent.Agent, error) {
	if name, named := c.Relay.Roles[agentID]; named {
		a, err := c.Agents.Find(name)
		if err != nil {
			return a, err
		}
		if talk, ok := a.Chat(); ok {
			return talk, nil
		}
		return a, fmt.Errorf("agent %q does not speak ACP: give [agents.%s] an acp = [...], or choose another one in [relay.roles]", name, name)
	}
	for _, name := range c.Agents.Names() {
		a, _ := c.Agents.Lookup(session.Agent(name))
		talk, ok := a.Chat()
		if !ok {
			continue
		}
		if _, err := exec.LookPath(a.ACP[0]); err == nil {
			return talk, nil
		}
	}
	return agent.Agent{}, errors.New("no agent that speaks ACP is installed: install one, such as opencode, or give an entry of [agents] an acp = [...]")
}

func (b *relayBackend) address(id session.ID) string {
	return chat.Address(b.paths.Sessions(), b.paths.Runtime(), id)
}

// Attach connects to the conversation of a session.
func (b *relayBackend) Attach(ctx context.Context, id string) (relay.Agent, error) {
	key, err := uuid.Parse(id)
	if err != nil {
		return nil, err
	}
	return relay.Dial(ctx, b.address(key), func() bool { return b.runs(ctx, key) })
}

// Show opens a tab for a session in the workspace, unless it has one.
func (b *relayBackend) Show(ctx context.Context, id string) error {
	key, err := uuid.Parse(id)
	if err != nil {
		return err
	}
	return b.show(ctx, b.workspace, key)
}

// runs reports whether the process of a session runs.
func (b *relayBackend) runs(ctx context.Context, id session.ID) bool {
	name, err := b.provider.Find(id)
	if err != nil {
		return false
	}
	info, err := b.provider.Info(ctx, name)
	return err == nil && info.Exit == nil
}

// End ends the process of a session. Its files stay.
func (b *relayBackend) End(id string) error {
	key, err := uuid.Parse(id)
	if err != nil {
		return err
	}
	return b.provider.Sessions().End(key, false)
}

// Ended returns the reason why a session will not go on, such as that the user ended or removed it;
// empty if it may.
func (b *relayBackend) Ended(_ context.Context, id string) string {
	key, err := uuid.Parse(id)
	if err != nil {
		return "its id is not one of dormer's"
	}
	if b.provider.Alive(key) {
		return "" // its files may not be written yet
	}
	r, err := state.Read(b.provider.Dir(key), key)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "the session was removed"
	case err == nil && r.State == session.Stopped:
		return "the session was ended"
	}
	return ""
}
