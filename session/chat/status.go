package chat

import "slices"

// status is the state that results from a conversation's events so far.
type status struct {
	agent, conversation string
	// hasMessages means that the conversation has a message. Agents do not save one without messages.
	hasMessages bool
	running     bool // an agent runs and knows the conversation
	turn        bool
	permissions []Permission    // waiting for an answer, the oldest first
	tools       map[string]Tool // of the present turn
	modes       []Mode
	mode        string
	// settings are the other settings.
	settings []Setting
	// messages are the numbers of the user's messages that have an id, by that.
	messages map[string]int64
}

// add applies the next event.
func (s *status) add(e Event) {
	if e.Tool != nil {
		if s.tools == nil {
			s.tools = map[string]Tool{}
		}
		s.tools[e.Tool.ID] = *e.Tool
	}
	switch e.Kind {
	case UserMessage:
		s.turn, s.hasMessages, s.tools = s.running, true, nil
		if e.Message != "" {
			if s.messages == nil {
				s.messages = map[string]int64{}
			}
			s.messages[e.Message] = e.Seq
		}
	case PermissionAsked:
		p := Permission{Request: e.Request, Options: e.Options}
		if e.Tool != nil {
			p.Title = e.Tool.Title
		}
		s.permissions = append(slices.Clip(s.permissions), p)
	case PermissionAnswered:
		s.permissions = slices.DeleteFunc(slices.Clone(s.permissions), func(p Permission) bool { return p.Request == e.Request })
	case ModeChanged:
		s.mode = e.Mode
		if e.Modes != nil {
			s.modes = e.Modes
		}
	case SettingsChanged:
		s.settings = e.Settings
	case TurnEnded:
		s.turn = false
	case AgentStarted:
		s.hasMessages = e.Loaded || s.hasMessages && e.Conversation == s.conversation
		s.agent, s.conversation, s.running = e.Agent, e.Conversation, true
		s.modes, s.mode, s.settings = nil, "", nil
	case AgentEnded:
		s.running, s.turn = false, false
	}
}

// connectionError returns the events that end the turn and open requests when the agent or dormer has ended.
func (s *status) closeOpen(reason string) (events []Event) {
	for _, p := range s.permissions {
		events = append(events, Event{Kind: PermissionAnswered, Request: p.Request})
	}
	if s.turn {
		events = append(events, Event{Kind: TurnEnded, Stop: StopLost})
	}
	return append(events, Event{Kind: AgentEnded, Reason: reason})
}
