package agent

import "path/filepath"

// chatSuffix ends the name of an agent that is talked to in dormer chat.
const chatSuffix = "-chat"

// ChatName is the name of an agent when it is talked to in dormer chat, over the Agent Client
// Protocol, and not in its own program.
func ChatName(name string) string { return name + chatSuffix }

// Chat is the agent as it is talked to in dormer chat; false if it does not speak the protocol.
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
