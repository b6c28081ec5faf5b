package agent

import (
	"encoding/json"
	"slices"
	"strings"
)

// mcpForm returns the form in which the agent accepts a server of the Model Context Protocol for
// one launch: the form of its hooks, or that of the hooks of the known agent with its name.
func (a Agent) mcpForm() Hooks {
	if known, ok := Lookup(a.Name); ok {
		return known.Hooks
	}
	return a.Hooks
}

// mcpVariables are the variables that the server needs. Agents do not pass all of theirs on to
// servers.
var mcpVariables = []string{
	"DORMER_HOME", "DORMER_SESSION_ID", "DORMER_WORKSPACE", "HOME", "PATH", "SHELL", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "XDG_STATE_HOME",
}

// mcpEnviron returns the variables for the server.
func mcpEnviron(o Options) map[string]string {
	env := map[string]string{}
	for _, name := range mcpVariables {
		if value := valueOf(o.Env, name); value != "" {
			env[name] = value
		}
	}
	return env
}

// mcpServers describes the server in the format of Claude Code and Gemini CLI.
func mcpServers(o Options) map[string]any {
	return map[string]any{"mcpServers": map[string]any{"dormer": map[string]any{
		"command": o.Program, "args": []string{"mcp"}, "env": mcpEnviron(o),
	}}}
}

// tomlServer describes the server in the format of Codex.
func tomlServer(o Options) string {
	var env []string
	for name, value := range mcpEnviron(o) {
		env = append(env, name+"="+encoded(value))
	}
	slices.Sort(env)
	return "{command=" + encoded(o.Program) + `,args=["mcp"],env={` + strings.Join(env, ",") + "}}"
}

// withServer adds the server to the configuration of opencode in a variable; false if that is
// invalid, or has one of that name.
func withServer(content string, o Options) (string, bool) {
	config := map[string]any{}
	if content != "" && json.Unmarshal([]byte(content), &config) != nil {
		return "", false
	}
	servers, ok := config["mcp"].(map[string]any)
	if !ok && config["mcp"] != nil {
		return "", false
	}
	if servers == nil {
		servers = map[string]any{}
	}
	if _, taken := servers["dormer"]; taken {
		return "", false
	}
	servers["dormer"] = map[string]any{"type": "local", "command": []string{o.Program, "mcp"}, "environment": mcpEnviron(o), "enabled": true}
	config["mcp"] = servers
	return encoded(config), true
}
