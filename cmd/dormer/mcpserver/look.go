package mcpserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"

	"dormer/session"
	"dormer/session/agent"
	"dormer/session/await"
	"dormer/session/catalogue"
	"dormer/session/follow"
	"dormer/session/grant"
	"dormer/session/launch"
	"dormer/session/wire"
)

const (
	defaultLines, maxLines = 200, 5000
	defaultBytes, maxBytes = 32 << 10, 256 << 10
	// For waiting and for running a command, in seconds.
	defaultTimeout, maxTimeout = 60, 600
	maxSessions                = 500
)

func (s *server) addLooking() {
	addTool(s, "list", `List sessions: terminals with shells, commands and coding agents. Each has its state, its foreground program, and the state of its agent (working, blocked, done, idle, error). "mine" means that you may act on it; you may read all.`,
		hints{readOnly: true, idempotent: true}, nil, s.list)
	addTool(s, "read", `Read a session, as text. part "screen" is the screen, "history" also the lines above it, "last_command" the output of its shell's last command with its exit code. Every answer has a mark: pass it as since next time to get only the text from that line on (the line itself may be repeated). Long texts are cut at the beginning, and omitted_bytes is the number of bytes left out. Also works for sessions that have ended.`,
		hints{readOnly: true, idempotent: true}, func(j *jsonschema.Schema) {
			restrictTo(j, "part", "screen", "history", "last_command")
			restrictRange(j, "lines", 1, maxLines)
			restrictRange(j, "max_bytes", 1024, maxBytes)
		}, s.read)
	addTool(s, "wait", `Wait until something happens in a session: until "exited" (its program has ended), "idle" (it has printed nothing for idle_seconds), "prompt" (its shell waits at its prompt), "output" (a line matches pattern), "state" (its agent, or the session, is in one of states). happened is false when timeout_seconds have passed first. Cancelling the request ends the wait. Uses no processor time.`,
		hints{readOnly: true, idempotent: true}, func(j *jsonschema.Schema) {
			restrictTo(j, "until", "exited", "idle", "prompt", "output", "state")
			restrictRange(j, "timeout_seconds", 1, maxTimeout)
			restrictRange(j, "idle_seconds", 1, maxTimeout)
			restrictTo(j, "states", stateNames()...)
		}, s.wait)
	if s.caller.ReadOnly {
		return // permission to see sessions does not cover every repository
	}
	addTool(s, "worktree_diff", `Show the changes in a git worktree since its branch left its base branch: committed changes, uncommitted changes and new files. A long diff is cut at the beginning; use stat first.`,
		hints{readOnly: true, idempotent: true}, func(j *jsonschema.Schema) { restrictRange(j, "max_bytes", 1024, maxBytes) }, s.diff)
}

type listIn struct {
	All bool `json:"all,omitempty" jsonschema:"include sessions that have ended or are archived"`
}

type listOut struct {
	Sessions []row `json:"sessions"`
	Omitted  int   `json:"omitted,omitempty" jsonschema:"how many more there are"`
}

// row is a session in a list.
type row struct {
	ID           string `json:"id"`
	Name         string `json:"name,omitempty"`
	Description  string `json:"description,omitempty"`
	State        string `json:"state" jsonschema:"of its process: created, starting, running, stopping, stopped, failed, completed or orphaned"`
	Doing        string `json:"doing,omitempty"`
	Program      string `json:"program,omitempty" jsonschema:"the foreground program, if it is not the session's own program"`
	Cwd          string `json:"cwd,omitempty"`
	Workspace    string `json:"workspace,omitempty"`
	Agent        string `json:"agent,omitempty"`
	AgentState   string `json:"agent_state,omitempty"`
	AgentKind    string `json:"agent_kind,omitempty" jsonschema:"what a blocked agent waits for"`
	AgentMessage string `json:"agent_message,omitempty"`
	ExitCode     *int   `json:"exit_code,omitempty"`
	IdleSeconds  *int   `json:"idle_seconds,omitempty" jsonschema:"seconds without new output"`
	Mine         bool   `json:"mine" jsonschema:"you may act on it"`
	Yourself     bool   `json:"yourself,omitempty" jsonschema:"you run in it"`
}

