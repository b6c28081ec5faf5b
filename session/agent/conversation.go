package agent

import (
	"fmt"
	"slices"
)

// Conversation is the saved record of the conversation of a session's agent. The zero value is for
// a session whose agent has not been started.
type Conversation struct {
	// Agent is the name of the agent.
	Agent string `json:"agent"`
	// ID is the agent's own id of the conversation; empty if it is unknown.
	ID string `json:"id,omitempty"`
	// Dir is the directory in which the conversation began. Agents find their conversations by it.
	Dir string `json:"dir"`
	// CommandWords is the number of words of the session's command that belong to the agent; the others
	// are the user's arguments.
	CommandWords int `json:"words"`
	// HookReported means that a hook of the agent has reported something, PromptSent that the user has sent a
	// prompt in the conversation. Agents do not save a conversation without a prompt.
	HookReported bool `json:"heard,omitempty"`
	PromptSent   bool `json:"said,omitempty"`
	// Retry overrides, for this session, how often in a row the agent is restarted automatically;
	// see [Agent].
	Retry *int `json:"retry,omitempty"`
	// Retries means that a retry is planned. A host that follows one that was lost makes it at once.
	Retries bool `json:"retries,omitempty"`
}

// Checked returns a conversation that was read from a file, without an invalid id.
func (c Conversation) Checked() Conversation {
	if !validID(c.ID) {
		c.ID = ""
	}
	c.CommandWords = max(c.CommandWords, 1)
	return c
}

// Started reports whether the agent was started.
func (c Conversation) Started() bool { return c.Agent != "" }

// After returns the conversation after a report, and whether the report is about it. The id changes
// only if the agent reports that it began another conversation: by clearing, resuming, forking or
// compacting. Any other report with a different id is from a program that runs in the same session,
// such as a subagent.
func (c Conversation) After(r Report) (next Conversation, mine bool) {
	if r.ID != "" && !validID(r.ID) {
		return c, false
	}
	switch {
	case r.ID == "", r.ID == c.ID:
	case c.ID == "":
		c.ID = r.ID
	case slices.Contains([]string{"clear", "resume", "fork", "compact"}, r.Began):
		c.ID, c.PromptSent = r.ID, r.Began != "clear"
	default:
		return c, false
	}
	c.HookReported = c.HookReported || r.Source == Hook
	c.PromptSent = c.PromptSent || r.State == Working || r.State == Done
	return c, true
}

// fresh reports whether the conversation has no prompt yet, so that it has to begin anew under its
// id. If the agent's hooks reported nothing, it may have one.
func (c Conversation) fresh() bool { return c.HookReported && !c.PromptSent }

// CanResume returns an error that says why the agent cannot continue a conversation; nil if it can.
func (a Agent) CanResume(c Conversation) error {
	switch {
	case len(a.Resume) == 0:
		return fmt.Errorf("%s has no way to go on with a conversation", a.Name)
	case c.Dir == "":
		return fmt.Errorf("the directory of the conversation of %s is not known", a.Name)
	case c.fresh(): // nothing is lost if another one begins
		return nil
	case c.ID == "" && usesPlaceholder(a.Resume, idMark):
		return fmt.Errorf("%s has not said which conversation this was", a.Name)
	}
	return nil
}

// longestID limits the ids of agents, which are UUIDs and the like.
const longestID = 128

// validID reports whether a text can be the id of a conversation. It becomes an argument of a
// program, so it must not look like a flag.
func validID(id string) bool {
	for i, c := range []byte(id) {
		alnum := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !alnum && (i == 0 || c != '-' && c != '_' && c != '.') {
			return false
		}
	}
	return id != "" && len(id) <= longestID
}
