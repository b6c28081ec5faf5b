package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"dormer/session"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/grant"
	"dormer/session/launch"
	"dormer/session/wire"
	"dormer/ui/typing"
)

// maxText is the most text that one call can type, in bytes.
const maxText = 1 << 20

func (s *server) addActing() {
	place := func(j *jsonschema.Schema) { restrictTo(j, "place", Places...) }
	addTool(s, "open", `Start a session: a login shell, a command, or a coding agent. You may act on it from then on. It is shown in a tab of the user's workspace, in the background, or beside your own pane, or nowhere (detached). Returns its id.`,
		hints{}, place, s.open)
	addTool(s, "run", `Run one line in a shell at its prompt, as if it were typed there, and return its output and exit code. The shell keeps its directory and variables between calls. Refused where no shell waits at an empty prompt, or the shell does not mark its prompts: then use send_text and wait. After timeout_seconds the command runs on: wait until "prompt" and read "last_command", or send_keys ctrl+c.`,
		hints{destructive: true}, func(j *jsonschema.Schema) {
			restrictRange(j, "timeout_seconds", 1, maxTimeout)
			restrictRange(j, "max_bytes", 1024, maxBytes)
		}, s.run)
	addTool(s, "send_text", `Type text into a session, as one paste: a program that supports bracketed paste waits for Enter, so a shell runs nothing yet. With enter, Enter is pressed after it. For commands use run, for agents prompt_agent. With expect nothing is sent unless that program is in the foreground.`,
		hints{destructive: true}, nil, s.sendText)
	addTool(s, "send_keys", `Press keys in a session, such as Enter, ctrl+c, Up, F5, Escape, or letters: one key each. With expect nothing is sent unless that program is in the foreground.`,
		hints{destructive: true}, nil, s.sendKeys)
	addTool(s, "prompt_agent", `Give the coding agent in a session a prompt. Refused while it is blocked (the prompt would answer its question), after it has ended, and while a shell is in the foreground. Then wait until "state" with done, blocked, idle.`,
		hints{destructive: true}, nil, s.prompt)
	addTool(s, "worktree_create", `Make a git worktree with a branch of its own and open a session in it, with a shell, a command or a coding agent. You may act on the session from then on. Your own files stay unchanged.`,
		hints{}, nil, s.makeWorktree)
	addTool(s, "undo", `Bring back the last closed tab or pane whose sessions you may act on, with its processes; or the one that holds session. Closed tabs and panes keep running for some minutes.`,
		hints{}, nil, s.undo)
}

type openIn struct {
	Command []string `json:"command,omitempty" jsonschema:"the program and its arguments, no shell between; a login shell if left out; with agent, the agent's arguments"`
	Agent   string   `json:"agent,omitempty" jsonschema:"start this coding agent: claude, codex, gemini, opencode, aider, or one of the user's"`
	Prompt  string   `json:"prompt,omitempty" jsonschema:"the first prompt of the agent"`
	Name    string   `json:"name,omitempty" jsonschema:"the name of the session"`
	Cwd     string   `json:"cwd,omitempty" jsonschema:"its directory; yours if left out"`
	Place   string   `json:"place,omitempty" jsonschema:"tab (default where a program shows the workspace), right or below your pane, or detached"`
}

type openedOut struct {
	Session   string `json:"session" jsonschema:"its id"`
	Workspace string `json:"workspace,omitempty" jsonschema:"the workspace that shows it; none if left out"`
	Note      string `json:"note,omitempty"`
}

