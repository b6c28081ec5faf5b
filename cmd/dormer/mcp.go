package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"syscall"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dormer/cmd/dormer/control"
	"dormer/cmd/dormer/mcpserver"
	"dormer/session"
	"dormer/session/catalogue"
	"dormer/session/grant"
	"dormer/workspace"
	"dormer/workspace/repo"
)

func mcpCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Serve a coding agent by the Model Context Protocol",
		Long: `mcp is a server of the Model Context Protocol on its standard input and output.
An agent starts it to list and read sessions, to open sessions and run commands
in them, to wait, to prompt other agents, and to make worktrees.

An agent may read every session, and act on those that it opened through this
server, even after the server was restarted. dormer grant lets it act on others.
An agent is identified by its session, outside of dormer by --name. Without
either, it loses its rights when the server ends.`,
		Example: `  claude mcp add dormer -- dormer mcp
  dormer new --agent claude --mcp`,
		Args: func(cmd *cobra.Command, args []string) error {
			if name != "" && !callerName.MatchString(name) {
				return usageErrorf("--name %q: use up to 64 letters, digits, and . : _ -", name)
			}
			return noArgs(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if term.IsTerminal(int(os.Stdin.Fd())) {
				return usageErrorf("mcp is started by a coding agent, and speaks with it on its standard input: dormer help mcp says how to add it to one")
			}
			return serveMCP(cmd.Context(), thisCaller(name))
		},
	}
	c.Flags().StringVar(&name, "name", "", "identify the agent as `NAME` instead of by its session")
	return c
}

var callerName = regexp.MustCompile(`^[A-Za-z0-9.:_-]{1,64}$`)

// thisCaller returns the caller that this process acts for, with the session and workspace that it
// runs in, if any. Its default name is the id of that session, or a new name outside of dormer.
func thisCaller(name string) mcpserver.Caller {
	workspace, id := currentWorkspace()
	if _, err := uuid.Parse(id); err != nil {
		id = ""
	}
	c := mcpserver.Caller{Name: name, Session: id, Workspace: workspace}
	c.Dir, _ = os.Getwd() // calls that need it report that it is gone
	switch {
	case name != "":
	case id != "":
		c.Name = id
	default:
		c.Name = "mcp-" + uuid.NewString()[:8]
	}
	return c
}

// maxMCPLine is the longest message of a client, in bytes. It has room for 1 MB of text in any
// encoding.
const maxMCPLine = 8 << 20

// serveMCP serves a caller on standard input and output until the input ends.
func serveMCP(ctx context.Context, c mcpserver.Caller) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	p, err := findPlaces()
	if err != nil {
		return err
	}
	out := os.Stdout
	os.Stdout = os.Stderr // only messages go to standard output
	in := mcpserver.NewLines(os.Stdin, out, maxMCPLine)
	err = p.mcpServer(c).Run(ctx, &mcp.IOTransport{Reader: in, Writer: out, MaxLineLength: -1}) // in limits the length
	if err == nil || ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil
	}
	return fmt.Errorf("a message of the client cannot be read, so the connection ends: %w", err)
}

// mcpServer returns a server of the Model Context Protocol for a caller.
func (p places) mcpServer(c mcpserver.Caller) *mcp.Server {
	seen := catalogue.NewStatuses(p.Places)
	return mcpserver.New(mcpserver.Deps{
		Version: version, Provider: p.provider, Runtime: p.paths.Runtime(), Find: p.listing,
		Look: func(ctx context.Context) (catalogue.Listing, error) {
			sessions, _ := tracked(p.paths) // dormer doctor reports unreadable ones
			return seen.List(ctx, sessions)
		},
		Grants: p.grants(), Workspaces: callerWorkspaces{p},
	}, c)
}

// grants returns the grants of this user.
func (p places) grants() grant.Store {
	return grant.Store{
		Path: filepath.Join(p.paths.State(), "grants.json"),
		Exists: func(id session.ID) bool {
			_, err := os.Stat(p.provider.Dir(id))
			return err == nil
		},
	}
}

// callerWorkspaces carries out the requests of MCP callers that concern more than one session.
type callerWorkspaces struct{ places }

// workspaceFor returns the named workspace, by default the caller's.
func workspaceFor(c mcpserver.Caller, named string) string {
	for _, name := range []string{named, c.Workspace} {
		if name != "" {
			return name
		}
	}
	return defaultWorkspace
}

// absolute resolves a path that a caller has named against the caller's directory. An empty path is
// that directory.
func absolute(c mcpserver.Caller, path string) string {
	if path == "" || !filepath.IsAbs(path) {
		return filepath.Join(c.Dir, path)
	}
	return path
}

