package agent

import (
	"strings"
	"testing"
)

func TestFromHook(t *testing.T) {
	none := Report{}
	tests := []struct {
		name  string
		hooks Hooks
		event string
		want  Report
	}{
		{"claude_starts", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"a-1","source":"startup","model":"x","cwd":"/w"}`, Report{State: Idle, ID: "a-1", Began: "startup"}},
		{"claude_resumes", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"a-1","source":"resume"}`, Report{State: Idle, ID: "a-1", Began: "resume"}},
		{"claude_clears", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"b-2","source":"clear"}`, Report{State: Idle, ID: "b-2", Began: "clear"}},
		{"claude_forks", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"b-2","source":"fork"}`, Report{State: Idle, ID: "b-2", Began: "fork"}},
		{"claude_compacts_while_it_works", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"b-2","source":"compact"}`, Report{ID: "b-2", Began: "compact"}},
		{"claude_is_asked", ClaudeHooks, `{"hook_event_name":"UserPromptSubmit","session_id":"a-1","prompt":"go","prompt_id":"p"}`, Report{State: Working, ID: "a-1"}},
		{"claude_wants_to_run", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","tool_name":"Bash","tool_input":{"command":"rm -rf ./x","description":"clean"},"permission_suggestions":[]}`,
			Report{State: Blocked, Kind: Permission, Message: "approve Bash: rm -rf ./x", ID: "a-1"}},
		{"claude_wants_to_write", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","tool_name":"Write","tool_input":{"file_path":"/w/a.go","content":"x"}}`,
			Report{State: Blocked, Kind: Permission, Message: "approve Write: /w/a.go", ID: "a-1"}},
		{"claude_asks", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","tool_name":"AskUserQuestion","tool_input":{"questions":[{"question":"Which one?","options":[]}]}}`,
			Report{State: Blocked, Kind: Question, Message: "Which one?", ID: "a-1"}},
		{"claude_uses_a_tool_without_members", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","tool_name":"X","tool_input":"all"}`, Report{State: Blocked, Kind: Permission, Message: "approve X", ID: "a-1"}},
		{"claude_asks_nothing", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","tool_name":"AskUserQuestion","tool_input":{"questions":[7]}}`, Report{State: Blocked, Kind: Question, ID: "a-1"}},
		{"claude_was_allowed", ClaudeHooks, `{"hook_event_name":"PostToolUse","session_id":"a-1","tool_name":"Bash","tool_response":{}}`, Report{State: Working, ID: "a-1"}},
		{"claude_was_denied", ClaudeHooks, `{"hook_event_name":"PermissionDenied","session_id":"a-1"}`, Report{State: Working, ID: "a-1"}},
		{"claude_elicits", ClaudeHooks, `{"hook_event_name":"Elicitation","session_id":"a-1","message":"Your name?"}`, Report{State: Blocked, Kind: Question, Message: "Your name?", ID: "a-1"}},
		{"claude_was_answered", ClaudeHooks, `{"hook_event_name":"ElicitationResult","session_id":"a-1"}`, Report{State: Working, ID: "a-1"}},
		{"claude_notifies_of_permission", ClaudeHooks, `{"hook_event_name":"Notification","session_id":"a-1","message":"Claude needs your permission","notification_type":"permission_prompt"}`,
			Report{State: Blocked, Kind: Permission, Message: "Claude needs your permission", ID: "a-1"}},
		{"claude_notifies_of_a_question", ClaudeHooks, `{"hook_event_name":"Notification","session_id":"a-1","message":"m","notification_type":"elicitation_dialog"}`,
			Report{State: Blocked, Kind: Question, Message: "m", ID: "a-1"}},
		{"claude_notifies_of_an_answer", ClaudeHooks, `{"hook_event_name":"Notification","session_id":"a-1","message":"m","notification_type":"elicitation_response"}`, Report{State: Working, Message: "m", ID: "a-1"}},
		{"claude_notifies_of_idleness", ClaudeHooks, `{"hook_event_name":"Notification","session_id":"a-1","message":"Claude is waiting for your input","notification_type":"idle_prompt"}`, Report{State: Idle, ID: "a-1"}},
		{"claude_notifies_of_a_login", ClaudeHooks, `{"hook_event_name":"Notification","session_id":"a-1","message":"ok","notification_type":"auth_success"}`, none},
		{"claude_stops", ClaudeHooks, `{"hook_event_name":"Stop","session_id":"a-1","stop_hook_active":false,"last_assistant_message":"All\ndone.","background_tasks":[]}`, Report{State: Done, Message: "All done.", ID: "a-1"}},
		{"claude_waits_for_background_tasks", ClaudeHooks, `{"hook_event_name":"Stop","session_id":"a-1","last_assistant_message":"m","background_tasks":[{"id":"1"}]}`, Report{State: Working, Message: "m", ID: "a-1"}},
		{"claude_fails", ClaudeHooks, `{"hook_event_name":"StopFailure","session_id":"a-1","error":"rate_limit"}`, Report{State: Failed, Kind: RateLimit, Message: "rate_limit", ID: "a-1"}},
		{"claude_fails_and_says_more", ClaudeHooks, `{"hook_event_name":"StopFailure","session_id":"a-1","error":"rate_limit","last_assistant_message":"You've hit your limit · resets 3pm"}`, Report{State: Failed, Kind: RateLimit, Message: "You've hit your limit · resets 3pm", ID: "a-1"}},
		{"claude_fails_in_another_way", ClaudeHooks, `{"hook_event_name":"StopFailure","session_id":"a-1","error":"invalid_request","error_details":"too long"}`, Report{State: Failed, Message: "too long", ID: "a-1"}},
		{"claude_fails_with_members", ClaudeHooks, `{"hook_event_name":"StopFailure","session_id":"a-1","error":{"type":"overloaded","message":"try later"}}`, Report{State: Failed, Message: "try later", ID: "a-1"}},
		{"subagent_of_claude_stops", ClaudeHooks, `{"hook_event_name":"Stop","session_id":"a-1","agent_id":"sub","agent_type":"Explore"}`, none},
		{"subagent_of_claude_wants_to_run", ClaudeHooks, `{"hook_event_name":"PermissionRequest","session_id":"a-1","agent_id":"sub","tool_name":"Bash"}`, none},
		{"claude_ends", ClaudeHooks, `{"hook_event_name":"SessionEnd","session_id":"a-1","reason":"clear"}`, none},
		{"claude_does_something_else", ClaudeHooks, `{"hook_event_name":"FileChanged","session_id":"a-1"}`, none},

		{"codex_has_finished", CodexHooks, `{"type":"agent-turn-complete","thread-id":"0199-aa","turn-id":"1","cwd":"/w","input-messages":["go"],"last-assistant-message":"Done."}`,
			Report{State: Done, Message: "Done.", ID: "0199-aa"}},
		{"codex_notifies_of_something_else", CodexHooks, `{"type":"approval-requested","thread-id":"0199-aa"}`, none},
		{"codex_starts", CodexHooks, `{"hook_event_name":"SessionStart","session_id":"0199-aa","source":"startup","turn_id":"1","permission_mode":"x"}`, Report{State: Idle, ID: "0199-aa", Began: "startup"}},
		{"codex_wants_to_run", CodexHooks, `{"hook_event_name":"PermissionRequest","session_id":"0199-aa","tool_name":"shell","tool_input":{"command":["rm","x"]}}`,
			Report{State: Blocked, Kind: Permission, Message: "approve shell: rm x", ID: "0199-aa"}},
		{"codex_was_interrupted", CodexHooks, `{"hook_event_name":"Interrupt","session_id":"0199-aa"}`, Report{State: Idle, ID: "0199-aa"}},

		{"gemini_starts", GeminiHooks, `{"hook_event_name":"SessionStart","session_id":"g-1","source":"startup","cwd":"/w","timestamp":"2026"}`, Report{State: Idle, ID: "g-1", Began: "startup"}},
		{"gemini_is_asked", GeminiHooks, `{"hook_event_name":"BeforeAgent","session_id":"g-1","prompt":"go"}`, Report{State: Working, ID: "g-1"}},
		{"gemini_used_a_tool", GeminiHooks, `{"hook_event_name":"AfterTool","session_id":"g-1","tool_name":"x"}`, Report{State: Working, ID: "g-1"}},
		{"gemini_has_finished", GeminiHooks, `{"hook_event_name":"AfterAgent","session_id":"g-1","prompt":"go","prompt_response":"Yes.","stop_hook_active":false}`, Report{State: Done, Message: "Yes.", ID: "g-1"}},
		{"gemini_wants_to_run", GeminiHooks, `{"hook_event_name":"Notification","session_id":"g-1","notification_type":"ToolPermission","message":"Allow ls?","details":{}}`, Report{State: Blocked, Kind: Permission, Message: "Allow ls?", ID: "g-1"}},
		{"gemini_ends", GeminiHooks, `{"hook_event_name":"SessionEnd","session_id":"g-1","reason":"exit"}`, none},

		{"opencode_starts", OpencodeHooks, `{"type":"plugin.started"}`, Report{State: Idle}},
		{"opencode_begins", OpencodeHooks, `{"type":"session.created","properties":{"info":{"id":"ses_1"}}}`, Report{ID: "ses_1", Began: "clear"}},
		{"subagent_of_opencode_begins", OpencodeHooks, `{"type":"session.created","properties":{"info":{"id":"ses_2","parentID":"ses_1"}}}`, none},
		{"opencode_is_asked", OpencodeHooks, `{"type":"chat.message","properties":{"sessionID":"ses_1"}}`, Report{State: Working, ID: "ses_1", Began: "resume"}},
		{"opencode_works", OpencodeHooks, `{"type":"session.status","properties":{"sessionID":"ses_1","status":{"type":"busy"}}}`, Report{State: Working, ID: "ses_1"}},
		{"opencode_tries_again", OpencodeHooks, `{"type":"session.status","properties":{"sessionID":"ses_1","status":{"type":"retry","message":"overloaded"}}}`, Report{State: Working, Message: "overloaded", ID: "ses_1"}},
		{"opencode_is_idle", OpencodeHooks, `{"type":"session.status","properties":{"sessionID":"ses_1","status":{"type":"idle"}}}`, Report{State: Done, ID: "ses_1"}},
		{"opencode_is_something_new", OpencodeHooks, `{"type":"session.status","properties":{"sessionID":"ses_1","status":{"type":"dreaming"}}}`, none},
		{"opencode_has_finished", OpencodeHooks, `{"type":"session.idle","properties":{"sessionID":"ses_1"}}`, Report{State: Done, ID: "ses_1"}},
		{"opencode_fails", OpencodeHooks, `{"type":"session.error","properties":{"sessionID":"ses_1","error":{"name":"ProviderAuthError","data":{"message":"no key"}}}}`, Report{State: Failed, Kind: Auth, Message: "no key", ID: "ses_1"}},
		{"opencode_was_interrupted", OpencodeHooks, `{"type":"session.error","properties":{"sessionID":"ses_1","error":{"name":"MessageAbortedError","data":{"message":"aborted"}}}}`, Report{State: Idle, ID: "ses_1"}},
		{"opencode_wants_to_run", OpencodeHooks, `{"type":"permission.asked","properties":{"sessionID":"ses_1","permission":"bash","patterns":["rm *"]}}`, Report{State: Blocked, Kind: Permission, Message: "approve bash rm *", ID: "ses_1"}},
		{"opencode_was_allowed", OpencodeHooks, `{"type":"permission.replied","properties":{"sessionID":"ses_1"}}`, Report{State: Working, ID: "ses_1"}},
		{"opencode_asks", OpencodeHooks, `{"type":"question.asked","properties":{"sessionID":"ses_1","questions":[{"question":"Which?"}]}}`, Report{State: Blocked, Kind: Question, Message: "Which?", ID: "ses_1"}},

		{"no_json", ClaudeHooks, `state=working`, none},
		{"another_type", ClaudeHooks, `{"hook_event_name":7}`, none},
		{"nothing", GeminiHooks, ``, none},
		{"no_form", "emacs", `{"hook_event_name":"Stop","session_id":"a-1"}`, none},
		{"none", NoHooks, `{"hook_event_name":"Stop","session_id":"a-1"}`, none},
		{"an_id_that_is_a_flag", ClaudeHooks, `{"hook_event_name":"SessionStart","session_id":"--dangerously-skip-permissions","source":"clear"}`, none},
		{"an_id_with_a_path", ClaudeHooks, `{"hook_event_name":"Stop","session_id":"a/../b"}`, none},
		{"control_characters", ClaudeHooks, `{"hook_event_name":"Stop","session_id":"a-1","last_assistant_message":"a\u001b]0;x\u0007\u202eb"}`, Report{State: Done, Message: "a ]0;x b", ID: "a-1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := FromHook(string(tt.hooks), []byte(tt.event))
			if tt.want != none {
				tt.want.Source = Hook
			}
			if got != tt.want || ok != (tt.want != none) {
				t.Errorf("got %+v, %v, want %+v", got, ok, tt.want)
			}
		})
	}
}

func FuzzFromHook(f *testing.F) {
	f.Add("claude", `{"hook_event_name":"PermissionRequest","session_id":"a","tool_name":"Bash","tool_input":{"command":["a",{}]}}`)
	f.Add("opencode", `{"type":"question.asked","properties":{"questions":[{}]}}`)
	f.Fuzz(func(t *testing.T, form, event string) {
		r, ok := FromHook(form, []byte(event))
		if ok && (r.Source != Hook || r.ID != "" && !validID(r.ID) || strings.ContainsAny(r.Message, "\x1b\n\x00")) {
			t.Errorf("%s %q: %+v", form, event, r)
		}
	})
}
