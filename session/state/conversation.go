package state

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"dormer/session/agent"
)

const conversationName = "agent.json"

// ReadConversation reads the conversation of the agent in a session from the session's directory.
// If there is none, the error is [io/fs.ErrNotExist].
func ReadConversation(dir string) (agent.Conversation, error) {
	data, err := readFile(filepath.Join(dir, conversationName))
	if err != nil {
		return agent.Conversation{}, fmt.Errorf("conversation: %w", err)
	}
	var c agent.Conversation
	if err := json.Unmarshal(data, &c); err != nil {
		return agent.Conversation{}, fmt.Errorf("conversation: %w: %w", ErrUntrusted, err)
	}
	return c.Checked(), nil
}

// Retries reports whether the agent in a session was about to be restarted automatically.
func Retries(dir string) bool {
	c, _ := ReadConversation(dir) // an unreadable conversation counts as unknown
	return c.Retries
}

// WriteConversation writes it. Only the owner of the session may call it.
func WriteConversation(dir string, c agent.Conversation) error {
	if err := checkPrivate(dir); err != nil {
		return fmt.Errorf("conversation: %w", err)
	}
	data, err := json.Marshal(c)
	if err == nil {
		err = writeFile(dir, conversationName, append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("conversation: %w", err)
	}
	return nil
}
