package agent

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// FromHook converts an event that an agent passed to a hook, in the given form of hooks, to a
// report; false if it concerns neither the agent's state nor its conversation. Events of subagents
// are ignored.
func FromHook(form string, event []byte) (Report, bool) {
	var r Report
	var ok bool
	switch Hooks(form) {
	case ClaudeHooks, CodexHooks, GeminiHooks:
		r, ok = fromEvent(event)
	case OpencodeHooks:
		r, ok = fromOpencode(event)
	case NoHooks:
	}
	if !ok || r.ID != "" && !validID(r.ID) {
		return Report{}, false
	}
	r.Source, r.Message = Hook, Line(r.Message)
	return r, true
}

// hookEvent is an event of Claude Code, Codex or Gemini CLI, or the argument that Codex passes to
// notify.
type hookEvent struct {
	Event     string `json:"hook_event_name"`
	SessionID string `json:"session_id"`
	// AgentID is set in events of subagents.
	AgentID string `json:"agent_id"`
	Source  string `json:"source"`

	Tool             string            `json:"tool_name"`
	Input            any               `json:"tool_input"`
	NotificationType string            `json:"notification_type"`
	Message          string            `json:"message"`
	LastMessage      string            `json:"last_assistant_message"`
	PromptResponse   string            `json:"prompt_response"`
	Background       []json.RawMessage `json:"background_tasks"`
	Error            any               `json:"error"`
	ErrorDetails     string            `json:"error_details"`

	Type         string `json:"type"`
	ThreadID     string `json:"thread-id"`
	NotifiedLast string `json:"last-assistant-message"`
}

func fromEvent(data []byte) (Report, bool) {
	var e hookEvent
	if json.Unmarshal(data, &e) != nil || e.AgentID != "" {
		return Report{}, false
	}
	if e.Type == "agent-turn-complete" {
		return Report{State: Done, Message: e.NotifiedLast, ID: e.ThreadID}, true
	}
	r := Report{ID: e.SessionID}
	switch e.Event {
	case "SessionStart":
		r.Began = e.Source
		if e.Source != "compact" { // compacting happens while it works
			r.State = Idle
		}
	case "UserPromptSubmit", "PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "PermissionDenied", "ElicitationResult", "PreCompact",
		"BeforeAgent", "BeforeTool", "AfterTool", "BeforeModel", "AfterModel", "BeforeToolSelection", "PreCompress":
		r.State = Working
	case "PermissionRequest":
		r.State, r.Kind, r.Message = Blocked, Permission, "approve "+e.Tool+e.detail()
		if e.Tool == "AskUserQuestion" {
			r.Kind, r.Message = Question, e.question()
		}
	case "Elicitation":
		r.State, r.Kind, r.Message = Blocked, Question, e.Message
	case "Notification":
		return e.notification(r)
	case "Stop", "AfterAgent":
		r.State, r.Message = Done, cmp.Or(e.LastMessage, e.PromptResponse)
		if len(e.Background) > 0 { // it continues when they have finished
			r.State = Working
		}
	case "StopFailure":
		// error is one of a few words, such as "rate_limit"; the message for the user is more
		// precise.
		why := textOf(e.Error)
		r.State, r.Kind, r.Message = Failed, failureKind(why), cmp.Or(e.LastMessage, e.ErrorDetails, why)
	case "Interrupt":
		r.State = Idle
	default:
		return r, false
	}
	return r, true
}

// notification returns the report of a notification. The notification that an agent is idle comes a
// minute after it has finished, and then brings nothing new; after an unanswered question, it is
// the only event.
func (e hookEvent) notification(r Report) (Report, bool) {
	r.Message = e.Message
	switch e.NotificationType {
	case "permission_prompt", "ToolPermission":
		r.State, r.Kind = Blocked, Permission
	case "elicitation_dialog":
		r.State, r.Kind = Blocked, Question
	case "elicitation_complete", "elicitation_response":
		r.State = Working
	case "idle_prompt":
		r.State, r.Message = Idle, ""
	default:
		return r, false
	}
	return r, true
}