func (s *server) open(ctx context.Context, in openIn) (openedOut, error) {
	switch {
	case slices.ContainsFunc(append(slices.Clone(in.Command), in.Name, in.Cwd, in.Prompt), func(t string) bool { return strings.ContainsRune(t, 0) }):
		return openedOut{}, errors.New("an argument contains a NUL character, which cannot be passed to a program")
	case in.Name != catalogue.Printable(in.Name):
		return openedOut{}, errors.New("the name has characters that cannot be printed")
	case len(in.Command) > 0 && in.Command[0] == "" && in.Agent == "":
		return openedOut{}, errors.New("the command begins with an empty word: name a program")
	case in.Prompt != "" && in.Agent == "":
		return openedOut{}, errors.New("prompt needs agent")
	}
	o, err := s.Workspaces.Open(ctx, s.caller, Opening{Name: in.Name, Dir: in.Cwd, Command: in.Command, Agent: in.Agent, Prompt: in.Prompt, Place: in.Place})
	return s.opened(o, err)
}

// opened records that the caller has opened a session.
func (s *server) opened(o Opened, err error) (openedOut, error) {
	if err != nil {
		return openedOut{}, err
	}
	if err := s.Grants.Add(grant.Grant{Caller: s.caller.Name, Session: o.ID, Opened: true}); err != nil {
		return openedOut{}, fmt.Errorf("session %s was opened, but you cannot act on it: %w", o.ID, err)
	}
	return openedOut{o.ID.String(), o.Workspace, catalogue.Printable(o.Said)}, nil
}

type worktreeIn struct {
	Branch   string   `json:"branch" jsonschema:"the branch; made if it does not exist"`
	From     string   `json:"from,omitempty" jsonschema:"start a new branch at this branch, tag or commit; the current commit if left out"`
	Repo     string   `json:"repo,omitempty" jsonschema:"a directory of the repository; your directory if left out"`
	Command  []string `json:"command,omitempty" jsonschema:"the program and its arguments; a login shell if left out; with agent, the agent's arguments"`
	Agent    string   `json:"agent,omitempty" jsonschema:"start this coding agent in it"`
	Prompt   string   `json:"prompt,omitempty" jsonschema:"the first prompt of the agent"`
	Detached bool     `json:"detached,omitempty" jsonschema:"do not show it in a workspace"`
}

func (s *server) makeWorktree(ctx context.Context, in worktreeIn) (openedOut, error) {
	if in.Prompt != "" && in.Agent == "" {
		return openedOut{}, errors.New("prompt needs agent")
	}
	o, err := s.Workspaces.MakeWorktree(ctx, s.caller, Worktree{
		Branch: in.Branch, From: in.From, Repo: in.Repo, Command: in.Command, Agent: in.Agent, Prompt: in.Prompt, Detached: in.Detached,
	})
	return s.opened(o, err)
}

type runIn struct {
	Session        string `json:"session" jsonschema:"id, beginning of an id, or name"`
	Command        string `json:"command" jsonschema:"one line for the shell"`
	TimeoutSeconds int    `json:"timeout_seconds,omitempty" jsonschema:"1 to 600, 60 if left out"`
	MaxBytes       int    `json:"max_bytes,omitempty" jsonschema:"at most this many bytes of output, the last ones; 1024 to 262144, 32768 if left out"`
}

type runOut struct {
	Output       string `json:"output"`
	OmittedBytes int    `json:"omitted_bytes,omitempty" jsonschema:"bytes left out before the output"`
	ExitCode     *int   `json:"exit_code,omitempty" jsonschema:"left out while the command runs, and if the shell does not report it"`
	TimedOut     bool   `json:"timed_out,omitempty" jsonschema:"the command runs on"`
	Note         string `json:"note,omitempty"`
}

const (
	// startTime is the time limit for a new shell to show its prompt.
	startTime = 10 * time.Second
	// promptTime is the time limit for the prompt after a command has ended.
	promptTime = 2 * time.Second
)

