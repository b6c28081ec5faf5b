package agent

import (
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"
)

// Options are the parameters of an agent's launch.
type Options struct {
	// Command is the user's command: the agent's command, then the user's arguments.
	Command []string
	// Conversation is the one to continue; the zero value begins one.
	Conversation Conversation
	// ID is the id of a new conversation, for agents that take one.
	ID string
	// Prompt is the first prompt of a new conversation; empty for none.
	Prompt string
	// ContinuePrompt is the message with which a conversation continues; empty for none.
	ContinuePrompt string
	// Dir is the directory in which the agent starts.
	Dir string
	// Files is a private directory for the launch's files; empty if there is none, and then hooks
	// that need one are left out.
	Files string
	// Program is the absolute path of dormer, which hooks call; if it is empty, hooks are left out.
	Program string
	// Env is the environment that the agent will have.
	Env []string
}

// Launch describes how to start an agent.
type Launch struct {
	Argv []string
	// Env are variables, as NAME=value, in addition to those of [Options].
	Env []string
	// Files are the contents of files by their names in [Options.Files]. They are written
	// before the agent starts.
	Files map[string]string
	// Conversation is the record of the conversation to save before the agent starts.
	Conversation Conversation
}

// Launch returns how to start the agent. A conversation with a prompt is continued, and does not
// get the first prompt again. If that is not possible (see [Agent.CanResume]), a new one begins,
// without the prompt.
func (a Agent) Launch(o Options) Launch {
	if len(o.Command) == 0 {
		o.Command = a.Command
	}
	c := o.Conversation
	first := !c.Started()
	if first {
		c = Conversation{Agent: a.Name, Dir: o.Dir, CommandWords: a.words(o.Command)}
	}
	words := min(c.CommandWords, len(o.Command))
	argv, own := slices.Clone(o.Command[:words]), o.Command[words:]
	prompt := ""
	if first {
		prompt = o.Prompt
	}
	switch {
	case !first && !c.fresh() && a.CanResume(c) == nil:
		argv = append(argv, expandPlaceholders(a.Resume, c.ID, o.Files)...)
		own = a.withoutPicks(own)
		prompt = o.ContinuePrompt
	case !a.picksConversation(own):
		if c.ID == "" && a.TakesID() {
			c.ID = o.ID
		}
		argv = append(argv, expandPlaceholders(a.New, c.ID, o.Files)...)
	}
	l := Launch{Argv: argv, Conversation: c}
	l.addHooks(a.Hooks, o, true, a.MCP && a.mcpForm() == a.Hooks)
	if a.MCP && a.mcpForm() != a.Hooks {
		l.addHooks(a.mcpForm(), o, false, true)
	}
	l.Argv = append(l.Argv, own...)
	if prompt != "" && len(a.Prompt) > 0 {
		for _, argument := range a.Prompt {
			l.Argv = append(l.Argv, strings.ReplaceAll(argument, promptMark, prompt))
		}
		l.Conversation.PromptSent = true
	}
	return l
}

// words returns how many words of a command belong to the agent. A command that begins differently
// from the agent's, because the configuration has changed, counts as one word.
func (a Agent) words(command []string) int {
	if n := len(a.Command); len(command) >= n && slices.Equal(command[:n], a.Command) {
		return n
	}
	return 1
}

// expandPlaceholders replaces placeholders in arguments by an id and a directory. If files is empty, arguments
// that need it are left out, with the flag before them.
func expandPlaceholders(arguments []string, id, files string) (out []string) {
	for _, s := range arguments {
		if files == "" && strings.Contains(s, filesMark) {
			if n := len(out); n > 0 && strings.HasPrefix(out[n-1], "-") {
				out = out[:n-1]
			}
			continue
		}
		out = append(out, strings.NewReplacer(idMark, id, filesMark, files).Replace(s))
	}
	return out
}

// picksConversation reports whether the user's arguments select a conversation.
func (a Agent) picksConversation(arguments []string) bool {
	return len(a.withoutPicks(arguments)) != len(arguments)
}

// withoutPicks returns the user's arguments without those that select a conversation.
func (a Agent) withoutPicks(arguments []string) (out []string) {
	for i := 0; i < len(arguments); i++ {
		flag, _, joined := strings.Cut(arguments[i], "=")
		switch {
		case arguments[i] == "--":
			return append(out, arguments[i:]...)
		case slices.Contains(a.Picks, flag):
		case slices.Contains(a.Picks, flag+"="):
			if !joined && i+1 < len(arguments) && !strings.HasPrefix(arguments[i+1], "-") {
				i++ // its value
			}
		default:
			out = append(out, arguments[i])
		}
	}
	return out
}

