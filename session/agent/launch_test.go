package agent

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const program = "/opt/dormer's/bin/dormer"

// hookOf returns the arguments of an agent's hooks.
func hookOf(name string) []string {
	line := `test -x '/opt/dormer'\''s/bin/dormer' && '/opt/dormer'\''s/bin/dormer' agent hook ` + name + ` "$@" >/dev/null 2>&1; exit 0`
	switch name {
	case "claude":
		return []string{"--settings", encoded(settings(claudeEvents, line, 5))}
	case "codex":
		return []string{"-c", `notify=["/bin/sh","-c","` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(line) + `","dormer"]`}
	}
	return nil
}

func TestLaunch(t *testing.T) {
	began := func(name, id string) Conversation {
		return Conversation{Agent: name, ID: id, Dir: "/w", CommandWords: 1}
	}
	said := func(name, id string) Conversation {
		c := began(name, id)
		c.HookReported, c.PromptSent = true, true
		return c
	}
	heard := func(name, id string) Conversation {
		c := began(name, id)
		c.HookReported = true
		return c
	}
	prompted := func(c Conversation) Conversation { c.PromptSent = true; return c }
	tests := []struct {
		name, agent string
		command     []string
		c           Conversation
		prompt      string
		want        []string // HOOKS stands for the arguments of hooks
		after       Conversation
	}{
		{"claude_begins", "claude", []string{"claude"}, Conversation{}, "", []string{"claude", "--session-id", "NEW", "HOOKS"}, began("claude", "NEW")},
		{"claude_begins_with_a_prompt", "claude", []string{"claude", "--model", "opus"}, Conversation{}, "-v is wrong", []string{"claude", "--session-id", "NEW", "HOOKS", "--model", "opus", "--", "-v is wrong"}, prompted(began("claude", "NEW"))},
		{"claude_goes_on", "claude", []string{"claude", "--model", "opus"}, said("claude", "a"), "again", []string{"claude", "--resume", "a", "HOOKS", "--model", "opus"}, said("claude", "a")},
		{"claude_was_told_nothing", "claude", []string{"claude"}, heard("claude", "a"), "again", []string{"claude", "--session-id", "a", "HOOKS"}, heard("claude", "a")},
		{"claude_without_a_word_of_its_hooks", "claude", []string{"claude"}, began("claude", "a"), "", []string{"claude", "--resume", "a", "HOOKS"}, began("claude", "a")},
		{"claude_with_a_conversation_of_the_users", "claude", []string{"claude", "--continue"}, Conversation{}, "", []string{"claude", "HOOKS", "--continue"}, began("claude", "")},
		{"and_goes_on_with_it", "claude", []string{"claude", "--continue", "--resume=x", "--resume", "y", "-r", "--debug"}, said("claude", "b"), "", []string{"claude", "--resume", "b", "HOOKS", "--debug"}, said("claude", "b")},
		{"claude_behind_dashes", "claude", []string{"claude", "--", "--continue"}, said("claude", "b"), "", []string{"claude", "--resume", "b", "HOOKS", "--", "--continue"}, said("claude", "b")},
		{"codex_begins", "codex", []string{"codex"}, Conversation{}, "go", []string{"codex", "HOOKS", "--", "go"}, prompted(began("codex", ""))},
		{"codex_goes_on", "codex", []string{"codex", "--full-auto"}, said("codex", "0199"), "go", []string{"codex", "resume", "0199", "HOOKS", "--full-auto"}, said("codex", "0199")},
		{"codex_has_not_said_its_id", "codex", []string{"codex"}, prompted(began("codex", "")), "go", []string{"codex", "HOOKS"}, prompted(began("codex", ""))},
		{"gemini_begins", "gemini", []string{"gemini"}, Conversation{}, "go", []string{"gemini", "--session-id", "NEW", "--prompt-interactive=go"}, prompted(began("gemini", "NEW"))},
		{"gemini_goes_on", "gemini", []string{"gemini"}, said("gemini", "g"), "go", []string{"gemini", "--resume", "g"}, said("gemini", "g")},
		{"opencode_begins", "opencode", []string{"opencode"}, Conversation{}, "go", []string{"opencode", "--prompt=go"}, prompted(began("opencode", ""))},
		{"opencode_goes_on", "opencode", []string{"opencode"}, said("opencode", "ses_1"), "go", []string{"opencode", "--session", "ses_1"}, said("opencode", "ses_1")},
		{"aider_begins", "aider", []string{"aider"}, Conversation{}, "", []string{"aider", "--chat-history-file", "/s/chat.history.md"}, began("aider", "")},
		{"aider_goes_on", "aider", []string{"aider", "--dark-mode"}, began("aider", ""), "", []string{"aider", "--chat-history-file", "/s/chat.history.md", "--restore-chat-history", "--dark-mode"}, began("aider", "")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, ok := Lookup(tt.agent)
			if !ok {
				t.Fatal("the agent is not known")
			}
			l := a.Launch(Options{Command: tt.command, Conversation: tt.c, ID: "NEW", Prompt: tt.prompt, Dir: "/w", Files: "/s", Program: program})
			i := slices.Index(tt.want, "HOOKS")
			if i >= 0 {
				tt.want = slices.Replace(tt.want, i, i+1, hookOf(tt.agent)...)
			}
			if !slices.Equal(l.Argv, tt.want) {
				t.Errorf("got  %q\nwant %q", l.Argv, tt.want)
			}
			if l.Conversation != tt.after {
				t.Errorf("conversation %+v, want %+v", l.Conversation, tt.after)
			}
		})
	}
}

