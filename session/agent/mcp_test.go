package agent

import (
	"encoding/json"
	"strings"
	"testing"
)

// Each agent gets the server in its own form, with the variables that identify the session, even without
// hooks.
func TestLaunchGivesTheServer(t *testing.T) {
	const env = `"DORMER_SESSION_ID":"s-1","HOME":"/h"`
	server := `{"mcpServers":{"dormer":{"args":["mcp"],"command":"` + program + `","env":{` + env + `}}}}`
	toml := `mcp_servers.dormer={command="` + program + `",args=["mcp"],env={DORMER_SESSION_ID="s-1",HOME="/h"}}`
	opencode := `"mcp":{"dormer":{"command":["` + program + `","mcp"],"enabled":true,"environment":{` + env + `},"type":"local"}}`
	for _, hooks := range []bool{true, false} {
		for name, want := range map[string]string{
			"claude": "--mcp-config " + server, "codex": "-c " + toml, "gemini": strings.Trim(server, "{}"), "opencode": opencode,
		} {
			a, _ := Lookup(name)
			a.MCP = true
			if !hooks {
				a.Hooks = NoHooks
			}
			l := a.Launch(Options{Command: a.Command, ID: "NEW", Dir: "/w", Files: "/s", Program: program, Env: []string{"HOME=/h", "DORMER_SESSION_ID=s-1", "SECRET=x"}})
			given := strings.Join(l.Argv, " ") + "\n" + strings.Join(l.Env, "\n") + "\n" + l.Files[geminiFile]
			if !strings.Contains(given, want) || strings.Contains(given, "SECRET") {
				t.Errorf("%s, hooks %v: got\n%s\nwant\n%s", name, hooks, given, want)
			}
			hooked := strings.Contains(given+l.Files[opencodeFile], "agent hook")
			if hooked != hooks {
				t.Errorf("%s: hooks are given: %v, want %v", name, hooked, hooks)
			}
			a.MCP = false
			l = a.Launch(Options{Command: a.Command, ID: "NEW", Dir: "/w", Files: "/s", Program: program})
			if given := strings.Join(append(l.Argv, l.Env...), " ") + l.Files[geminiFile]; strings.Contains(given, "mcp") {
				t.Errorf("%s: not requested, but got %s", name, given)
			}
		}
	}
	a := Agent{Name: "mine", Command: []string{"mine"}, Hooks: NoHooks, MCP: true}
	if err := a.Check(); err == nil || !strings.Contains(err.Error(), "cannot be given a server") {
		t.Errorf("got %v", err)
	}
}

// The settings of the user in opencode's variable stay, and a server of the same name is not replaced.
func TestOpencodeKeepsTheUsersSettings(t *testing.T) {
	o := Options{Program: program}
	got, ok := withServer(`{"model":"m","mcp":{"other":{"type":"remote"}}}`, o)
	var config struct {
		Model string
		MCP   map[string]any
	}
	if err := json.Unmarshal([]byte(got), &config); err != nil || !ok || config.Model != "m" || len(config.MCP) != 2 {
		t.Errorf("got %s, %v", got, err)
	}
	for _, content := range []string{"{", `{"mcp":[]}`, `{"mcp":{"dormer":{}}}`} {
		if got, ok := withServer(content, o); ok {
			t.Errorf("%s becomes %s", content, got)
		}
	}
}
