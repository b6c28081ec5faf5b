package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	acp "github.com/coder/acp-go-sdk"
)

var fake string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "dormer-chat")
	if err == nil {
		fake = filepath.Join(dir, "fakeacp")
		var out []byte
		if out, err = exec.Command("go", "build", "-o", fake, "dormer/session/testing/fakeacp").CombinedOutput(); err != nil {
			err = fmt.Errorf("%w: %s", err, out)
		}
	}
	code := 1
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	} else {
		code = m.Run()
	}
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// world is a directory for a conversation, one for the agent, and the agent's memory.
type world struct {
	t              *testing.T
	dir, cwd, home string
	env            []string
}

func newWorld(t *testing.T, env ...string) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), cwd: t.TempDir(), home: t.TempDir()}
	w.env = append([]string{"HOME=" + w.home, "PATH=" + os.Getenv("PATH")}, env...)
	return w
}

func (w *world) options() Options {
	return Options{Dir: w.dir, Cwd: w.cwd, Agent: "fake", Argv: []string{fake}, Env: w.env}
}

// open opens the conversation, which is closed at the end of the test.
func (w *world) open(o Options) *talk {
	w.t.Helper()
	c, err := Open(o)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = c.Close() })
	return &talk{Conversation: c, t: w.t, seen: c.Newest()}
}

// start opens the conversation and starts the agent.
func (w *world) start() *talk {
	w.t.Helper()
	k := w.open(w.options())
	k.begin(false)
	return k
}

// talk is a conversation in a test.
type talk struct {
	*Conversation
	t    *testing.T
	seen int64
}

func (k *talk) begin(anew bool) Event {
	k.t.Helper()
	if err := k.Start(anew); err != nil {
		k.t.Fatal(err)
	}
	all := k.until(AgentStarted, AgentEnded)
	return all[len(all)-1]
}

// until returns the events up to the first of some kinds.
func (k *talk) until(kinds ...Kind) (all []Event) {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(k.t.Context(), time.Minute)
	defer cancel()
	for {
		events, err := k.Read(ctx, k.seen)
		if err != nil {
			k.t.Fatalf("waiting for %v: %v, after %+v", kinds, err, all)
		}
		for _, e := range events {
			all = append(all, e)
			k.seen = e.Seq
			if slices.Contains(kinds, e.Kind) {
				return all
			}
		}
	}
}

// ask sends a prompt and returns the events of its turn.
func (k *talk) ask(steps ...string) []Event {
	k.t.Helper()
	if _, err := k.Prompt(strings.Join(steps, "\n")); err != nil {
		k.t.Fatal(err)
	}
	return k.until(TurnEnded)
}