// The number of words of the agent's own command is saved, because the configuration may change them.
func TestLaunchKeepsTheWordsOfACommand(t *testing.T) {
	a := Agent{Name: "mine", Command: []string{"npx", "claude"}, Resume: []string{"--resume", "{id}"}, New: []string{"--session-id", "{id}"}}
	l := a.Launch(Options{Command: []string{"npx", "claude", "-d"}, ID: "NEW", Dir: "/w"})
	if want := []string{"npx", "claude", "--session-id", "NEW", "-d"}; !slices.Equal(l.Argv, want) {
		t.Errorf("got %q, want %q", l.Argv, want)
	}
	a.Command = []string{"claude"}
	l = a.Launch(Options{Command: []string{"npx", "claude", "-d"}, Conversation: l.Conversation, Dir: "/w"})
	if want := []string{"npx", "claude", "--resume", "NEW", "-d"}; !slices.Equal(l.Argv, want) {
		t.Errorf("got %q, want %q", l.Argv, want)
	}
	if l := a.Launch(Options{Command: []string{"/usr/bin/claude", "-d"}, ID: "NEW", Dir: "/w"}); l.Conversation.CommandWords != 1 {
		t.Errorf("another program has %d words", l.Conversation.CommandWords)
	}
}

func TestLaunchWithoutADirectoryForFiles(t *testing.T) {
	for _, name := range []string{"aider", "gemini", "opencode"} {
		a, _ := Lookup(name)
		l := a.Launch(Options{Command: a.Command, ID: "NEW", Dir: "/w", Program: program})
		if len(l.Files) > 0 || len(l.Env) > 0 || strings.Contains(strings.Join(l.Argv, " "), "chat-history") {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

func TestHooksInFiles(t *testing.T) {
	launch := func(name string, env ...string) Launch {
		a, _ := Lookup(name)
		return a.Launch(Options{Command: a.Command, ID: "NEW", Dir: "/w", Files: "/s", Program: program, Env: env})
	}
	gemini := launch("gemini")
	if want := []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH=/s/gemini.json"}; !slices.Equal(gemini.Env, want) || !json.Valid([]byte(gemini.Files["gemini.json"])) {
		t.Errorf("gemini: %+v", gemini)
	}
	if l := launch("gemini", "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/etc/mine.json"); len(l.Env) > 0 {
		t.Errorf("the administrator's settings of gemini are replaced: %q", l.Env)
	}
	tests := []struct{ content, want string }{
		{"", `{"plugin":["file:///s/opencode.js"]}`},
		{`{"model":"a<b","plugin":["other"]}`, `{"model":"a<b","plugin":["other","file:///s/opencode.js"]}`},
		{`{"plugin":"other"}`, ""},
		{`nothing`, ""},
	}
	for _, tt := range tests {
		l := launch("opencode", "OPENCODE_CONFIG_CONTENT="+tt.content)
		got := strings.TrimPrefix(strings.Join(l.Env, " "), "OPENCODE_CONFIG_CONTENT=")
		if got != tt.want || (l.Files["opencode.js"] != "") != (tt.want != "") {
			t.Errorf("opencode with %q gets %q, want %q", tt.content, got, tt.want)
		}
	}
}

// A hook passes on its input and its last argument, prints nothing, and succeeds even if dormer fails.
func TestHookLine(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "it's here")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	dormer := filepath.Join(dir, "dormer")
	run := func() string {
		t.Helper()
		cmd := exec.Command("/bin/sh", "-c", hookLine(dormer, CodexHooks), "dormer", `{"a":"b c"}`)
		cmd.Stdin = strings.NewReader("event")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("the hook fails: %v", err)
		}
		return string(out)
	}
	if out := run(); out != "" {
		t.Errorf("without dormer the hook prints %q", out)
	}
	script := "#!/bin/sh\nprintf '%s|' \"$@\" > '" + strings.ReplaceAll(dir, "'", `'\''`) + "/called'\ncat >> '" + strings.ReplaceAll(dir, "'", `'\''`) + "/called'\necho noise\nexit 3\n"
	if err := os.WriteFile(dormer, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	if out := run(); out != "" {
		t.Errorf("the hook prints %q", out)
	}
	called, _ := os.ReadFile(filepath.Join(dir, "called"))
	if want := `agent|hook|codex|{"a":"b c"}|event`; string(called) != want {
		t.Errorf("called with %q, want %q", called, want)
	}
}

func TestScrubbed(t *testing.T) {
	claude, _ := Lookup("claude")
	mine := Agent{Scrub: []string{"SECRET_*", "!SECRET_OF_MINE"}}
	tests := []struct {
		agent    Agent
		variable string
		want     bool
	}{
		{Agent{}, "CLAUDECODE", true},
		{Agent{}, "CLAUDE_CODE_ENTRYPOINT", true},
		{Agent{}, "CLAUDE_CODE_MESSAGING_TOKEN", true},
		{Agent{}, "CLAUDE_CODE_USE_BEDROCK", false},
		{claude, "CLAUDE_CODE_OAUTH_TOKEN", false},
		{Agent{}, "CODEX_THREAD_ID", true},
		{Agent{}, "CODEX_HOME", false},
		{Agent{}, "HERDR_PANE", true},
		{Agent{}, "ANTHROPIC_API_KEY", false},
		{Agent{}, "SECRET_THING", false},
		{mine, "SECRET_THING", true},
		{mine, "SECRET_OF_MINE", false},
		{mine, "CLAUDECODE", true},
	}
	for _, tt := range tests {
		if got := tt.agent.Scrubbed(tt.variable); got != tt.want {
			t.Errorf("%s of %q: got %v, want %v", tt.variable, tt.agent.Name, got, tt.want)
		}
	}
}

func TestKnownAgents(t *testing.T) {
	for _, a := range Known() {
		if err := a.Check(); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
	if _, ok := Lookup("emacs"); ok {
		t.Error("emacs is known")
	}
}

func TestRunning(t *testing.T) {
	own := []Agent{
		{Name: "claude", Command: []string{"npx", "claude"}},
		{Name: "mine", Command: []string{"/opt/my-agent", "--color"}},
		{Name: "scripted", Command: []string{"python3", "agent.py"}},
		{Name: "empty"},
	}
	for program, want := range map[string]string{
		"claude": "claude", "codex": "codex", "mine": "mine", "my-agent": "mine", "scripted": "scripted",
		"npx": "", "python3": "", "": "", "sh": "",
	} {
		got, ok := Running(program, own)
		if got.Name != want || ok != (want != "") {
			t.Errorf("%q is %q, %v; want %q", program, got.Name, ok, want)
		}
		if program == "claude" && len(got.Command) != 2 {
			t.Error("the user's own claude does not count")
		}
	}
}
