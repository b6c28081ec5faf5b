package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

func main() {
	if len(os.Args) > 1 && (os.Args[1] == "acp" || os.Args[1] == "--acp") {
		fmt.Fprintln(os.Stderr, syscall.Exec(filepath.Join(filepath.Dir(self()), "claude-agent-acp"), os.Args[:1], os.Environ()))
		os.Exit(1)
	}
	a := &fake{name: filepath.Base(os.Args[0]), in: bufio.NewReader(os.Stdin)}
	if err := a.run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// self returns the path of this program, under the name that started it.
func self() string {
	if path, err := exec.LookPath(os.Args[0]); err == nil {
		return path
	}
	return os.Args[0]
}

// fake is an agent.
type fake struct {
	name string
	in   *bufio.Reader
	// id is the conversation's ID, began the way in which it began, and prompt the first prompt.
	id, began, prompt string
	// hooks are the sh command lines of each event; notify is the notify program of Codex.
	hooks  map[string][]string
	notify []string
	// status means that the terminal knows OSC 7501.
	status bool
	// forks means that the agent continues with a copy of the conversation.
	forks bool
}

func (a *fake) run(args []string) error {
	if err := a.read(args); err != nil {
		return err
	}
	if a.name == "claude" {
		a.askTerminal()
	}
	if os.Getenv("FAKE_TRUST") != "" {
		if err := a.trust(); err != nil {
			return err
		}
	}
	said, err := a.open()
	if err != nil {
		return err
	}
	dir, _ := os.Getwd()
	fmt.Printf("%s %s %s in %s\r\n", a.name, a.began, a.id, dir)
	for _, prompt := range said {
		fmt.Printf("  before: %s\r\n", prompt)
	}
	for _, name := range []string{"CLAUDECODE", "CODEX_THREAD_ID", "MINE_SECRET"} {
		if v, ok := os.LookupEnv(name); ok {
			fmt.Printf("  inherited %s=%s\r\n", name, v)
		}
	}
	a.start(a.began)
	for line := a.prompt; ; {
		if line != "" {
			a.asked(line)
		}
		fmt.Print("> ")
		line, err = a.line()
		if err != nil {
			return nil //nolint:nilerr // the terminal has gone
		}
	}
}

func (a *fake) line() (string, error) {
	s, err := a.in.ReadString('\n')
	return strings.TrimSpace(s), err
}

// read reads the command line.
func (a *fake) read(args []string) error {
	a.hooks, a.began = map[string][]string{}, "startup"
	value := func(i *int) string {
		*i++
		if *i < len(args) {
			return args[*i]
		}
		return ""
	}
	for i := 0; i < len(args); i++ {
		flag, joined, _ := strings.Cut(args[i], "=")
		switch {
		case flag == "--":
			a.prompt = strings.Join(args[i+1:], " ")
			return nil
		case flag == "--session-id":
			a.id = value(&i)
		case flag == "--resume", flag == "--session", a.name == "codex" && flag == "resume":
			a.began, a.id = "resume", value(&i)
		case a.name == "codex" && flag == "fork":
			a.began, a.id, a.forks = "resume", value(&i), true
		case a.name == "claude" && flag == "--fork-session", a.name == "opencode" && flag == "--fork":
			a.forks = true
		case flag == "--mcp-config":
			value(&i) // it uses no tools
		case flag == "--settings":
			if err := a.readHooks([]byte(value(&i))); err != nil {
				return err
			}
		case a.name == "codex" && flag == "-c":
			if list, ok := strings.CutPrefix(value(&i), "notify="); ok {
				if err := json.Unmarshal([]byte(list), &a.notify); err != nil {
					return err
				}
			}
		case flag == "--prompt-interactive", flag == "--prompt":
			a.prompt = joined
		case flag == "--chat-history-file":
			a.id = value(&i)
		case flag == "--restore-chat-history":
			a.began = "resume"
		case flag == "--model":
			fmt.Printf("  model %s\r\n", value(&i))
		default:
			return fmt.Errorf("%s: unknown argument %q", a.name, args[i])
		}
	}
	return a.readSettings()
}

// readSettings reads the hooks from the settings named in environment variables.
func (a *fake) readSettings() error {
	switch file := os.Getenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH"); {
	case a.name == "gemini" && file != "":
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return a.readHooks(data)
	case a.name == "opencode" && os.Getenv("OPENCODE_CONFIG_CONTENT") != "":
		var config struct{ Plugin []string }
		if err := json.Unmarshal([]byte(os.Getenv("OPENCODE_CONFIG_CONTENT")), &config); err != nil {
			return err
		}
		for _, plugin := range config.Plugin {
			source, err := os.ReadFile(strings.TrimPrefix(plugin, "file://"))
			if err != nil {
				return err
			}
			var line string
			if found := regexp.MustCompile(`\["-c", ("(?:[^"\\]|\\.)*")\]`).FindSubmatch(source); found != nil {
				if err := json.Unmarshal(found[1], &line); err != nil {
					return err
				}
				a.hooks["plugin"] = append(a.hooks["plugin"], line)
			}
		}
	}
	return nil
}