func (s *server) list(ctx context.Context, in listIn) (out listOut, err error) {
	l, err := s.Look(ctx)
	if err != nil {
		return out, err
	}
	grants, _ := s.Grants.List() // unreadable grants permit nothing
	out.Sessions = []row{}
	for _, r := range l.Rows(time.Now(), catalogue.Filter{All: in.All}) {
		if len(out.Sessions) == maxSessions {
			out.Omitted++
			continue
		}
		mine := slices.ContainsFunc(l.Entries, func(e *catalogue.Entry) bool {
			return e.Key() == r.ID && !s.caller.ReadOnly && grant.May(grants, s.caller.Name, e.ID)
		})
		out.Sessions = append(out.Sessions, row{
			ID: r.ID, Name: catalogue.Printable(r.Name), Description: catalogue.Printable(r.Description), State: string(r.State), Doing: string(r.Doing),
			Program: r.Program, Cwd: r.Cwd, Workspace: r.Workspace, Agent: string(r.Agent), AgentState: string(r.AgentState), AgentKind: string(r.AgentKind),
			AgentMessage: catalogue.Printable(r.AgentMessage), ExitCode: r.ExitCode, IdleSeconds: r.IdleSeconds, Mine: mine, Yourself: r.ID == s.caller.Session,
		})
	}
	return out, nil
}

type readIn struct {
	Session  string  `json:"session" jsonschema:"id, beginning of an id, or name"`
	Part     string  `json:"part,omitempty" jsonschema:"screen (default), history or last_command"`
	Since    string  `json:"since,omitempty" jsonschema:"a mark of an earlier answer: read from its line on; part and from_line are ignored then"`
	FromLine *uint64 `json:"from_line,omitempty" jsonschema:"read history from this line on, as numbered by cursor_line"`
	ToLine   *uint64 `json:"to_line,omitempty" jsonschema:"and up to this line, exclusive"`
	Lines    int     `json:"lines,omitempty" jsonschema:"at most this many lines, the last ones; 1 to 5000, 200 if left out"`
	MaxBytes int     `json:"max_bytes,omitempty" jsonschema:"at most this many bytes, the last ones; 1024 to 262144, 32768 if left out"`
}

type readOut struct {
	Text         string   `json:"text"`
	OmittedBytes int      `json:"omitted_bytes,omitempty" jsonschema:"bytes left out before the text"`
	Mark         string   `json:"mark,omitempty" jsonschema:"for since"`
	CursorLine   uint64   `json:"cursor_line,omitempty" jsonschema:"number of the line with the cursor, counted from the first line of the session"`
	Command      *command `json:"command,omitempty" jsonschema:"of last_command"`
	Note         string   `json:"note,omitempty"`
}

// command is a shell command.
type command struct {
	Line     string `json:"line,omitempty"`
	Running  bool   `json:"running,omitempty"`
	ExitCode *int   `json:"exit_code,omitempty"`
}

func commandOf(c wire.Command) *command {
	out := &command{Line: c.Line, Running: c.Running()}
	if c.HasExitCode {
		out.ExitCode = &c.ExitCode
	}
	return out
}

func (s *server) read(ctx context.Context, in readIn) (out readOut, err error) {
	e, _, err := s.find(ctx, in.Session)
	if err != nil {
		return out, err
	}
	text := tail{limit: orDefault(in.MaxBytes, defaultBytes, maxBytes)}
	if e.Live() {
		err = s.readLive(ctx, e.Host, in, &text, &out)
	} else {
		err = s.readKept(e.ID, in, &text, &out)
	}
	if err != nil {
		return readOut{}, err
	}
	text.kept = bytes.TrimRight(text.kept, "\n") // drop blank rows
	out.Text, out.OmittedBytes = text.take(orDefault(in.Lines, defaultLines, maxLines))
	return out, nil
}

// readLive reads from the host with a name.
func (s *server) readLive(ctx context.Context, name string, in readIn, to *tail, out *readOut) error {
	w, err := s.Provider.Watch(ctx, name, wire.Watch{})
	if err != nil {
		return launch.Unreachable(err)
	}
	defer func() { _ = w.Close() }()
	var since wire.Position
	if in.Since != "" {
		mark, ok := launch.ParseMark(in.Since)
		if !ok {
			return fmt.Errorf("%q is not a mark: give the mark of an earlier answer of read", catalogue.Printable(in.Since))
		}
		if since, err = s.Provider.Marked(ctx, name, w, mark); err != nil {
			return fmt.Errorf("%w: read without since for another mark", err)
		}
	}
	mark, err := s.Provider.Mark(ctx, name, w) // before reading: no output is lost between two answers
	if err != nil {
		return launch.Unreachable(err)
	}
	out.Mark, out.CursorLine = mark.String(), w.Status.Line
	switch {
	case in.Since != "":
		err = s.Provider.Text(ctx, name, since, nil, to)
	case in.FromLine != nil || in.ToLine != nil:
		var from wire.Position
		var end *wire.Position
		if in.FromLine != nil {
			from.Line = *in.FromLine
		}
		if in.ToLine != nil {
			end = &wire.Position{Line: *in.ToLine}
		}
		if end != nil && !from.Before(*end) {
			return errors.New("to_line must be greater than from_line")
		}
		err = s.Provider.Text(ctx, name, from, end, to)
	case in.Part == "last_command":
		var c wire.Command
		var found bool
		if c, found, err = s.Provider.Output(ctx, name, to); err == nil && !found {
			return errNoCommand
		}
		out.Command = commandOf(c)
	default:
		err = s.Provider.Capture(ctx, name, wire.Capture{Scrollback: in.Part == "history", MaxLines: orDefault(in.Lines, defaultLines, maxLines)}, to)
	}
	if err != nil {
		return launch.Unreachable(err)
	}
	return nil
}

