package agent

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// Agent describes a coding agent: how it starts, how it continues a conversation, and how its state
// is recognized.
//
// In New and Resume, {id} stands for the agent's id of the conversation, and {files} for the
// private directory of its session. In Prompt, {prompt} stands for the first prompt.
type Agent struct {
	Name string
	// Command is the program to start, with its fixed arguments.
	Command []string
	// New are the arguments for a new conversation. If they contain {id}, dormer chooses the id;
	// otherwise the agent does, and its hooks report it.
	New []string
	// Resume are the arguments that continue a conversation; none if the agent cannot.
	Resume []string
	// Prompt are the arguments for the first prompt; none if the agent accepts it only from the
	// keyboard.
	Prompt []string
	// Picks are flags with which a user selects a conversation. If one is given, New is left out.
	// They are removed if Resume is used. A flag that ends in = takes a value.
	Picks []string
	// Hooks is the form in which the agent accepts hooks at its start.
	Hooks Hooks
	// MCP means that the agent gets dormer as a server of the Model Context Protocol at its start.
	MCP bool `json:",omitempty"`
	// Titles and Screens recognize the agent's state in its title and on its screen.
	Titles, Screens []Pattern
	// ACP is the program, with its arguments, that runs the agent in a conversation over the Agent
	// Client Protocol; none if the agent does not support it.
	ACP []string
	// StatusUntil are the sources whose newer evidence ends the state working reported by OSC 7501.
	// It is for an agent that does not always report when it has stopped; for other agents that
	// report is the best evidence.
	StatusUntil []Source `json:",omitempty"`
	// Retry is how often in a row the agent is restarted automatically after it could not continue;
	// 0 for never. RetryPause is the pause before the first try, and GoOn the message that the
	// agent then gets, if any.
	Retry      int
	RetryPause time.Duration
	GoOn       string
	// Enter means that the agent accepts the number of an option only with Enter. If it is false,
	// Enter would answer the next question. An agent that reads lines always gets Enter.
	Enter bool `json:",omitempty"`
	// Scrub are variables that the agent must not inherit. A * at the end matches any text, and a !
	// before a name keeps a variable that another name would remove.
	Scrub []string
}

// Hooks is a form of hooks for one launch of an agent.
type Hooks string

// The forms of hooks.
const (
	NoHooks       Hooks = "none"
	ClaudeHooks   Hooks = "claude"   // claude --settings JSON
	CodexHooks    Hooks = "codex"    // codex -c 'notify=[...]'
	GeminiHooks   Hooks = "gemini"   // a settings file, named by a variable
	OpencodeHooks Hooks = "opencode" // a plugin, named by a variable
)

// HookForms are the forms of hooks, as named in configurations.
var HookForms = []Hooks{NoHooks, ClaudeHooks, CodexHooks, GeminiHooks, OpencodeHooks}

// The placeholders in arguments.
const (
	idMark     = "{id}"
	filesMark  = "{files}"
	promptMark = "{prompt}"
)

// continueMessage is the message for agents that continue automatically.
const continueMessage = "continue"

