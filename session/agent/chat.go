package agent

import "path/filepath"

// chatSuffix ends the name of an agent in dormer chat.
const chatSuffix = "-chat"

// ChatName returns the name of an agent in dormer chat, over the Agent Client Protocol, rather than
// in its own program.
func ChatName(name string) string { return name + chatSuffix }

// Chat returns the agent as it is used in dormer chat; false if it does not support the protocol.
func (a Agent) Chat() (Agent, bool) {
	if len(a.ACP) == 0 {
		return Agent{}, false
	}
	return Agent{
		Name: ChatName(a.Name), Command: []string{"dormer", "chat", "--agent", a.Name},
		Resume: []string{"--resume", idMark}, Prompt: []string{"--prompt", promptMark}, Picks: []string{"--resume="},
		Hooks: NoHooks, Scrub: a.Scrub,
	}, true
}

// IsChat reports whether a command is dormer chat.
func IsChat(command []string) bool {
	return len(command) > 1 && filepath.Base(command[0]) == "dormer" && command[1] == "chat"
}