var errNoCommand = errors.New("its shell marks no commands (OSC 133): read its screen instead")

// readKept reads the saved screen and output of a session without a host.
func (s *server) readKept(id session.ID, in readIn, to *tail, out *readOut) error {
	if in.Since != "" || in.FromLine != nil || in.ToLine != nil {
		return errors.New("the session no longer runs: read its screen, history or last_command")
	}
	last, err := s.Provider.Kept(id)
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("the session no longer runs, and its screen was not kept")
	}
	if err != nil {
		return fmt.Errorf("the session no longer runs, and its last screen cannot be read: %w", err)
	}
	out.Note = "the session no longer runs: this is its screen of " + last.At.UTC().Format(time.RFC3339)
	if in.Part != "last_command" {
		return last.Capture(wire.Capture{Scrollback: in.Part == "history", MaxLines: orDefault(in.Lines, defaultLines, maxLines)}, to)
	}
	c, found, err := last.Output(to)
	if err == nil && !found {
		err = errNoCommand
	}
	out.Command = commandOf(c)
	return err
}

// orDefault returns n, at most limit, or preset if n is not positive.
func orDefault(n, preset, limit int) int {
	if n <= 0 {
		return preset
	}
	return min(n, limit)
}

// tail keeps the end of the data written to it.
type tail struct {
	limit   int
	kept    []byte
	dropped int
}

func (t *tail) Write(data []byte) (int, error) {
	t.kept = append(t.kept, data...)
	if extra := len(t.kept) - t.limit; extra > t.limit {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
		t.dropped += extra
	}
	return len(data), nil
}

// all is the line limit for the whole text.
const all = math.MaxInt

// take returns the last lines of the data, and the number of bytes left out before them.
func (t *tail) take(lines int) (text string, omitted int) {
	kept := t.kept[max(len(t.kept)-t.limit, 0):]
	for cut := t.dropped > 0 || len(kept) < len(t.kept); cut && len(kept) > 0 && !utf8.RuneStart(kept[0]); {
		kept = kept[1:]
	}
	from := len(kept)
	if from > 0 && kept[from-1] == '\n' {
		from--
	}
	for n := 0; n < lines && from >= 0; n++ {
		from = bytes.LastIndexByte(kept[:from], '\n')
	}
	kept = kept[from+1:]
	return strings.ToValidUTF8(string(kept), "\uFFFD"), t.dropped + len(t.kept) - len(kept)
}

type waitIn struct {
	Session        string   `json:"session" jsonschema:"id, beginning of an id, or name"`
	Until          string   `json:"until" jsonschema:"exited, idle, prompt, output or state"`
	IdleSeconds    int      `json:"idle_seconds,omitempty" jsonschema:"for idle; 1 to 600, 2 if left out"`
	Pattern        string   `json:"pattern,omitempty" jsonschema:"for output: a regular expression (RE2) that a line is to match"`
	FromStart      bool     `json:"from_start,omitempty" jsonschema:"for output: also match lines that were printed before"`
	States         []string `json:"states,omitempty" jsonschema:"for state: of the agent in it (working, blocked, done, idle, error, unknown), or one of the session (running, completed, failed, stopped, ...)"`
	TimeoutSeconds int      `json:"timeout_seconds,omitempty" jsonschema:"1 to 600, 60 if left out"`
}

type waitOut struct {
	Happened bool   `json:"happened" jsonschema:"false when the time has passed first"`
	Line     string `json:"line,omitempty" jsonschema:"the line that matched"`
	State    string `json:"state,omitempty" jsonschema:"of the session, or of its agent"`
	Message  string `json:"message,omitempty" jsonschema:"the message of the agent about its state"`
	ExitCode *int   `json:"exit_code,omitempty"`
	Signal   string `json:"signal,omitempty" jsonschema:"that ended the program"`
}