// Known returns the agents that need no configuration, sorted by name. The caller may change them.
func Known() []Agent {
	return []Agent{
		{
			Name: "aider", Command: []string{"aider"},
			New:    []string{"--chat-history-file", "{files}/chat.history.md"},
			Resume: []string{"--chat-history-file", "{files}/chat.history.md", "--restore-chat-history"},
			Picks:  []string{"--chat-history-file=", "--restore-chat-history"},
			Hooks:  NoHooks,
			Screens: []Pattern{
				{Match: `\(Y\)es/\(N\)o(/\(D\)on't ask again)?`, State: Blocked, Kind: Permission},
			},
		},
		{
			Name: "claude", Command: []string{"claude"}, ACP: []string{"claude-agent-acp"},
			New:    []string{"--session-id", "{id}"},
			Resume: []string{"--resume", "{id}"},
			Prompt: []string{"--", "{prompt}"},
			Picks:  []string{"-c", "--continue", "-r=", "--resume=", "--session-id=", "--fork-session"},
			Hooks:  ClaudeHooks,
			GoOn:   continueMessage,
			Titles: []Pattern{
				{Match: `^[\x{2801}-\x{28FF}\x{25D0}-\x{25D3}] `, State: Working},
				{Match: `^✳ `, State: Idle},
			},
			Screens: []Pattern{
				{Match: `(?i)do you trust the files in this folder|is this a project you created or one you trust|quick safety check`, State: Blocked, Kind: Dialog},
				{Match: `(?i)select login method|paste code here if prompted`, State: Blocked, Kind: Auth},
				{Match: `(?i)no, and tell claude what to do differently|\d\. deny \(esc\)|do you want to proceed\?`, State: Blocked, Kind: Permission},
				{Match: `(?i)enter to select .* esc to cancel`, State: Blocked, Kind: Question},
				{Match: `(?i)esc to interrupt`, State: Working},
			},
			Scrub: []string{
				"CLAUDECODE", "CLAUDE_CODE_*", "CLAUDE_ENV_FILE", "CLAUDE_PROJECT_DIR",
				// Settings that users make in their profiles.
				"!CLAUDE_CODE_OAUTH_TOKEN", "!CLAUDE_CODE_API_KEY*", "!CLAUDE_CODE_USE_*", "!CLAUDE_CODE_SKIP_*", "!CLAUDE_CODE_MAX_*",
				"!CLAUDE_CODE_DISABLE_*", "!CLAUDE_CODE_ENABLE_*", "!CLAUDE_CODE_CLIENT_*", "!CLAUDE_CODE_SUBAGENT_MODEL", "!CLAUDE_CODE_EFFORT_LEVEL",
				"!CLAUDE_CODE_SHELL", "!CLAUDE_CODE_SHELL_PREFIX", "!CLAUDE_CODE_GIT_BASH_PATH", "!CLAUDE_CODE_AUTO_COMPACT_WINDOW",
			},
		},
		{
			Name: "codex", Command: []string{"codex"}, ACP: []string{"codex-acp"},
			Resume: []string{"resume", "{id}"},
			Prompt: []string{"--", "{prompt}"},
			Picks:  []string{"resume=", "fork=", "--last"},
			Hooks:  CodexHooks,
			GoOn:   continueMessage,
			Titles: []Pattern{
				{Match: `(?i)action required`, State: Blocked, Kind: Permission},
				{Match: `^[\x{2801}-\x{28FF}] `, State: Working},
				{Match: `.`, State: Idle, Later: true}, // the name of the directory
			},
			StatusUntil: []Source{Hook, Title},
			Screens: []Pattern{
				{Match: `(?i)do you trust the contents of this directory|hooks? need(s)? review`, State: Blocked, Kind: Dialog},
				{Match: `(?i)sign in with chatgpt`, State: Blocked, Kind: Auth},
				{Match: `(?i)enter to submit answer`, State: Blocked, Kind: Question},
				{Match: `(?i)press enter to confirm or esc to cancel|allow command\?`, State: Blocked, Kind: Permission},
				{Match: `(?m)^ *■ .*(usage limit|hit your limit|[Rr]ate limit|[Qq]uota|out of credits|exceeded retry limit)`, State: Failed},
				{Match: `(?i)esc to interrupt`, State: Working},
			},
			Scrub: []string{"CODEX_*", "!CODEX_HOME", "!CODEX_API_KEY", "!CODEX_ACCESS_TOKEN", "!CODEX_CA_CERTIFICATE"},
		},
		{
			Name: "gemini", Command: []string{"gemini"}, ACP: []string{"gemini", "--acp"},
			New:    []string{"--session-id", "{id}"},
			Resume: []string{"--resume", "{id}"},
			Prompt: []string{"--prompt-interactive={prompt}"},
			Picks:  []string{"-r=", "--resume=", "--session-id=", "--session-file="},
			Hooks:  GeminiHooks,
			GoOn:   continueMessage,
			Titles: []Pattern{
				{Match: `^✋`, State: Blocked, Kind: Permission},
				{Match: `^[✦⏲]`, State: Working},
				{Match: `^◇`, State: Idle},
			},
			Screens: []Pattern{
				{Match: `(?i)do you trust (the files in )?this folder`, State: Blocked, Kind: Dialog},
				{Match: `(?i)how would you like to authenticate`, State: Blocked, Kind: Auth},
				{Match: `(?i)│ apply this change|allow execution|waiting for user confirmation|yes, allow once`, State: Blocked, Kind: Permission},
				{Match: `(?m)^ *✕ .*(API Error|[Qq]uota|[Rr]ate limit)`, State: Failed},
				{Match: `(?i)esc to cancel`, State: Working},
			},
			Scrub: []string{"GEMINI_CLI", "GEMINI_CLI_NO_RELAUNCH"},
		},
		{
			Name: "opencode", Command: []string{"opencode"}, ACP: []string{"opencode", "acp"},
			Resume: []string{"--session", "{id}"},
			Prompt: []string{"--prompt={prompt}"},
			Picks:  []string{"-c", "--continue", "-s=", "--session=", "--fork"},
			Hooks:  OpencodeHooks,
			GoOn:   continueMessage,
			Screens: []Pattern{
				{Match: `△ Permission required`, State: Blocked, Kind: Permission},
				{Match: `(?i)esc.*interrupt`, State: Working},
			},
			Scrub: []string{"OPENCODE", "OPENCODE_PID", "OPENCODE_SESSION*", "OPENCODE_CALLER"},
		},
	}
}