func (w callerWorkspaces) Open(ctx context.Context, c mcpserver.Caller, o mcpserver.Opening) (mcpserver.Opened, error) {
	dir := absolute(c, o.Dir)
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return mcpserver.Opened{}, fmt.Errorf("there is no directory %s: name one that exists", catalogue.Printable(dir))
	}
	if err := w.checkName(ctx, o.Name); err != nil {
		return mcpserver.Opened{}, err
	}
	name := workspaceFor(c, "")
	r, err := w.running(name)
	if err != nil {
		return mcpserver.Opened{}, err
	}
	if o.Place == "detached" || o.Place == "" && !r.open {
		f := newFlags{startFlags: startFlags{name: o.Name, dir: dir}, agent: o.Agent, prompt: o.Prompt}
		spec, err := w.specOf(f, o.Command)
		if err != nil {
			return mcpserver.Opened{}, err
		}
		conn, err := w.provider.Start(spec)
		if err != nil {
			return mcpserver.Opened{}, err
		}
		return mcpserver.Opened{ID: spec.ID}, conn.Close()
	}
	words := []string{map[string]string{"right": "pane.split-right", "below": "pane.split-below"}[o.Place], "--background", "--cwd", dir}
	switch {
	case words[0] == "":
		words[0] = "tab.new"
	case c.Session == "":
		return mcpserver.Opened{}, fmt.Errorf("you have no pane to split: open a tab")
	}
	for _, flag := range [][2]string{{"--name", o.Name}, {"--agent", o.Agent}, {"--prompt", o.Prompt}} {
		if flag[1] != "" {
			words = append(words, flag[0], flag[1])
		}
	}
	if len(o.Command) > 0 {
		words = append(append(words, "--"), o.Command...)
	}
	a, err := r.ask(ctx, control.Request{Kind: control.Do, Session: c.Session, Dir: control.Bytes(c.Dir), Words: bytesOf(words)})
	return openedIn(name, a, err)
}

// openedIn returns the session that a program opened.
func openedIn(workspace string, a control.Answer, err error) (mcpserver.Opened, error) {
	if err != nil {
		return mcpserver.Opened{}, err
	}
	id, err := uuid.Parse(a.Session)
	if err != nil {
		return mcpserver.Opened{}, errors.New("dormer did not return the session that it opened: list lists the sessions")
	}
	return mcpserver.Opened{ID: id, Workspace: workspace, Said: a.Text}, nil
}

func (w callerWorkspaces) MakeWorktree(ctx context.Context, c mcpserver.Caller, what mcpserver.Worktree) (o mcpserver.Opened, err error) {
	r, dir, err := findRepo(ctx, absolute(c, what.Repo))
	if err != nil {
		return o, err
	}
	name := workspaceFor(c, "")
	running, err := w.running(name)
	if err != nil {
		return o, err
	}
	opening := openWorktreeFlags{agent: what.Agent, prompt: what.Prompt, command: what.Command, detached: what.Detached || !running.open}
	if !opening.detached {
		opening.workspace = name
	}
	how, err := w.worktreeOpening(opening)
	if err != nil {
		return o, err // before anything is created
	}
	made, err := w.makeWorktree(ctx, r, repo.New{Branch: what.Branch, From: what.From, Dir: dir})
	if err != nil {
		return o, err
	}
	asked, err := how.asked(r, made.Worktree, made.lines)
	if err != nil {
		return o, err
	}
	if how.detached {
		o.ID, err = how.startDetached(ctx, asked)
	} else {
		asked.Background = true
		var a control.Answer
		a, err = how.running.ask(ctx, worktreeRequest(asked))
		o, err = openedIn(name, a, err)
	}
	if err != nil {
		return o, fmt.Errorf("worktree %s was made, and its session was not: %w", made.Path, err)
	}
	o.Said = joinNotices(append(made.said, o.Said)...)
	return o, nil
}

func (w callerWorkspaces) Diff(ctx context.Context, c mcpserver.Caller, d mcpserver.Diff) (string, error) {
	f := diffFlags{repo: absolute(c, d.Repo)}
	word := d.Worktree
	if word == "" && d.Repo == "" {
		f.repo, word = "", c.Dir
	} else if st, err := os.Stat(absolute(c, word)); word != "" && err == nil && st.IsDir() {
		word = absolute(c, word)
	}
	tree, err := f.tree(ctx, word)
	if err != nil {
		return "", err
	}
	return worktreeDiff{tree: tree, base: d.Base}.text(ctx, d.Stat)
}

func (w callerWorkspaces) Undo(ctx context.Context, c mcpserver.Caller, named string, fits func([]session.ID) bool) (string, error) {
	name := workspaceFor(c, named)
	r, err := w.running(name)
	if err != nil {
		return "", err
	}
	a, err := r.ask(ctx, control.Request{Kind: control.Closed})
	if errors.Is(err, errNotShown) {
		return w.undoOnDisk(ctx, name, func(closed []workspace.Closed) (workspace.Closed, error) {
			for _, one := range slices.Backward(closed) {
				if fits(one.Sessions) {
					return one, nil
				}
			}
			return workspace.Closed{}, errNothingFits
		})
	}
	if err != nil {
		return "", err
	}
	for _, one := range a.Closed {
		if fits(idsOf(one.Sessions)) {
			_, err := r.ask(ctx, control.Request{Kind: control.BringBack, Sessions: one.Sessions})
			return "brought back `" + one.Title + "`", err
		}
	}
	return "", errNothingFits
}

// errNothingFits is the error if a caller can bring nothing back.
var errNothingFits = errors.New("there is no closed tab or pane whose sessions you may act on")

// idsOf returns the words that are session ids.
func idsOf(words []string) (ids []session.ID) {
	for _, word := range words {
		if id, err := uuid.Parse(word); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}
