package chat

import (
	"encoding/json"
	"time"
)

// Event is an event of a conversation. Its kind determines the fields that are set.
type Event struct {
	// Seq is the number of the event. The numbers grow by one, unless a part of the transcript
	// is damaged.
	Seq  int64     `json:"seq"`
	Time time.Time `json:"time"`
	Kind Kind      `json:"kind"`

	// Text is the text of a message. For an answer or a thought it is a piece: consecutive ones
	// belong together.
	Text string `json:"text,omitempty"`
	// Message is the id that a message of the user has from who sent it; empty for none. No other
	// event has it: a message that is sent again is not taken again.
	Message string `json:"message,omitempty"`
	// Plan is the whole plan. It replaces the one before.
	Plan []PlanEntry `json:"plan,omitempty"`
	// Tool is the present state of a tool call: fields that the agent did not repeat are unchanged.
	Tool *Tool `json:"tool,omitempty"`
	// Terminal is the present state of a command that dormer runs for the agent.
	Terminal *Terminal `json:"terminal,omitempty"`
	// Request is the id of a permission request, unique in the transcript.
	Request string   `json:"request,omitempty"`
	Options []Option `json:"options,omitempty"`
	// Option is the id of the chosen option; empty if the request was cancelled.
	Option string `json:"option,omitempty"`
	// Mode is the id of the agent's mode, and Modes are all that it has.
	Mode  string `json:"mode,omitempty"`
	Modes []Mode `json:"modes,omitempty"`
	// Settings are the agent's settings, such as its model, with their choices and present values.
	// They replace the previous ones.
	Settings []Setting `json:"settings,omitempty"`
	// Commands are the slash commands of the agent. They replace the previous ones.
	Commands []Command `json:"commands,omitempty"`
	// Stop is why a turn ended.
	Stop Stop `json:"stop,omitempty"`
	// Reason is a sentence that says why a turn failed or the agent ended.
	Reason string `json:"reason,omitempty"`
	// Agent is the name of the started agent, and Conversation the agent's own id of the
	// conversation. Loaded means that the agent knows the earlier messages.
	Agent        string `json:"agent,omitempty"`
	Conversation string `json:"conversation,omitempty"`
	Loaded       bool   `json:"loaded,omitempty"`
}

// Kind is the kind of an event.
type Kind string

// The kinds of events.
const (
	UserMessage        Kind = "user"       // Text, Message
	Answer             Kind = "answer"     // Text: a piece of the answer as it streams
	Thought            Kind = "thought"    // Text: a piece of what the agent thinks
	PlanChanged        Kind = "plan"       // Plan
	ToolChanged        Kind = "tool"       // Tool
	TerminalChanged    Kind = "terminal"   // Terminal
	PermissionAsked    Kind = "permission" // Request, Tool, Options
	PermissionAnswered Kind = "answered"   // Request, Option
	ModeChanged        Kind = "mode"       // Mode, Modes
	SettingsChanged    Kind = "settings"   // Settings
	CommandsChanged    Kind = "commands"   // Commands
	TurnEnded          Kind = "turn"       // Stop, Reason
	AgentStarted       Kind = "started"    // Agent, Conversation, Loaded, Reason if not loaded
	AgentEnded         Kind = "ended"      // Reason
)

// Stop is why a turn ended.
type Stop string

// The reasons of ACP, and two of dormer's.
const (
	StopEndTurn   Stop = "end_turn"
	StopTokens    Stop = "max_tokens"
	StopRequests  Stop = "max_turn_requests"
	StopRefusal   Stop = "refusal"
	StopCancelled Stop = "cancelled"
	StopFailed    Stop = "failed" // the agent answered with an error: Reason
	StopLost      Stop = "lost"   // the agent, or dormer, ended in the middle of the turn
)

// PlanEntry is a step of a plan.
type PlanEntry struct {
	Text     string `json:"text"`
	Priority string `json:"priority,omitempty"` // high, medium, low
	Status   string `json:"status,omitempty"`   // pending, in_progress, completed
}