// Lookup returns the agent with a name, among those that need no configuration.
func Lookup(name string) (Agent, bool) {
	for _, a := range Known() {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

// Running returns the agent whose program has this name: one of own, the agents of a configuration,
// or one that needs no configuration.
func Running(program string, own []Agent) (Agent, bool) {
	for _, a := range own {
		if program != "" && (program == a.Name || program == a.program()) {
			return a, true
		}
	}
	return Lookup(program)
}

// program returns the name of the program that the command runs; empty if that may be an
// interpreter, which runs other programs too.
func (a Agent) program() (name string) {
	for i, word := range a.Command {
		switch {
		case i == 0:
			name = path.Base(word)
		case !strings.HasPrefix(word, "-"):
			return ""
		}
	}
	return name
}

// inherited are the variables of all known agents, and of programs that run agents, that no session
// may inherit from the program that started dormer.
var inherited = func() (patterns []string) {
	for _, a := range Known() {
		patterns = append(patterns, a.Scrub...)
	}
	return append(patterns, "HERDR_*", "TUIOS_*", "CMUX_*", "AGENTDECK_*")
}()

// Scrubbed reports whether a variable is removed from the environment of a session that runs the
// agent, or of any other session if a is the zero Agent.
func (a Agent) Scrubbed(variable string) bool {
	return matches(inherited, variable) || matches(a.Scrub, variable)
}

// matches reports whether one of the patterns matches a variable, and none keeps it.
func matches(patterns []string, variable string) bool {
	taken := false
	for _, pattern := range patterns {
		pattern, keeps := strings.CutPrefix(pattern, "!")
		if prefix, many := strings.CutSuffix(pattern, "*"); pattern == variable || many && strings.HasPrefix(variable, prefix) {
			if keeps {
				return false
			}
			taken = true
		}
	}
	return taken
}

// Check returns an error for an invalid agent.
func (a Agent) Check() error {
	switch {
	case len(a.Command) == 0 || a.Command[0] == "":
		return errors.New(`command: it names no program: write it like ["claude"]`)
	case len(a.ACP) > 0 && a.ACP[0] == "":
		return errors.New(`acp: it names no program: write it like ["opencode", "acp"]`)
	case len(a.Prompt) > 0 && !usesPlaceholder(a.Prompt, promptMark):
		return errors.New("prompt: {prompt} is missing, which stands for the first prompt")
	case a.TakesID() && !usesPlaceholder(a.Resume, idMark):
		return errors.New("resume: {id} is missing, which stands for the id that new gives")
	case !slices.Contains(HookForms, a.Hooks):
		return fmt.Errorf("hooks: %q is not a form of hooks", a.Hooks)
	case a.MCP && a.mcpForm() == NoHooks:
		return fmt.Errorf(`mcp: %s cannot be given a server when it is started: name "dormer mcp" in its own configuration`, a.Name)
	}
	return nil
}

// TakesPrompt returns an error if the agent cannot be started with this first prompt.
func (a Agent) TakesPrompt(prompt string) error {
	switch {
	case prompt == "":
		return nil
	case len(a.Prompt) == 0:
		return fmt.Errorf("%s takes no prompt when it is started: type it when it waits", a.Name)
	case strings.ContainsRune(prompt, 0):
		return errors.New("the prompt contains a NUL character, which no program can be given")
	case len(prompt) > maxPrompt:
		return fmt.Errorf("the prompt has %d bytes, and a program takes %d at most: write it to a file, and name that", len(prompt), maxPrompt)
	}
	return nil
}

// maxPrompt is the longest prompt, in bytes: Linux limits an argument of a program to 128 KB.
const maxPrompt = 120 << 10

// TakesID reports whether dormer chooses the id of a new conversation.
func (a Agent) TakesID() bool { return usesPlaceholder(a.New, idMark) }

// usesPlaceholder reports whether one of the arguments contains a placeholder.
func usesPlaceholder(arguments []string, mark string) bool {
	return slices.ContainsFunc(arguments, func(s string) bool { return strings.Contains(s, mark) })
}
