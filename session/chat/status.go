package chat

import "slices"

// status is what follows from the events of a conversation so far.
type status struct {
	agent, conversation string
	// said says that something was said in the conversation. Agents keep nothing of one in which
	// nothing was.
	said    bool
	running bool // an agent runs and knows the conversation
	turn    bool
	asked   []Permission    // that wait for an answer, the oldest first
	tools   map[string]Tool // of the turn
	modes   []Mode
	mode    string
	// settings are what can be chosen besides.
	settings []Setting
}

// add takes the next event.
func (s *status) add(e Event) {
	if e.Tool != nil {
		if s.tools == nil {
			s.tools = map[string]Tool{}
		}
		s.tools[e.Tool.ID] = *e.Tool
	}
	switch e.Kind {
	case UserMessage:
		s.turn, s.said, s.tools = s.running, true, nil
	case PermissionAsked:
		p := Permission{Request: e.Request, Options: e.Options}
		if e.Tool != nil {
			p.Title = e.Tool.Title
		}
		s.asked = append(slices.Clip(s.asked), p)
	case PermissionAnswered:
		s.asked = slices.DeleteFunc(slices.Clone(s.asked), func(p Permission) bool { return p.Request == e.Request })
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
		s.said = e.Loaded || s.said && e.Conversation == s.conversation
		s.agent, s.conversation, s.running = e.Agent, e.Conversation, true
		s.modes, s.mode, s.settings = nil, "", nil
	case AgentEnded:
		s.running, s.turn = false, false
	}
}

// lost are the events that end what was under way when the agent or dormer ended.
func (s *status) lost(reason string) (events []Event) {
	for _, p := range s.asked {
		events = append(events, Event{Kind: PermissionAnswered, Request: p.Request})
	}
	if s.turn {
		events = append(events, Event{Kind: TurnEnded, Stop: StopLost})
	}
	return append(events, Event{Kind: AgentEnded, Reason: reason})
}