// Tool is a call of a tool by the agent.
type Tool struct {
	// ID is the agent's id of the call. Agents may reuse it in another turn.
	ID     string `json:"id"`
	Title  string `json:"title,omitempty"`
	Kind   string `json:"kind,omitempty"`   // read, edit, delete, move, search, execute, think, fetch, switch_mode, other
	Status string `json:"status,omitempty"` // pending, in_progress, completed, failed
	// Places are the files that it concerns, with a line if one is known.
	Places  []Place   `json:"places,omitempty"`
	Content []Content `json:"content,omitempty"`
	// Cut means that the content was too long and was cut.
	Cut bool `json:"cut,omitempty"`
}

// Place is a file, and a line in it; 0 for none.
type Place struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
}

// Content is a result of a tool: a text, the diff of a file, or a terminal.
type Content struct {
	Text     string `json:"text,omitempty"`
	Diff     *Diff  `json:"diff,omitempty"`
	Terminal string `json:"terminal,omitempty"` // the id of a terminal
}

// Diff is a file before and after.
type Diff struct {
	Path string `json:"path"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`
	// Created means that the file did not exist before.
	Created bool `json:"created,omitempty"`
}

// Terminal is a command that dormer runs for the agent.
type Terminal struct {
	ID      string `json:"id"`
	Command string `json:"command"`
	// Output is the end of the command's output.
	Output string `json:"output,omitempty"`
	Ended  bool   `json:"ended,omitempty"`
	Code   int    `json:"code,omitempty"`
	Signal string `json:"signal,omitempty"`
}

// Option is an option of a permission request.
type Option struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"` // allow_once, allow_always, reject_once, reject_always
}

// Permission is a permission that the agent requests.
type Permission struct {
	Request string   `json:"request"`
	Title   string   `json:"title,omitempty"` // what it is for
	Options []Option `json:"options"`
}

// Mode is a way in which an agent can work, such as only planning.
type Mode struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Setting is a setting of an agent.
type Setting struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Category string   `json:"category,omitempty"` // model, thought_level, or another one
	Value    string   `json:"value"`              // the id of the present choice
	Choices  []Choice `json:"choices"`
	// Switch means that the choices are on and off.
	Switch bool `json:"switch,omitempty"`
}

// Choice is a possible value of a setting.
type Choice struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Command is a slash command of an agent.
type Command struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Hint describes the argument to type after the name; empty if there is none.
	Hint string `json:"hint,omitempty"`
}

// maxLine is the longest line of the transcript and of the socket, in bytes.
const maxLine = 1 << 20

// Limits of agents' texts, in bytes. In JSON a byte may become six.
const (
	maxText    = 64 << 10  // of one event; longer text becomes several events
	maxContent = 128 << 10 // of a tool's content
	maxWord    = 1 << 10   // of titles, names and ids
	maxOutput  = 16 << 10  // of a terminal's output
	maxEntries = 100       // of lists
)

// maxSeq is the largest number of an event: browsers support no larger integers in JSON.
const maxSeq = 1<<53 - 1

// decodeEvent parses a line of the transcript.
func decodeEvent(line []byte) (Event, error) {
	var e Event
	err := json.Unmarshal(line, &e)
	if err == nil && !e.isComplete() {
		err = errNoEvent
	}
	return e, err
}

// ends reports whether an event ends something that was under way.
func (e Event) ends() bool {
	return e.Kind == PermissionAnswered || e.Kind == TurnEnded || e.Kind == AgentEnded
}

// isComplete reports whether an event has what those of its kind have.
func (e Event) isComplete() bool {
	if e.Seq <= 0 || e.Seq > maxSeq || e.Kind == "" {
		return false
	}
	switch e.Kind {
	case ToolChanged:
		return e.Tool != nil
	case PermissionAsked:
		return e.Tool != nil && len(e.Options) > 0
	case TerminalChanged:
		return e.Terminal != nil
	case UserMessage, Answer, Thought, PlanChanged, PermissionAnswered, ModeChanged, CommandsChanged, TurnEnded, AgentStarted, AgentEnded:
	}
	return true
}