func (a *fake) readHooks(data []byte) error {
	var settings struct {
		Hooks map[string][]struct {
			Hooks []struct{ Type, Command string }
		}
	}
	if err := json.Unmarshal(data, &settings); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	for event, matchers := range settings.Hooks {
		for _, m := range matchers {
			for _, h := range m.Hooks {
				a.hooks[event] = append(a.hooks[event], h.Command)
			}
		}
	}
	return nil
}

// askTerminal asks whether the terminal knows OSC 7501, and then for its device attributes, which
// it always answers, to find the end of the answers.
func (a *fake) askTerminal() {
	restore := raw()
	defer restore()
	fmt.Print("\x1b]7501;?\x1b\\\x1b[c")
	answer := ""
	for !strings.HasSuffix(answer, "c") || !strings.Contains(answer, "\x1b[?") {
		b, err := a.in.ReadByte()
		if err != nil {
			return
		}
		answer += string(b)
	}
	a.status = strings.Contains(answer, "]7501;?")
}

// raw turns off the terminal's line editing and echo, and returns a function that restores them.
func raw() (restore func()) {
	stty := func(args ...string) {
		cmd := exec.Command("stty", args...)
		cmd.Stdin = os.Stdin
		_ = cmd.Run() // without a terminal there is nothing to change
	}
	stty("-icanon", "-echo")
	return func() { stty("icanon", "echo") }
}

// tell reports a state by OSC 7501.
func (a *fake) tell(state, kind, message string) {
	if !a.status {
		return
	}
	report := "state=" + state + ":app=claude-code"
	if kind != "" {
		report += ":kind=" + kind
	}
	if message != "" {
		report += ":msg=" + base64.StdEncoding.EncodeToString([]byte(message))
	}
	fmt.Printf("\x1b]7501;%s\x1b\\", report)
}

func (a *fake) trust() error {
	a.tell("blocked", "", "dialog open")
	fmt.Print("Do you trust the files in this folder?\r\n❯ 1. Yes, proceed\r\n  2. No, exit\r\n")
	answer, err := a.line()
	if err == nil && answer != "" && answer != "1" {
		err = errors.New("it is not trusted")
	}
	return err
}

// file returns the path of a conversation's file.
func (a *fake) file(id string) string {
	if a.name == "aider" {
		return id
	}
	return filepath.Join(os.Getenv("HOME"), ".fake", a.name, id)
}

// open begins the conversation, or continues it and returns its earlier prompts.
func (a *fake) open() (said []string, err error) {
	data, err := os.ReadFile(a.file(a.id))
	known := err == nil
	switch {
	case a.name == "aider":
	case a.began == "resume" && !known:
		return nil, fmt.Errorf("no conversation found with session ID: %s", a.id)
	case a.began == "startup" && a.id != "" && known:
		return nil, fmt.Errorf("the session ID %s is already in use", a.id)
	case a.id == "":
		a.id = fmt.Sprintf("%s-%d", map[string]string{"opencode": "ses_1"}[a.name], os.Getpid())
		a.id = strings.TrimPrefix(a.id, "-")
	}
	if text := strings.TrimSpace(string(data)); a.began == "resume" && text != "" {
		said = strings.Split(text, "\n")
	}
	if a.forks {
		a.fork(string(data))
	}
	return said, nil
}

