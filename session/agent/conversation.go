package agent

import (
	"fmt"
	"slices"
)

// Conversation is what is kept of the conversation of the agent in a session. The zero value is
// that of a session whose agent was not started yet.
type Conversation struct {
	// Agent is the name of the agent.
	Agent string `json:"agent"`
	// ID is the agent's own id of the conversation; empty where it is not known.
	ID string `json:"id,omitempty"`
	// Dir is the directory in which the conversation began. The agents find their
	// conversations by it.
	Dir string `json:"dir"`
	// Words is how many words of the session's command are the agent's; the others are
	// arguments of the user.
	Words int `json:"words"`
	// Heard says that a hook of the agent has reported something, Said that somebody has said
	// something in the conversation. The agents keep nothing of one in which nobody has.
	Heard bool `json:"heard,omitempty"`
	Said  bool `json:"said,omitempty"`
	// Retry is how often in a row the agent is started again by itself, where that was said of
	// this session; see [Agent].
	Retry *int `json:"retry,omitempty"`
}

// Checked returns a conversation that was read from a file, without an id that can be none.
func (c Conversation) Checked() Conversation {
	if !validID(c.ID) {
		c.ID = ""
	}
	c.Words = max(c.Words, 1)
	return c
}

// Started reports whether the agent was started.
func (c Conversation) Started() bool { return c.Agent != "" }

// After returns the conversation after a report, and whether the report is about it. The id
// changes only where the agent says that it began another conversation: by clearing, resuming,
// forking or compacting. Any other report with another id is of a program that runs in the
// same session, such as a subagent.
func (c Conversation) After(r Report) (next Conversation, mine bool) {
	if r.ID != "" && !validID(r.ID) {
		return c, false
	}
	switch {
	case r.ID == "", r.ID == c.ID:
	case c.ID == "":
		c.ID = r.ID
	case slices.Contains([]string{"clear", "resume", "fork", "compact"}, r.Began):
		c.ID, c.Said = r.ID, r.Began != "clear"
	default:
		return c, false
	}
	c.Heard = c.Heard || r.Source == Hook
	c.Said = c.Said || r.State == Working || r.State == Done
	return c, true
}

// fresh reports whether nothing was said in the conversation, so that it has to begin anew under
// its id. An agent whose hooks said nothing at all may have been told something.
func (c Conversation) fresh() bool { return c.Heard && !c.Said }

// CanResume returns an error that says why the agent cannot go on with a conversation; nil if it
// can.
func (a Agent) CanResume(c Conversation) error {
	switch {
	case len(a.Resume) == 0:
		return fmt.Errorf("%s has no way to go on with a conversation", a.Name)
	case c.Dir == "":
		return fmt.Errorf("the directory of the conversation of %s is not known", a.Name)
	case c.fresh(): // nothing is lost where another one begins
		return nil
	case c.ID == "" && names(a.Resume, idMark):
		return fmt.Errorf("%s has not said which conversation this was", a.Name)
	}
	return nil
}

// longestID bounds the ids of agents, which are UUIDs and the like.
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