// addHooks makes the launch call dormer for the agent's events, if hooks is set, and use dormer as a
// server of the Model Context Protocol, if mcp is set.
func (l *Launch) addHooks(form Hooks, o Options, hooks, mcp bool) {
	if o.Program == "" {
		return
	}
	line := hookLine(o.Program, form)
	switch form {
	case ClaudeHooks:
		if mcp { // this flag takes all words up to the next flag
			l.Argv = append(l.Argv, "--mcp-config", encoded(mcpServers(o)))
		}
		if hooks {
			l.Argv = append(l.Argv, "--settings", encoded(settings(claudeEvents, line, 5)))
		}
	case CodexHooks:
		if hooks {
			l.Argv = append(l.Argv, "-c", "notify="+tomlList("/bin/sh", "-c", line, "dormer"))
		}
		if mcp {
			l.Argv = append(l.Argv, "-c", "mcp_servers.dormer="+tomlServer(o))
		}
	case GeminiHooks:
		// A system administrator's settings are not replaced.
		if o.Files == "" || valueOf(o.Env, geminiVariable) != "" {
			return
		}
		content := map[string]any{}
		if hooks {
			content = settings(geminiEvents, line, 5000)
		}
		if mcp {
			maps.Copy(content, mcpServers(o))
		}
		l.file(geminiFile, encoded(content))
		l.Env = append(l.Env, geminiVariable+"="+path.Join(o.Files, geminiFile))
	case OpencodeHooks:
		content := valueOf(o.Env, opencodeVariable)
		if hooks && o.Files != "" {
			if with, ok := withPlugin(content, "file://"+path.Join(o.Files, opencodeFile)); ok {
				l.file(opencodeFile, opencodePlugin(line))
				content = with
			}
		}
		if with, ok := withServer(content, o); mcp && ok {
			content = with
		}
		if content != valueOf(o.Env, opencodeVariable) {
			l.Env = append(l.Env, opencodeVariable+"="+content)
		}
	}
}

func (l *Launch) file(name, content string) {
	if l.Files == nil {
		l.Files = map[string]string{}
	}
	l.Files[name] = content
}

const (
	geminiVariable   = "GEMINI_CLI_SYSTEM_SETTINGS_PATH"
	geminiFile       = "gemini.json"
	opencodeVariable = "OPENCODE_CONFIG_CONTENT"
	opencodeFile     = "opencode.js"
)

// hookLine returns a line for sh that passes an event on to dormer. It prints nothing, since some
// agents read a hook's output as an answer, and it succeeds even if dormer was removed.
func hookLine(program string, form Hooks) string {
	quoted := "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
	return "test -x " + quoted + " && " + quoted + " agent hook " + string(form) + ` "$@" >/dev/null 2>&1; exit 0`
}

// claudeEvents are the events of Claude Code that contain its id or its state.
var claudeEvents = []string{
	"SessionStart", "UserPromptSubmit", "PermissionRequest", "PostToolUse", "PostToolUseFailure", "PermissionDenied",
	"Elicitation", "ElicitationResult", "Notification", "Stop", "StopFailure",
}

// geminiEvents are those of Gemini CLI.
var geminiEvents = []string{"SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "Notification"}

// command is a hook in the settings of Claude Code and Gemini CLI.
type command struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

type matcher struct {
	Hooks []command `json:"hooks"`
}

// settings returns settings with a command for each event. The timeout is in seconds for Claude
// Code, in milliseconds for Gemini CLI.
func settings(events []string, line string, timeout int) map[string]any {
	hooks := map[string][]matcher{}
	for _, event := range events {
		hooks[event] = []matcher{{[]command{{"command", line, timeout}}}}
	}
	return map[string]any{"hooks": hooks}
}

// withPlugin adds a plugin to the configuration of opencode in a variable; false if that is
// invalid.
func withPlugin(content, plugin string) (string, bool) {
	config := map[string]any{}
	if content != "" && json.Unmarshal([]byte(content), &config) != nil {
		return "", false
	}
	plugins, ok := config["plugin"].([]any)
	if !ok && config["plugin"] != nil {
		return "", false
	}
	config["plugin"] = append(plugins, plugin)
	return encoded(config), true
}

// opencodePlugin returns a plugin of opencode that passes its events on, one after another. It
// ignores conversations of subagents, and does nothing in a program without a terminal, which the
// agent itself has started.
func opencodePlugin(line string) string {
	return strings.ReplaceAll(opencodeSource, "LINE", encoded(line))
}

const opencodeSource = `import { spawn } from "node:child_process"

const wanted = /^(session\.(created|status|idle|error)|permission\.(asked|updated|replied)|question\.(asked|replied|rejected))$/

export const Dormer = async () => {
  if (!process.stdout.isTTY) return {}
  const children = new Set()
  let last = Promise.resolve()
  const tell = (event) => {
    last = last.then(() => new Promise((done) => {
      const hook = spawn("/bin/sh", ["-c", LINE], { stdio: ["pipe", "ignore", "ignore"] })
      hook.on("error", done)
      hook.on("close", done)
      hook.stdin.on("error", () => {})
      hook.stdin.end(JSON.stringify(event))
    }))
  }
  tell({ type: "plugin.started" })
  return {
    event: async ({ event }) => {
      if (!wanted.test(event.type)) return
      const about = event.properties ?? {}
      if (about.info?.parentID) children.add(about.info.id)
      if (!children.has(about.sessionID ?? about.info?.id)) tell(event)
    },
    "chat.message": async ({ sessionID }) => {
      if (sessionID && !children.has(sessionID)) tell({ type: "chat.message", properties: { sessionID } })
    },
  }
}
`

// encoded returns a value as JSON, with <, > and & unescaped.
func encoded(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // maps and strings can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}

// tomlList returns a list of strings in TOML. JSON's strings are valid in TOML.
func tomlList(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = encoded(w)
	}
	return "[" + strings.Join(quoted, ",") + "]"
}

// valueOf returns the last value of a variable in an environment.
func valueOf(env []string, name string) (value string) {
	for _, kv := range env {
		if n, v, ok := strings.Cut(kv, "="); ok && n == name {
			value = v
		}
	}
	return value
}
