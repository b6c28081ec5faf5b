package agent

import "testing"

func TestConversationAfter(t *testing.T) {
	began := Conversation{Agent: "claude", ID: "a", Dir: "/w", CommandWords: 1}
	unknown := Conversation{Agent: "codex", Dir: "/w", CommandWords: 1}
	said := func(c Conversation, id string) Conversation {
		c.ID, c.HookReported, c.PromptSent = id, true, true
		return c
	}
	heard := func(c Conversation, id string) Conversation {
		c.ID, c.HookReported = id, true
		return c
	}
	tests := []struct {
		name   string
		before Conversation
		report Report
		want   Conversation
		mine   bool
	}{
		{"startup_with_its_id", began, Report{Source: Hook, State: Idle, ID: "a", Began: "startup"}, heard(began, "a"), true},
		{"a_prompt", began, Report{Source: Hook, State: Working, ID: "a"}, said(began, "a"), true},
		{"the_first_word_of_an_id", unknown, Report{Source: Hook, State: Done, ID: "x"}, said(unknown, "x"), true},
		{"clear", said(began, "a"), Report{Source: Hook, State: Idle, ID: "b", Began: "clear"}, heard(began, "b"), true},
		{"fork", said(began, "a"), Report{Source: Hook, State: Idle, ID: "b", Began: "fork"}, said(began, "b"), true},
		{"resume", said(began, "a"), Report{Source: Hook, State: Idle, ID: "b", Began: "resume"}, said(began, "b"), true},
		{"compact", said(began, "a"), Report{Source: Hook, ID: "b", Began: "compact"}, said(began, "b"), true},
		{"another_startup", said(began, "a"), Report{Source: Hook, State: Idle, ID: "b", Began: "startup"}, said(began, "a"), false},
		{"another_turn", said(began, "a"), Report{Source: Hook, State: Done, ID: "b"}, said(began, "a"), false},
		{"no_id", heard(began, "a"), Report{Source: Status, State: Working}, said(began, "a"), true},
		{"status_is_no_hook", began, Report{Source: Status, State: Idle}, began, true},
		{"an_id_that_is_a_flag", began, Report{Source: Hook, ID: "--model", Began: "clear"}, began, false},
		{"an_id_with_a_blank", unknown, Report{Source: Hook, ID: "a b"}, unknown, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, mine := tt.before.After(tt.report); got != tt.want || mine != tt.mine {
				t.Errorf("got %+v, %v, want %+v, %v", got, mine, tt.want, tt.mine)
			}
		})
	}
}

// S4-26: an agent can be resumed if it has reported its conversation's id and its directory is known.
func TestCanResume(t *testing.T) {
	known := func(name string) Agent { a, _ := Lookup(name); return a }
	tests := []struct {
		agent Agent
		c     Conversation
		want  string
	}{
		{known("claude"), Conversation{Agent: "claude", ID: "a", Dir: "/w"}, ""},
		{known("codex"), Conversation{Agent: "codex", Dir: "/w"}, "codex has not said which conversation this was"},
		{known("opencode"), Conversation{Agent: "opencode", Dir: "/w", HookReported: true}, ""}, // it has reported nothing
		{known("aider"), Conversation{Agent: "aider", Dir: "/w"}, ""},
		{known("gemini"), Conversation{Agent: "gemini", ID: "a"}, "the directory of the conversation of gemini is not known"},
		{Agent{Name: "mine"}, Conversation{Agent: "mine", ID: "a", Dir: "/w"}, "mine has no way to go on with a conversation"},
	}
	for _, tt := range tests {
		got := ""
		if err := tt.agent.CanResume(tt.c); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s %+v: got %q, want %q", tt.agent.Name, tt.c, got, tt.want)
		}
	}
}