// text returns the text of the events of a kind.
func text(events []Event, kind Kind) string {
	var b strings.Builder
	for _, e := range events {
		if e.Kind == kind {
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

// last returns the last event of a kind.
func last(t *testing.T, events []Event, kind Kind) Event {
	t.Helper()
	for _, e := range slices.Backward(events) {
		if e.Kind == kind {
			return e
		}
	}
	t.Fatalf("no event %q in %+v", kind, events)
	return Event{}
}

func TestATurn(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	events := k.ask("say hello there", "think is that all", "plan look; change", "tool grep foo")
	if got := text(events, UserMessage); !strings.HasPrefix(got, "say hello") {
		t.Errorf("message: %q", got)
	}
	if got := text(events, Answer); got != "hello there\n\n" {
		t.Errorf("answer: %q", got)
	}
	if got := text(events, Thought); got != "is that all" {
		t.Errorf("thought: %q", got)
	}
	plan := last(t, events, PlanChanged).Plan
	if len(plan) != 2 || plan[0] != (PlanEntry{"look", "medium", "completed"}) {
		t.Errorf("plan: %+v", plan)
	}
	tool := last(t, events, ToolChanged).Tool
	if tool.Title != "grep foo" || tool.Status != "completed" || tool.Kind != "search" || len(tool.Content) != 1 || tool.Content[0].Text != "found 3 of them" {
		t.Errorf("tool: %+v", tool)
	}
	if end := last(t, events, TurnEnded); end.Stop != StopEndTurn {
		t.Errorf("end: %+v", end)
	}
	for i, e := range events[1:] {
		if e.Seq != events[i].Seq+1 || e.Time.IsZero() {
			t.Errorf("event %d follows %d", e.Seq, events[i].Seq)
		}
	}
}

func TestPermission(t *testing.T) {
	k := newWorld(t).start()
	for _, option := range []string{"allow", "always", "reject"} {
		if _, err := k.Prompt("ask to remove everything"); err != nil {
			t.Fatal(err)
		}
		asked := last(t, k.until(PermissionAsked), PermissionAsked)
		if asked.Tool.Title != "to remove everything" || len(asked.Options) != 3 || asked.Options[1] != (Option{"always", "Always allow", "allow_always"}) {
			t.Errorf("asked: %+v", asked)
		}
		if _, err := k.Prompt("say more"); !errors.Is(err, ErrBusy) {
			t.Errorf("a second prompt: %v", err)
		}
		if err := k.Answer(asked.Request, "delete"); err == nil || errors.Is(err, ErrNotOpen) {
			t.Errorf("an option that was not offered: %v", err)
		}
		if err := k.Answer(asked.Request, option); err != nil {
			t.Fatal(err)
		}
		if err := k.Answer(asked.Request, option); !errors.Is(err, ErrNotOpen) {
			t.Errorf("a second answer: %v", err)
		}
		events := k.until(TurnEnded)
		if got := last(t, events, PermissionAnswered); got.Request != asked.Request || got.Option != option {
			t.Errorf("answered: %+v", got)
		}
		if got := text(events, Answer); got != "Chosen: "+option+"\n\n" {
			t.Errorf("the agent was told %q", got)
		}
	}
}

func TestCancel(t *testing.T) {
	k := newWorld(t).start()
	if err := k.Cancel(); !errors.Is(err, ErrIdle) {
		t.Errorf("without a turn: %v", err)
	}
	for step, kind := range map[string]Kind{"ask something": PermissionAsked, "think long\nstall": Thought, "think of the end\nfinish": Thought} {
		if _, err := k.Prompt(step); err != nil {
			t.Fatal(err)
		}
		k.until(kind)
		if err := k.Cancel(); err != nil {
			t.Fatal(err)
		}
		events := k.until(TurnEnded)
		if end := last(t, events, TurnEnded); end.Stop != StopCancelled {
			t.Errorf("%s: %+v", step, end)
		}
		if kind == PermissionAsked {
			if got := last(t, events, PermissionAnswered); got.Option != "" {
				t.Errorf("answered: %+v", got)
			}
		}
	}
	if got := text(k.ask("say again"), Answer); got != "again\n\n" {
		t.Errorf("next turn: %q", got)
	}
}

func TestFilesWithinTheDirectoryOnly(t *testing.T) {
	w := newWorld(t)
	outside := filepath.Join(w.home, "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": outside, "dir": w.home, "self": "made/by/agent"} {
		if err := os.Symlink(to, filepath.Join(w.cwd, link)); err != nil {
			t.Fatal(err)
		}
	}
	k := w.start()
	tool := k.ask("edit made/by/agent one\\ntwo")
	if d := last(t, tool, ToolChanged).Tool.Content[0].Diff; d == nil || d.New != "one\ntwo" || d.Old != "" {
		t.Errorf("diff: %+v", d)
	}
	for step, want := range map[string]string{
		"read made/by/agent": "one\ntwo", "read self": "one\ntwo", "read " + filepath.Join(w.cwd, "made/by/agent"): "one\ntwo",
		"read link": "escapes", "read dir/secret": "escapes", "read ../x": "outside the directory", "read " + outside: "outside the directory",
		"write link x": "escapes", "write dir/new x": "escapes", "write ../x y": "outside the directory", "read dir": "escapes", "read made": "not a regular file", "read nothing": "no such file",
	} {
		tool := last(t, k.ask(step), ToolChanged).Tool
		refused := want != "one\ntwo"
		if got := tool.Content[len(tool.Content)-1].Text; !strings.Contains(got, want) || (tool.Status == "failed") != refused {
			t.Errorf("%s: %s: %q", step, tool.Status, got)
		}
	}
	if data, err := os.ReadFile(outside); string(data) != "secret" {
		t.Errorf("outside: %q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(w.home, "new")); err == nil {
		t.Error("a file was made outside")
	}
}

func TestCommands(t *testing.T) {
	k := newWorld(t).start()
	events := k.ask("run printf 'some output'; pwd; exit 4")
	if got := text(events, Answer); !strings.HasPrefix(got, `It ended with 4 and printed "some output`) || !strings.Contains(got, filepath.Base(k.o.Cwd)) {
		t.Errorf("got %q", got)
	}
	shown := last(t, events, TerminalChanged).Terminal
	if !shown.Ended || shown.Code != 4 || !strings.HasPrefix(shown.Output, "some output") || !strings.HasPrefix(shown.Command, "printf") {
		t.Errorf("terminal: %+v", shown)
	}
	if tool := last(t, events, ToolChanged).Tool; len(tool.Content) != 1 || tool.Content[0].Terminal != shown.ID {
		t.Errorf("tool: %+v", tool)
	}
}

// If the transcript can no longer be written, nothing happens that would not be recorded in it.
func TestTranscriptThatCannotBeWritten(t *testing.T) {
	k := newWorld(t).start()
	k.ask("say one")
	readOnly, err := os.Open(k.log.file.Name())
	if err != nil {
		t.Fatal(err)
	}
	k.mu.Lock()
	writable := k.log.file
	k.log.file = readOnly
	n := k.agent
	k.mu.Unlock()
	defer writable.Close()
	if _, err := k.Prompt("say two"); err == nil || !strings.Contains(err.Error(), "nothing can be written any more") {
		t.Errorf("prompt: %v", err)
	}
	<-n.gone
	if err := k.Start(false); err == nil {
		t.Error("the agent was started")
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	all, err := k.Read(ctx, 0)
	if err != nil || text(all, Answer) != "one\n\n" {
		t.Errorf("the transcript has the answer %q, %v", text(all, Answer), err)
	}
	if _, err := k.Read(ctx, all[len(all)-1].Seq); err == nil || !strings.Contains(err.Error(), "nothing can be written") {
		t.Errorf("later events: %v", err)
	}
}

// The output of a command is shown while it runs.
func TestOutputOfARunningCommand(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	gate := filepath.Join(w.cwd, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Prompt("run echo so far; cat gate"); err != nil {
		t.Fatal(err)
	}
	k.until(TerminalChanged) // it has started
	shown := last(t, k.until(TerminalChanged), TerminalChanged).Terminal
	if shown.Ended || shown.Output != "so far\n" {
		t.Errorf("terminal: %+v", shown)
	}
	if err := os.WriteFile(gate, []byte("and the rest\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if shown := last(t, k.until(TurnEnded), TerminalChanged).Terminal; !shown.Ended || shown.Output != "so far\nand the rest\n" {
		t.Errorf("terminal: %+v", shown)
	}
}

// A command runs no longer than the agent that started it.
func TestCommandsEndWithTheAgent(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	if _, err := k.Prompt("run echo $$ > pid; sleep 1000"); err != nil {
		t.Fatal(err)
	}
	k.until(TerminalChanged)
	k.Stop()
	if end := last(t, k.until(AgentEnded), AgentEnded); end.Reason != "it was ended" {
		t.Errorf("ended: %+v", end)
	}
	if out, err := exec.Command("pgrep", "-f", "echo .. > pid; sleep 1000").Output(); err == nil && strings.Contains(string(out), "\n") {
		pid, _ := os.ReadFile(filepath.Join(w.cwd, "pid"))
		if slices.Contains(strings.Fields(string(out)), strings.TrimSpace(string(pid))) {
			t.Errorf("the command is still running as %s", pid)
		}
	}
}

func TestModes(t *testing.T) {
	k := newWorld(t).start()
	m := last(t, k.until(ModeChanged), ModeChanged)
	if m.Mode != "code" || len(m.Modes) != 2 || m.Modes[1] != (Mode{"plan", "Plan only", "changes nothing"}) {
		t.Errorf("modes: %+v", m)
	}
	if c := last(t, k.until(CommandsChanged), CommandsChanged); len(c.Commands) != 2 || c.Commands[0] != (Command{"review", "Review what was changed", "what to look at"}) {
		t.Errorf("commands: %+v", c)
	}
	if err := k.Choose(modesID, "plan"); err != nil {
		t.Fatal(err)
	}
	if m := last(t, k.until(ModeChanged), ModeChanged); m.Mode != "plan" {
		t.Errorf("mode: %+v", m)
	}
	if all, err := k.Settings(); err != nil || len(all) == 0 || all[0].Word() != "mode" || all[0].Value != "plan" || all[0].Choices[0] != (Choice{ID: "code", Name: "Code"}) {
		t.Errorf("settings: %+v, %v", all, err)
	}
	if err := k.Choose(modesID, "none"); err == nil {
		t.Error("a missing mode was set")
	}
	events := k.ask("mode code", "mode nonsense")
	if m := last(t, events, ModeChanged); m.Mode != "code" {
		t.Errorf("mode: %+v", m)
	}
}

// Settings other than the mode are listed, chosen, refused with the agent's message, changed by the agent
// itself, and restored by it when it loads the conversation.
func TestSettings(t *testing.T) {
	for _, form := range []string{"options", "models"} {
		t.Run(form, func(t *testing.T) {
			w := newWorld(t, "FAKE_ACP="+form)
			k := w.start()
			all := last(t, k.until(SettingsChanged), SettingsChanged).Settings
			model := all[0]
			want := []Choice{{"big", "Big", "thinks long"}, {"small", "Small", ""}, {"paid", "Paid", ""}}
			if model.Name != "Model" || model.Category != "model" || model.Value != "big" || !slices.Equal(model.Choices, want) {
				t.Errorf("model: %+v", model)
			}
			if err := k.Choose(model.ID, "small"); err != nil {
				t.Fatal(err)
			}
			if now := last(t, k.until(SettingsChanged), SettingsChanged).Settings; now[0].Value != "small" || len(now) != len(all) {
				t.Errorf("after the choice: %+v", now)
			}
			if err := k.Choose(model.ID, "paid"); err == nil || err.Error() != "Model stays as it was: your plan does not have this model" {
				t.Errorf("refused: %v", err)
			}
			for _, none := range [][2]string{{model.ID, "huge"}, {"colour", "big"}} {
				if err := k.Choose(none[0], none[1]); err == nil {
					t.Errorf("%v was chosen", none)
				}
			}
			if form == "options" {
				if len(all) != 3 || all[1].Category != "thought_level" || all[1].Choices[1] != (Choice{ID: "high", Name: "High"}) || !all[2].Switch || all[2].Value != "false" {
					t.Errorf("options: %+v", all)
				}
				if err := k.Choose("web", "true"); err != nil {
					t.Fatal(err)
				}
				if now := last(t, k.until(SettingsChanged), SettingsChanged).Settings; now[2].Value != "true" || now[0].Value != "small" {
					t.Errorf("after the switch: %+v", now)
				}
				if now := last(t, k.ask("model big", "model small"), SettingsChanged).Settings; now[0].Value != "small" {
					t.Errorf("chosen by the agent: %+v", now)
				}
			} else {
				k.ask("say something")
			}
			k.Stop()
			if err := k.Choose(model.ID, "big"); !errors.Is(err, ErrNoAgent) {
				t.Errorf("without an agent: %v", err)
			}
			k.until(AgentEnded)
			if e := k.begin(false); !e.Loaded {
				t.Errorf("the conversation was not loaded: %+v", e)
			}
			if now := last(t, k.until(SettingsChanged), SettingsChanged).Settings; now[0].Value != "small" {
				t.Errorf("after loading: %+v", now)
			}
		})
	}
}

func TestAnAgentThatDiesIsLoaded(t *testing.T) {
	k := newWorld(t).start()
	k.ask("say one")
	id := k.status.conversation
	if _, err := k.Prompt("say half\nask first\n"); err != nil {
		t.Fatal(err)
	}
	k.until(PermissionAsked)
	if err := k.Cancel(); err != nil {
		t.Fatal(err)
	}
	k.until(TurnEnded)
	events := k.ask("say before the end", "die")
	if got := text(events, Answer); got != "before the end\n\n" {
		t.Errorf("answer: %q", got)
	}
	if end := last(t, events, TurnEnded); end.Stop != StopLost {
		t.Errorf("turn: %+v", end)
	}
	if end := last(t, k.until(AgentEnded), AgentEnded); !strings.Contains(end.Reason, "killed") {
		t.Errorf("ended: %+v", end)
	}
	if _, err := k.Prompt("say x"); !errors.Is(err, ErrNoAgent) {
		t.Errorf("prompt: %v", err)
	}
	before := k.Newest()
	started := k.begin(false)
	if started.Conversation != id || !started.Loaded {
		t.Errorf("started: %+v, of %s", started, id)
	}
	if started.Seq != before+1 {
		t.Errorf("repeated events are in the transcript again: %d events", started.Seq-before-1)
	}
	if got := text(k.ask("say two"), Answer); got != "two\n\n" {
		t.Errorf("next turn: %q", got)
	}
}

func TestReasons(t *testing.T) {
	for name, c := range map[string]struct {
		fake, argv, want string
	}{
		"log in":        {fake: "login", want: "log in"},
		"version":       {fake: "version", want: "version 9"},
		"not installed": {argv: "no-such-agent-here", want: "is not installed"},
		"exits":         {argv: "/bin/false", want: "exited with code 1"},
		"no agent":      {argv: "/bin/cat", want: "closed|Method not found|invalid|id"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "FAKE_ACP="+c.fake)
			o := w.options()
			if c.argv != "" {
				o.Argv = []string{c.argv}
			}
			k := w.open(o)
			end := k.begin(false)
			if end.Kind != AgentEnded || !slices.ContainsFunc(strings.Split(c.want, "|"), func(s string) bool { return strings.Contains(end.Reason, s) }) {
				t.Errorf("got %+v", end)
			}
		})
	}
	t.Run("in a turn", func(t *testing.T) {
		k := newWorld(t).start()
		if end := last(t, k.ask("fail no more tokens"), TurnEnded); end.Stop != StopFailed || end.Reason != "no more tokens" {
			t.Errorf("got %+v", end)
		}
		k.ask("exit out of memory")
		if end := last(t, k.until(AgentEnded), AgentEnded); end.Reason != "it exited with code 3: out of memory" {
			t.Errorf("got %+v", end)
		}
	})
}

func TestAnAgentThatNeverAnswersCanBeEnded(t *testing.T) {
	w := newWorld(t, "FAKE_ACP=silent")
	k := w.open(w.options())
	if err := k.Start(false); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Prompt("say x"); err == nil {
		t.Error("a prompt was accepted")
	}
	k.Stop()
	if end := last(t, k.until(AgentEnded), AgentEnded); end.Reason != "it was ended" {
		t.Errorf("got %+v", end)
	}
}

func TestAnAgentThatIgnoresCancelCanBeEnded(t *testing.T) {
	k := newWorld(t).start()
	if _, err := k.Prompt("deaf"); err != nil {
		t.Fatal(err)
	}
	k.until(Thought)
	if err := k.Cancel(); err != nil {
		t.Fatal(err)
	}
	k.Stop()
	events := k.until(AgentEnded)
	if end := last(t, events, TurnEnded); end.Stop != StopLost {
		t.Errorf("got %+v", end)
	}
}

// The library closes the connection to an agent that sends 1024 updates before they are handled, or a
// line of 10 MiB.
func TestFlood(t *testing.T) {
	k := newWorld(t).start()
	const n = 5000
	var want strings.Builder
	for i := range n {
		fmt.Fprintf(&want, "%d ", i)
	}
	want.WriteString("end of the flood\n\n")
	events := k.ask(fmt.Sprintf("flood %d", n))
	if got := text(events, Answer); got != want.String() {
		t.Errorf("of %d bytes %d arrived", want.Len(), len(got))
	}
	if len(events) > n/4 {
		t.Errorf("%d pieces became %d events", n, len(events))
	}
	if got := text(k.ask("big 3000000"), Answer); len(got) != 3000002 {
		t.Errorf("of a long piece %d bytes arrived", len(got))
	}
	if got := text(k.ask("garbage"), Answer); got != "after the garbage\n\n" {
		t.Errorf("got %q", got)
	}
}

func TestLies(t *testing.T) {
	k := newWorld(t).start()
	events := k.ask("lie")
	if got := text(events, Answer); got != "end of the lies\n\n" {
		t.Errorf("answer: %q", got)
	}
	for _, e := range events {
		if e.Kind == PermissionAsked || e.Kind == UserMessage && e.Text != "lie" {
			t.Errorf("got %+v", e)
		}
	}
	if end := last(t, events, TurnEnded); end.Stop != StopEndTurn {
		t.Errorf("end: %+v", end)
	}
}

// A message in an unexpected form does not block the connection.
func TestMessagesOfAnotherForm(t *testing.T) {
	for name, line := range map[string]string{
		"a request without an id":         `{"jsonrpc":"2.0","method":"fs/read_text_file","params":{"path":"x"}}`,
		"an unknown one without an id":    `{"jsonrpc":"2.0","method":"x","params":{}}`,
		"an update with an id":            `{"jsonrpc":"2.0","id":1,"method":"session/update","params":{}}`,
		"an id that looks like a message": `{"jsonrpc":"2.0","id":{"method":"session/prompt"},"method":"x","params":{}}`,
		"an id that is null":              `{"jsonrpc":"2.0","id":null,"method":"terminal/output","params":{}}`,
		"a cancel of an unknown request":  `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}`,
	} {
		t.Run(name, func(t *testing.T) {
			k := newWorld(t).start()
			if got := text(k.ask("raw "+line, "raw "+line, "say x"), Answer); got != "x\n\n" {
				t.Errorf("got %q", got)
			}
			k.Stop()
			k.until(AgentEnded)
		})
	}
}

func TestResumeAConversationThatTheTranscriptLacks(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	k.ask("say what was said")
	id := k.status.conversation
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	w.dir = t.TempDir()
	o := w.options()
	o.Resume = id
	k = w.open(o)
	if err := k.Start(false); err != nil {
		t.Fatal(err)
	}
	events := k.until(AgentStarted)
	if got := text(events, UserMessage) + text(events, Answer); got != "say what was saidwhat was said\n\n" {
		t.Errorf("got %q", got)
	}
	o.Resume = "another"
	_ = k.Close()
	k = w.open(o)
	if end := k.begin(false); end.Kind != AgentEnded || !strings.Contains(end.Reason, "did not find the conversation another") {
		t.Errorf("got %+v", end)
	}
	if k.wanted() != "another" {
		t.Errorf("the id is lost: %q", k.wanted())
	}
	if started := k.begin(true); started.Kind != AgentStarted || started.Loaded {
		t.Errorf("new conversation: %+v", started)
	}
}

func TestAnAgentThatCannotLoad(t *testing.T) {
	w := newWorld(t, "FAKE_ACP=noload")
	k := w.start()
	k.ask("say x")
	k.Stop()
	k.until(AgentEnded)
	if started := k.begin(false); started.Loaded || !strings.Contains(started.Reason, "cannot go on") {
		t.Errorf("got %+v", started)
	}
}

// When a program is gone, with all that it had started, its group's number may belong to another group:
// no more signals are sent to it.
func TestNoSignalIsSentToAGroupThatIsGone(t *testing.T) {
	for script, left := range map[string]bool{"true": false, "sleep 1000 >&- 2>&- & true": true} {
		p, err := startProcess(exec.Command("/bin/sh", "-c", script))
		if err != nil {
			t.Fatal(err)
		}
		<-p.exited
		if p.left != left {
			t.Errorf("%s: left %v", script, p.left)
		}
		p.end()
	}
}

// The end of the output is kept, cut between characters.
func TestSaid(t *testing.T) {
	s := outputTail{limit: 10}
	for _, c := range []struct {
		printed, want string
		cut           bool
	}{{"12345", "12345", false}, {"67890", "1234567890", false}, {"é", "34567890é", true}, {strings.Repeat("x", 30) + "ééééé", "ééééé", true}, {"y", "ééééy", true}} {
		_, _ = s.Write([]byte(c.printed))
		if s.String() != c.want || s.wasTruncated() != c.cut {
			t.Errorf("after %q: %q, cut %v", c.printed, s.String(), s.wasTruncated())
		}
	}
}

// FuzzAgentMessages checks that the connection goes on, and ends on request, whatever an agent sends.
func FuzzAgentMessages(f *testing.F) {
	for _, line := range []string{
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}`,
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"x","content":[{"type":"diff","path":"p","newText":"n"}]}}}`,
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"plan","entries":[{"content":"c","priority":"high","status":"pending"}]}}}`,
		`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"n","description":"d","input":{"hint":"h"}}]}}}`,
		`{"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"y","name":"Y","kind":"allow_once"}]}}` + "\n" + `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","id":"a","method":"fs/read_text_file","params":{"sessionId":"s","path":"../x","line":-1,"limit":-1}}`,
		`{"jsonrpc":"2.0","id":2,"method":"fs/write_text_file","params":{"sessionId":"s","path":"a/b","content":"c"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"terminal/output","params":{"terminalId":"t1"}}` + "\n" + `{"jsonrpc":"2.0","method":"terminal/kill","params":{}}`,
		`{"jsonrpc":"2.0","id":{"method":"session/prompt"},"method":"x"}` + "\n" + `{"id":1,"result":{}}` + "\n" + `[]`,
	} {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		if bytes.Contains(sent, []byte("terminal/create")) {
			t.Skip("this would run commands")
		}
		c, err := Open(Options{Dir: t.TempDir(), Cwd: t.TempDir(), Agent: "fuzz"})
		if err != nil {
			t.Fatal(err)
		}
		files, err := openDirectory(c.o.Cwd)
		if err != nil {
			t.Fatal(err)
		}
		c.mu.Lock()
		n := &connection{c: c, id: "s", files: files, gone: make(chan struct{}), answers: map[string]chan string{}, terminals: map[string]*terminal{}}
		c.agent = n
		n.lines = newLines(bytes.NewReader(append(sent, '\n')))
		n.rpc = acp.NewConnection(n.handle, promptWatch{io.Discard, n}, n.lines)
		n.rpc.SetLogger(slog.New(slog.DiscardHandler))
		close(n.lines.ready)
		c.mu.Unlock()
		n.finish("it has said everything")
		events, err := c.Read(t.Context(), 0)
		if err != nil || events[len(events)-1].Kind != AgentEnded {
			t.Errorf("%q: %+v, %v", sent, events, err)
		}
		_ = c.Close()
	})
}

// A message with an id is taken once, however often it is sent: during its turn, after it, and when the
// process that took it was killed before it could confirm.
func TestAMessageIsTakenOnce(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	first, err := k.PromptOnce("one", "say one")
	if err != nil {
		t.Fatal(err)
	}
	k.until(TurnEnded)
	second, err := k.PromptOnce("two", "think so\nstall")
	if err != nil || second == first {
		t.Fatal(second, err)
	}
	k.until(Thought)
	again := func(k *talk) {
		t.Helper()
		for id, want := range map[string]int64{"one": first, "two": second} {
			if seq, err := k.PromptOnce(id, "say something else"); err != nil || seq != want {
				t.Errorf("%s: sent again: got %d, %v, want %d", id, seq, err, want)
			}
		}
	}
	again(k)
	_ = k.Close()
	k = w.open(w.options())
	again(k)
	k.begin(false)
	again(k)
	if got := text(k.ask("say more"), Answer); got != "more\n\n" {
		t.Errorf("next answer %q", got)
	}
	if _, err := k.PromptOnce(strings.Repeat("x", maxWord+1), "say x"); err == nil || !strings.Contains(err.Error(), "at most") {
		t.Errorf("a long id: %v", err)
	}
	all, err := k.Read(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := text(all, UserMessage); got != "say onethink so\nstallsay more" {
		t.Errorf("the transcript has the messages %q", got)
	}
}

// fill makes the transcript as large as allowed, except for some bytes.
func (w *world) fill(but int64) {
	w.t.Helper()
	f, err := os.OpenFile(filepath.Join(w.dir, transcriptName), os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("\n"), maxTranscript-but-1) // one long line, which is skipped
	}
	if err = errors.Join(err, f.Close()); err != nil {
		w.t.Fatal(err)
	}
}

// An agent that writes without end is ended when the transcript has reached its limit. Earlier events
// can be read, and only ends are added, also when it is opened again.
func TestTranscriptThatIsFull(t *testing.T) {
	w := newWorld(t)
	k := w.start()
	k.ask("say one")
	_ = k.Close()
	w.fill(1 << 20)
	k = w.start()
	if _, err := k.Prompt("say two\nbig 3000000\nstall"); err != nil {
		t.Fatal(err)
	}
	full := func(k *talk) {
		t.Helper()
		if e := last(t, k.until(AgentEnded), AgentEnded); e.Reason != ErrFull.Error() || !strings.Contains(e.Reason, "256 MB") {
			t.Errorf("the agent ended because of %q", e.Reason)
		}
		if _, err := k.Prompt("say three"); !errors.Is(err, ErrFull) {
			t.Errorf("the next message: %v", err)
		}
	}
	full(k)
	reader := &talk{Conversation: k.Conversation, t: t}
	all := append(reader.until(AgentEnded), reader.until(AgentEnded)...)
	if got := text(all, Answer); !strings.HasPrefix(got, "one\n\ntwo\n\n") {
		t.Errorf("answer: %.40q", got)
	}
	if e := last(t, all, TurnEnded); e.Stop != StopLost {
		t.Errorf("end of the turn: %+v", e)
	}
	_ = k.Close()

	k = w.open(w.options())
	if err := k.Start(false); err != nil {
		t.Fatal(err)
	}
	full(k)
	if st, err := os.Stat(filepath.Join(w.dir, transcriptName)); err != nil || st.Size() > maxTranscript+maxLine {
		t.Errorf("the transcript has %d bytes, %v", st.Size(), err)
	}
}