// detailKeys are the members of a tool's input that describe best what it is about to do, in order.
var detailKeys = []string{"command", "file_path", "url", "path", "query", "description"}

// detail returns what a tool is about to do, after a colon; empty if its input does not tell.
func (e hookEvent) detail() string {
	input, _ := e.Input.(map[string]any)
	for _, name := range detailKeys {
		if s, ok := input[name].(string); ok && s != "" {
			return ": " + s
		}
	}
	if command, ok := input["command"].([]any); ok { // Codex sends a list of words
		return ": " + strings.Join(texts(command), " ")
	}
	return ""
}

// question returns the first question of the tool that asks questions.
func (e hookEvent) question() string {
	input, _ := e.Input.(map[string]any)
	questions, _ := input["questions"].([]any)
	for _, q := range questions {
		if q, ok := q.(map[string]any); ok {
			return textOf(q["question"])
		}
	}
	return ""
}

func texts(values []any) (out []string) {
	for _, v := range values {
		out = append(out, textOf(v))
	}
	return out
}

// textOf returns a text, or the text of an error that has members.
func textOf(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case map[string]any:
		for _, name := range []string{"message", "name", "type"} {
			if s, ok := v[name].(string); ok {
				return s
			}
		}
	}
	return ""
}

// opencodeEvent is an event of opencode, as its plugin passes it on.
type opencodeEvent struct {
	Type       string `json:"type"`
	Properties struct {
		SessionID string `json:"sessionID"`
		Info      struct {
			ID       string `json:"id"`
			ParentID string `json:"parentID"`
		} `json:"info"`
		Status struct {
			Type    string `json:"type"`
			Message string `json:"message"`
		} `json:"status"`
		Title      string `json:"title"`
		Permission string `json:"permission"`
		Patterns   []any  `json:"patterns"`
		Questions  []any  `json:"questions"`
		Error      struct {
			Name string         `json:"name"`
			Data map[string]any `json:"data"`
		} `json:"error"`
	} `json:"properties"`
}

func fromOpencode(data []byte) (Report, bool) {
	var e opencodeEvent
	if json.Unmarshal(data, &e) != nil || e.Properties.Info.ParentID != "" {
		return Report{}, false
	}
	p := e.Properties
	r := Report{ID: cmp.Or(p.SessionID, p.Info.ID)}
	switch e.Type {
	case "plugin.started":
		r.State = Idle
	case "session.created":
		// It is created at the first prompt, or when the user begins another one.
		r.Began = "clear"
	case "chat.message":
		// The user talks in this conversation, which may differ from the previous one.
		r.State, r.Began = Working, "resume"
	case "session.status":
		switch p.Status.Type {
		case "idle":
			r.State = Done
		case "busy", "retry":
			r.State, r.Message = Working, p.Status.Message
		default:
			return r, false
		}
	case "session.idle":
		r.State = Done
	case "session.error":
		r.State, r.Kind, r.Message = Failed, failureKind(p.Error.Name), cmp.Or(textOf(p.Error.Data), p.Error.Name)
		if p.Error.Name == "MessageAbortedError" { // by the user
			r.State, r.Kind, r.Message = Idle, "", ""
		}
	case "permission.asked", "permission.updated":
		r.State, r.Kind = Blocked, Permission
		r.Message = cmp.Or(p.Title, strings.Join(slices.Concat([]string{"approve", p.Permission}, texts(p.Patterns)), " "))
	case "question.asked":
		r.State, r.Kind = Blocked, Question
		if len(p.Questions) > 0 {
			if q, ok := p.Questions[0].(map[string]any); ok {
				r.Message = textOf(q["question"])
			}
		}
	case "permission.replied", "question.replied", "question.rejected":
		r.State = Working
	default:
		return r, false
	}
	return r, true
}