// fork continues with a copy of a conversation with the given content.
func (a *fake) fork(said string) {
	a.id, a.began = a.id+"-fork", "fork"
	a.keep(strings.TrimSuffix(said, "\n"))
}

// keep appends a prompt to the conversation's file.
func (a *fake) keep(prompt string) {
	file := a.file(a.id)
	if file == "" {
		return
	}
	_ = os.MkdirAll(filepath.Dir(file), 0o700)
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err == nil {
		_, err = f.WriteString(prompt + "\n")
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		fmt.Printf("cannot keep it: %v\r\n", err)
	}
}

// event is the data that an agent passes to its hooks.
type event map[string]any

// call calls the hooks of an event.
func (a *fake) call(name string, e event) {
	dir, _ := os.Getwd()
	if e == nil {
		e = event{}
	}
	for key, value := range (event{"hook_event_name": name, "session_id": a.id, "cwd": dir, "transcript_path": a.file(a.id)}) {
		if _, has := e[key]; !has {
			e[key] = value
		}
	}
	a.pass(a.hooks[name], e)
}

// publish passes an event of opencode to its plugins.
func (a *fake) publish(kind string, properties event) {
	if properties["sessionID"] == nil && kind != "plugin.started" {
		properties["sessionID"] = a.id
	}
	a.pass(a.hooks["plugin"], event{"type": kind, "properties": properties})
}

func (a *fake) pass(lines []string, e event) {
	data, err := json.Marshal(e)
	if err != nil {
		return
	}
	for _, line := range lines {
		cmd := exec.Command("/bin/sh", "-c", line)
		cmd.Stdin = strings.NewReader(string(data))
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			fmt.Printf("hook: %v %s\r\n", err, out)
		}
	}
}

// turnDone calls the notify program of Codex.
func (a *fake) turnDone(message string) {
	if len(a.notify) == 0 {
		return
	}
	data, _ := json.Marshal(event{"type": "agent-turn-complete", "thread-id": a.id, "turn-id": "1", "input-messages": []string{}, "last-assistant-message": message})
	args := append(slices.Clone(a.notify[1:]), string(data))
	if out, err := exec.Command(a.notify[0], args...).CombinedOutput(); err != nil || len(out) > 0 {
		fmt.Printf("notify: %v %s\r\n", err, out)
	}
}

// titles are the agents' titles: idle, working and blocked.
var titles = map[string][3]string{
	"claude": {"✳ Claude Code", "⠂ Working", "Claude Code"},
	"codex":  {"proj", "⠋ proj", "Action Required"},
	"gemini": {"◇  Ready (proj)", "✦  Working…", "✋  Action Required (proj)"},
}

func (a *fake) title(n int) {
	if t, ok := titles[a.name]; ok {
		fmt.Printf("\x1b]0;%s\a", t[n])
	}
}

// The states, as the agents report them.

func (a *fake) start(began string) {
	a.title(0)
	a.tell("idle", "", "")
	if a.name == "opencode" {
		a.publish("plugin.started", event{})
		return
	}
	a.call("SessionStart", event{"source": began})
}

func (a *fake) working(prompt string) {
	a.title(1)
	a.tell("working", "", prompt)
	switch a.name {
	case "gemini":
		a.call("BeforeAgent", event{"prompt": prompt})
	case "opencode":
		a.publish("session.created", event{"info": event{"id": a.id}})
		a.publish("chat.message", event{})
		a.publish("session.status", event{"status": event{"type": "busy"}})
	default:
		a.call("UserPromptSubmit", event{"prompt": prompt})
	}
}

func (a *fake) done(message string) {
	a.title(0)
	a.tell("done", "", "")
	switch a.name {
	case "gemini":
		a.call("AfterAgent", event{"prompt_response": message})
	case "opencode":
		a.publish("session.idle", event{})
	case "codex":
		a.turnDone(message)
	default:
		a.call("Stop", event{"last_assistant_message": message, "background_tasks": []string{}})
	}
}