func (s *server) run(ctx context.Context, in runIn) (out runOut, err error) {
	e, err := s.permitted(ctx, in.Session)
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, seconds(in.TimeoutSeconds))
	defer cancel()
	if err := s.awaitPrompt(ctx, e.Host); err != nil {
		return out, err
	}
	w, err := s.Provider.Watch(ctx, e.Host, wire.Watch{})
	if err != nil {
		return out, launch.Unreachable(err)
	}
	number, err := s.Provider.Sessions().RunLine(ctx, e.ID, in.Command)
	if err != nil {
		return out, fmt.Errorf("%w: nothing was typed", err)
	}
	ended, note, err := s.untilDone(ctx, e.Host, w, number)
	text := tail{limit: orDefault(in.MaxBytes, defaultBytes, maxBytes)}
	reading, done := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer done()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		out.TimedOut, err = true, nil
		if c, found, _ := s.Provider.Output(reading, e.Host, &text); !found || c.ID < number {
			text = tail{limit: text.limit}
			out.Note = "the shell has not started it: the line may be incomplete"
		}
	case ctx.Err() != nil:
		return out, ctx.Err()
	case err != nil:
		return out, err
	case note != "":
		out.Note = note
	default:
		if ended.HasExitCode {
			out.ExitCode = &ended.ExitCode
		}
		if ended.Output.Before(ended.End) {
			err = s.Provider.Text(reading, e.Host, ended.Output, &ended.End, &text)
		}
	}
	if err != nil {
		return out, launch.Unreachable(err)
	}
	out.Output, out.OmittedBytes = text.take(all)
	return out, nil
}

// awaitPrompt waits for the prompt of a shell that was just started, or whose command has just
// ended. If it does not come, the host explains why the shell takes no command.
func (s *server) awaitPrompt(ctx context.Context, name string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := s.Provider.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return launch.Unreachable(err)
	}
	limit := time.Duration(0)
	switch last := w.Info.Last; {
	case last != nil && !last.Running():
		limit = promptTime
	case last == nil && len(w.Info.Command) == 0:
		limit = startTime - time.Since(w.Info.Started)
	}
	defer time.AfterFunc(limit, cancel).Stop()
	_ = await.Prompt(w) // without a prompt, the host refuses the command
	return nil
}

// untilDone waits for the end of the command with a number, or with a higher one. The note explains
// why there was no command.
func (s *server) untilDone(ctx context.Context, name string, w *launch.Watched, number uint32) (ended wire.Command, note string, err error) {
	started, left := false, false
	for {
		m, err := w.Receive()
		if err != nil {
			return ended, "", launch.ErrHostGone
		}
		switch m := m.(type) {
		case wire.CommandStarted:
			started = started || m.Command.ID >= number
		case wire.CommandDone:
			if m.Command.ID >= number {
				return m.Command, "", nil
			}
		case wire.Exited:
			return ended, "the session's program " + launch.DescribeExit(m), nil
		case wire.Status:
			left = left || !m.Prompt
			if !m.Prompt || !left || started {
				continue
			}
			if c, found, err := s.Provider.Output(ctx, name, &tail{}); err == nil && (!found || c.ID < number) {
				return ended, "the shell ran nothing and shows its prompt again: read the screen, the line may be wrong", nil
			}
		}
	}
}

type textIn struct {
	Session string `json:"session" jsonschema:"id, beginning of an id, or name"`
	Text    string `json:"text" jsonschema:"at most 1 MB, of printable characters, tabs and line ends"`
	Enter   bool   `json:"enter,omitempty" jsonschema:"press Enter after it"`
	Expect  string `json:"expect,omitempty" jsonschema:"send nothing unless this program is in the foreground"`
}

type sentOut struct {
	Foreground string `json:"foreground" jsonschema:"the program that got the text"`
}

func (s *server) sendText(ctx context.Context, in textIn) (sentOut, error) {
	switch {
	case in.Text == "" && !in.Enter:
		return sentOut{}, errors.New("there is nothing to send")
	case len(in.Text) > maxText:
		return sentOut{}, fmt.Errorf("the text has %d bytes, and may have %d: write it to a file", len(in.Text), maxText)
	case strings.ContainsFunc(in.Text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }):
		return sentOut{}, errors.New("the text has control characters: press keys with send_keys")
	}
	return s.send(ctx, in.Session, in.Expect, typing.Input{Paste: []byte(in.Text), Enter: in.Enter})
}