func stateNames() (names []string) {
	for _, s := range agent.States {
		names = append(names, string(s))
	}
	for _, s := range session.Lifecycles() {
		names = append(names, string(s))
	}
	return names
}

func (s *server) wait(ctx context.Context, in waitIn) (out waitOut, err error) {
	pattern, err := in.check()
	if err != nil {
		return out, err
	}
	ctx, cancel := context.WithTimeout(ctx, seconds(in.TimeoutSeconds))
	defer cancel()
	out, err = s.await(ctx, in, pattern)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return waitOut{}, nil
	case ctx.Err() != nil:
		return waitOut{}, ctx.Err()
	}
	out.Happened = err == nil
	return out, err
}

func seconds(n int) time.Duration {
	return time.Duration(orDefault(n, defaultTimeout, maxTimeout)) * time.Second
}

// check rejects invalid arguments and compiles the pattern.
func (in waitIn) check() (pattern *regexp.Regexp, err error) {
	switch {
	case in.Until == "output" && in.Pattern == "":
		return nil, errors.New("output needs a pattern")
	case in.Until == "output":
		if len(in.Pattern) > 4096 {
			return nil, errors.New("the pattern is longer than 4096 bytes")
		}
		if pattern, err = regexp.Compile(in.Pattern); err != nil {
			return nil, fmt.Errorf("the pattern is not a regular expression: %w", err)
		}
	case in.Until == "state" && len(in.States) == 0:
		return nil, errors.New("state needs states")
	case in.Until == "state" && session.Lifecycle(in.States[0]).Valid() && len(in.States) > 1:
		return nil, errors.New("one state of the session can be waited for at a time")
	}
	return pattern, nil
}

// await waits for the requested event.
func (s *server) await(ctx context.Context, in waitIn, pattern *regexp.Regexp) (out waitOut, err error) {
	e, _, err := s.find(ctx, in.Session)
	if err != nil {
		return out, err
	}
	if in.Until == "exited" || in.Until == "state" && session.Lifecycle(in.States[0]).Valid() {
		return s.awaitState(ctx, e.ID, in)
	}
	if err := e.NotLive(in.Session); err != nil {
		return out, err
	}
	w, err := s.Provider.Watch(ctx, e.Host, wire.Watch{Output: pattern != nil})
	if err != nil {
		return out, launch.Unreachable(err)
	}
	switch in.Until {
	case "idle":
		err = await.Idle(ctx, s.Provider, e.Host, w, time.Duration(orDefault(in.IdleSeconds, 2, maxTimeout))*time.Second)
	case "prompt":
		err = await.Prompt(w)
	case "output":
		out.Line, err = await.Output(ctx, s.Provider, e.Host, w, pattern, in.FromStart)
	default:
		var v agent.Verdict
		v, err = await.Agent(w, in.States)
		out.State, out.Message = v.String(), catalogue.Printable(v.Message)
	}
	return out, err
}

// awaitState waits until a session ends, or reaches the requested state.
func (s *server) awaitState(ctx context.Context, id session.ID, in waitIn) (out waitOut, err error) {
	var want session.Lifecycle
	if in.Until == "state" {
		want = session.Lifecycle(in.States[0])
	}
	e, err := follow.UntilState(ctx, s.Provider, id, want)
	out.State, out.ExitCode, out.Signal = string(e.State), e.ExitCode, e.Signal
	return out, err
}

type diffIn struct {
	Worktree string `json:"worktree,omitempty" jsonschema:"its directory, branch, or the last part of one; yours if left out"`
	Repo     string `json:"repo,omitempty" jsonschema:"a directory of the repository; your directory if left out"`
	Base     string `json:"base,omitempty" jsonschema:"compare with where the branch left this branch, tag or commit"`
	Stat     bool   `json:"stat,omitempty" jsonschema:"only the files, with the number of changed lines"`
	MaxBytes int    `json:"max_bytes,omitempty" jsonschema:"at most this many bytes, the last ones; 1024 to 262144, 32768 if left out"`
}

type textOut struct {
	Text         string `json:"text"`
	OmittedBytes int    `json:"omitted_bytes,omitempty" jsonschema:"bytes left out before the text"`
}

func (s *server) diff(ctx context.Context, in diffIn) (out textOut, err error) {
	text, err := s.Workspaces.Diff(ctx, s.caller, Diff{Worktree: in.Worktree, Repo: in.Repo, Base: in.Base, Stat: in.Stat})
	if err != nil {
		return out, err
	}
	t := tail{limit: orDefault(in.MaxBytes, defaultBytes, maxBytes)}
	_, _ = t.Write([]byte(text)) // Write never fails
	out.Text, out.OmittedBytes = t.take(all)
	return out, nil
}