// limited reports an error in the agent's way. Agents without a hook for errors show it.
func (a *fake) limited(kind, message string) {
	switch a.name {
	case "claude":
		a.call("StopFailure", event{"error": kind, "last_assistant_message": message})
	case "opencode":
		a.publish("session.error", event{"error": event{"name": "APIError", "data": event{"message": message}}})
	case "codex":
		fmt.Printf("■ %s\r\n", message)
	case "gemini":
		fmt.Printf("✕ [API Error: %s]\r\n", message)
	}
	a.tell("done", "", "")
	a.title(0)
	fmt.Printf("limited by %s\r\n", message)
}

// ask asks for permission, and returns after a line of input.
func (a *fake) ask(command string) {
	a.title(2)
	a.tell("blocked", "permission", "approve Bash: "+command)
	input := event{"command": command}
	switch a.name {
	case "gemini":
		a.call("Notification", event{"notification_type": "ToolPermission", "message": "Allow " + command + "?"})
	case "opencode":
		a.publish("permission.asked", event{"permission": "bash", "patterns": []string{command}})
	default:
		a.call("PermissionRequest", event{"tool_name": "Bash", "tool_input": input})
	}
	a.dialog(command)
	a.working(command)
}

// dialog asks on the screen, and returns after a line of input.
func (a *fake) dialog(command string) {
	fmt.Printf("Bash: %s\r\nDo you want to proceed?\r\n❯ 1. Yes\r\n  2. No\r\n", command)
	answer, err := a.line()
	if err != nil {
		os.Exit(0)
	}
	fmt.Printf("answered %q\r\n", answer)
}

func (a *fake) asked(prompt string) {
	word, rest, _ := strings.Cut(prompt, " ")
	if word == "/clear" {
		a.id += "-2"
		fmt.Printf("%s clear %s\r\n", a.name, a.id)
		a.start("clear")
		return
	}
	if word == "/fork" {
		said, _ := os.ReadFile(a.file(a.id))
		a.fork(string(said))
		fmt.Printf("%s fork %s\r\n", a.name, a.id)
		a.start("fork")
		return
	}
	a.keep(prompt)
	a.working(prompt)
	switch word {
	case "ask":
		a.ask(rest)
	case "background":
		a.call("Stop", event{"background_tasks": []event{{"id": "1"}}})
		return
	case "subagent":
		a.call("PermissionRequest", event{"agent_id": "sub", "tool_name": "Bash"})
	case "lie":
		a.call("Stop", nil)
		a.tell("done", "", "")
		_, _ = a.line()
		a.dialog("rm " + rest)
	case "hostile":
		a.call("SessionStart", event{"session_id": "--dangerously-skip-permissions", "source": "clear"})
		a.call("Stop", event{"session_id": "another-one"})
		a.call("Stop", event{"last_assistant_message": "\x1b]0;pwned\a\u202ereversed\nsecond line"})
		long := strings.Repeat("x", 5000)
		a.call("Stop", event{"last_assistant_message": long})
		fmt.Print("\x1b]0;⠂ \u202eliame\x1b\\\x1b]7501;state=done:msg=" + base64.StdEncoding.EncodeToString([]byte(long)) + "\x1b\\")
		fmt.Print("\x1b]7501;state=done:msg=!!!\x1b\\\x1b]7501;state=blocked:msg=" + base64.StdEncoding.EncodeToString([]byte("a\x1b[31m\u202eb")) + "\x1b\\that was hostile\r\n")
		return
	case "flood":
		for i := range 2000 {
			if a.status {
				fmt.Printf("\x1b]7501;state=working:id=part/%d\x1b\\", i)
			}
			a.tell([]string{"working", "idle"}[i%2], "", fmt.Sprint(i))
			fmt.Printf("\x1b]0;title %d\aline %d of a flood\r\n", i, i)
		}
	case "fail":
		a.tell("error", "", rest)
		a.call("StopFailure", event{"error": rest})
		return
	case "limit":
		a.limited("rate_limit", "You've hit your limit · "+rest)
		return
	case "crash":
		code, _ := strconv.Atoi(rest) // no number is code 0, which is no crash
		os.Exit(code)
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	fmt.Printf("did: %s\r\n", prompt)
	a.done("did: " + prompt)
}
