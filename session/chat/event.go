package chat

import (
	"encoding/json"
	"time"
)

// Event is something that happened in a conversation. Which fields are set depends on its kind.
type Event struct {
	// Seq is the number of the event. The numbers grow by one, unless a part of the transcript
	// is damaged.
	Seq  int64     `json:"seq"`
	Time time.Time `json:"time"`
	Kind Kind      `json:"kind"`

	// Text is what was said. That of an answer or a thought is a piece of it: those that follow
	// one another belong together.
	Text string `json:"text,omitempty"`
	// Plan is the whole plan. It replaces the one before.
	Plan []PlanEntry `json:"plan,omitempty"`
	// Tool is a call of a tool as it is now: what the agent did not say again is as before.
	Tool *Tool `json:"tool,omitempty"`
	// Terminal is a command that the agent had dormer run, as it is now.
	Terminal *Terminal `json:"terminal,omitempty"`
	// Request is the id of a permission that was asked for, or answered. No other in the
	// transcript has it.
	Request string   `json:"request,omitempty"`
	Options []Option `json:"options,omitempty"`
	// Option is the id of the option that was chosen; empty if the request was cancelled.
	Option string `json:"option,omitempty"`
	// Mode is the id of the mode that the agent works in, and Modes are all it has.
	Mode  string `json:"mode,omitempty"`
	Modes []Mode `json:"modes,omitempty"`
	// Settings are what can be chosen of how the agent works, such as its model, and what is. They
	// replace those before.
	Settings []Setting `json:"settings,omitempty"`
	// Commands are the slash commands of the agent. They replace those before.
	Commands []Command `json:"commands,omitempty"`
	// Stop says why a turn ended.
	Stop Stop `json:"stop,omitempty"`
	// Reason says in a sentence why a turn failed or the agent ended.
	Reason string `json:"reason,omitempty"`
	// Agent is the name of the agent that was started, and Conversation the agent's own id of
	// the conversation. Loaded says that the agent knows what was said before.
	Agent        string `json:"agent,omitempty"`
	Conversation string `json:"conversation,omitempty"`
	Loaded       bool   `json:"loaded,omitempty"`
}

// Kind says what happened.
type Kind string

// The kinds of events.
const (
	UserMessage        Kind = "user"       // Text
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

// Stop says why a turn ended.
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
	// ID is the agent's id of the call. Agents may use it again in another turn.
	ID     string `json:"id"`
	Title  string `json:"title,omitempty"`
	Kind   string `json:"kind,omitempty"`   // read, edit, delete, move, search, execute, think, fetch, switch_mode, other
	Status string `json:"status,omitempty"` // pending, in_progress, completed, failed
	// Places are the files that it is about, with a line where one is known.
	Places  []Place   `json:"places,omitempty"`
	Content []Content `json:"content,omitempty"`
	// Cut says that the content was too long and is not whole.
	Cut bool `json:"cut,omitempty"`
}

// Place is a file, and a line in it; 0 for none.
type Place struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
}

// Content is something that a tool made: a text, the diff of a file, or a terminal.
type Content struct {
	Text     string `json:"text,omitempty"`
	Diff     *Diff  `json:"diff,omitempty"`
	Terminal string `json:"terminal,omitempty"` // the id of one
}

// Diff is a file before and after.
type Diff struct {
	Path string `json:"path"`
	Old  string `json:"old,omitempty"`
	New  string `json:"new,omitempty"`
	// Created says that there was no such file.
	Created bool `json:"created,omitempty"`
}

// Terminal is a command that dormer runs for the agent.
type Terminal struct {
	ID      string `json:"id"`
	Command string `json:"command"`
	// Output is the end of what the command has printed.
	Output string `json:"output,omitempty"`
	Ended  bool   `json:"ended,omitempty"`
	Code   int    `json:"code,omitempty"`
	Signal string `json:"signal,omitempty"`
}

// Option is an answer to a permission that the agent asks for.
type Option struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind,omitempty"` // allow_once, allow_always, reject_once, reject_always
}

// Permission is one that the agent waits for.
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

// Setting is something that can be chosen of how an agent works.
type Setting struct {
	ID       string   `json:"id"`
	Name     string   `json:"name"`
	Category string   `json:"category,omitempty"` // model, thought_level, or another one
	Value    string   `json:"value"`              // the id of what is chosen
	Choices  []Choice `json:"choices"`
	// Switch says that the choices are on and off.
	Switch bool `json:"switch,omitempty"`
}

// Choice is what a setting can be.
type Choice struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
}

// Command is a slash command of an agent.
type Command struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	// Hint says what is to be typed after the name; empty if nothing is.
	Hint string `json:"hint,omitempty"`
}

// maxLine is the longest line of the transcript and of the socket, in bytes.
const maxLine = 1 << 20

// Limits of what agents send, in bytes of text. In JSON a byte may become six.
const (
	maxText    = 64 << 10  // of one event; more becomes several events
	maxContent = 128 << 10 // of the content of a tool
	maxWord    = 1 << 10   // of titles, names and ids
	maxOutput  = 16 << 10  // of what a terminal shows
	maxEntries = 100       // of lists
)

// maxSeq is the largest number of an event: JSON has no larger ones in browsers.
const maxSeq = 1<<53 - 1

// decodeEvent reads a line of the transcript.
func decodeEvent(line []byte) (Event, error) {
	var e Event
	err := json.Unmarshal(line, &e)
	if err == nil && !e.whole() {
		err = errNoEvent
	}
	return e, err
}

// whole reports whether an event has what those of its kind have.
func (e Event) whole() bool {
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