type keysIn struct {
	Session string   `json:"session" jsonschema:"id, beginning of an id, or name"`
	Keys    []string `json:"keys" jsonschema:"1 to 1000 keys, such as Enter, ctrl+c, Up, F5, Escape, or a letter"`
	Expect  string   `json:"expect,omitempty" jsonschema:"send nothing unless this program is in the foreground"`
}

func (s *server) sendKeys(ctx context.Context, in keysIn) (sentOut, error) {
	if n := len(in.Keys); n == 0 || n > 1000 {
		return sentOut{}, fmt.Errorf("%d keys are named: name 1 to 1000", n)
	}
	read, err := typing.ReadKeys(in.Keys)
	if err != nil {
		return sentOut{}, fmt.Errorf("%w: send_text types text", err)
	}
	return s.send(ctx, in.Session, in.Expect, typing.Input{Keys: read})
}

func (s *server) send(ctx context.Context, word, expect string, what typing.Input) (out sentOut, err error) {
	e, err := s.permitted(ctx, word)
	if err != nil {
		return out, err
	}
	w, err := s.Provider.Watch(ctx, e.Host, wire.Watch{})
	if err != nil {
		return out, launch.Unreachable(err)
	}
	defer func() { _ = w.Close() }() // everything has been received by then
	out.Foreground = w.Status.Program
	switch {
	case w.Exited != nil:
		return out, fmt.Errorf("its program %s: nothing was sent", launch.DescribeExit(*w.Exited))
	case expect != "" && w.Status.Program != expect:
		return out, fmt.Errorf("%s is in the foreground, and not %s: nothing was sent", catalogue.Printable(w.Status.Program), catalogue.Printable(expect))
	case !w.Status.Modes.BracketedPaste && w.Status.Prompt && strings.Contains(strings.TrimRight(string(what.Paste), "\n"), "\n"):
		return out, errors.New("its shell does not support bracketed paste and would run each line: send one line at a time: nothing was sent")
	}
	return out, w.Deliver(what.Messages(w.Status.Modes))
}

type promptIn struct {
	Session string `json:"session" jsonschema:"id, beginning of an id, or name"`
	Text    string `json:"text" jsonschema:"the prompt"`
}

type done struct {
	Done string `json:"done"`
}

func (s *server) prompt(ctx context.Context, in promptIn) (done, error) {
	e, err := s.permitted(ctx, in.Session)
	if err != nil {
		return done{}, err
	}
	if err := s.Provider.Sessions().Prompt(ctx, e.ID, "", in.Text); err != nil {
		return done{}, fmt.Errorf("%w: nothing was typed", err)
	}
	return done{"the agent has the prompt"}, nil
}

type undoIn struct {
	Session   string `json:"session,omitempty" jsonschema:"bring back the tab or pane with this session; the last closed one if left out"`
	Workspace string `json:"workspace,omitempty" jsonschema:"the workspace; yours if left out"`
}

func (s *server) undo(ctx context.Context, in undoIn) (done, error) {
	var holding session.ID
	if in.Session != "" {
		e, err := s.permitted(ctx, in.Session)
		if err != nil {
			return done{}, err
		}
		holding = e.ID
	}
	grants, err := s.Grants.List()
	if err != nil {
		return done{}, err
	}
	said, err := s.Workspaces.Undo(ctx, s.caller, in.Workspace, func(ids []session.ID) bool {
		mine := func(id session.ID) bool { return grant.May(grants, s.caller.Name, id) }
		return !slices.ContainsFunc(ids, func(id session.ID) bool { return !mine(id) }) && (in.Session == "" || slices.Contains(ids, holding))
	})
	return done{catalogue.Printable(said)}, err
}
