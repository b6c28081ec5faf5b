package config

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
)

func TestAgentsAreAddedAndChanged(t *testing.T) {
	c, problems := Parse("c.toml", []byte(`
[agents]
resume = "ask"
[agents.claude]
command = ["npx", "claude"]
screens = []
[agents.mine]
command = ["mine", "--color"]
new = ["--session-id", "{id}"]
resume = ["--resume", "{id}"]
prompt = ["{prompt}"]
picks = ["--continue"]
hooks = "claude"
acp = ["mine", "acp"]
retry = 3
retry_pause = "1m"
go_on = "go on"
scrub = ["MINE_*"]
titles = [{ match = "^Working", state = "working" }, { match = ".", state = "idle", later = true }]
status_until = ["hook", "title"]
enter = true
[[agents.mine.screens]]
match = "Proceed\\?"
state = "blocked"
kind = "permission"
`))
	if err := errors.Join(problems...); err != nil {
		t.Fatal(err)
	}
	if c.Agents.Resume != ResumeAsk {
		t.Errorf("resume is %q", c.Agents.Resume)
	}
	mine := agent.Agent{
		Name: "mine", Command: []string{"mine", "--color"}, New: []string{"--session-id", "{id}"}, Resume: []string{"--resume", "{id}"},
		Prompt: []string{"{prompt}"}, Picks: []string{"--continue"}, Hooks: agent.ClaudeHooks, ACP: []string{"mine", "acp"}, Scrub: []string{"MINE_*"},
		Titles:      []agent.Pattern{{Match: "^Working", State: agent.Working}, {Match: ".", State: agent.Idle, Later: true}},
		Screens:     []agent.Pattern{{Match: `Proceed\?`, State: agent.Blocked, Kind: agent.Permission}},
		StatusUntil: []agent.Source{agent.Hook, agent.Title}, Enter: true,
		Retry: 3, RetryPause: time.Minute, GoOn: "go on",
	}
	if got, _ := c.Agents.Lookup("mine"); !reflect.DeepEqual(got, mine) {
		t.Errorf("got  %+v\nwant %+v", got, mine)
	}
	known, _ := agent.Lookup("claude")
	changed, _ := c.Agents.Lookup("claude")
	if !slices.Equal(changed.Command, []string{"npx", "claude"}) || len(changed.Screens) > 0 || !reflect.DeepEqual(changed.Titles, known.Titles) {
		t.Errorf("claude is %+v", changed)
	}
	if names := strings.Join(c.Agents.Names(), " "); names != "aider claude codex gemini mine opencode" {
		t.Errorf("the names are %s", names)
	}
	if own := c.Agents.Own(); len(own) != 2 || own[0].Name != "claude" || own[1].Name != "mine" {
		t.Errorf("the user's own are %+v", own)
	}
	if at := c.From["agents.mine.hooks"]; at.Line != 13 {
		t.Errorf("hooks are from %s", at)
	}
}

func TestParseReportsWrongAgents(t *testing.T) {
	tests := []struct{ name, file, want string }{
		{"no_command", "[agents.mine]\nhooks = \"claude\"", `c.toml:1:9: agents.mine.command: it names no program: write it like ["claude"]`},
		{"misspelt_key", "[agents.claude]\nresum = []", `c.toml:2:1: unknown key "resum" of [agents.claude]: did you mean "resume"?`},
		{"unknown_key", "[agents.claude]\ncolour = 1", `c.toml:2:1: unknown key "colour" of [agents.claude]: its keys are command, new, resume, prompt, picks, hooks, mcp, acp, retry, retry_pause, go_on, scrub, titles, screens, status_until, enter`},
		{"no_list", "[agents.claude]\ncommand = \"claude\"", `c.toml:2:1: agents.claude.command: it takes a list of words: ["--flag", "value"]`},
		{"no_word", "[agents.claude]\ncommand = [7]", `c.toml:2:1: agents.claude.command: 7 is not a string: write it in quotes`},
		{"no_prompt_in_prompt", "[agents.claude]\nprompt = [\"-p\"]", `c.toml:1:9: agents.claude.prompt: {prompt} is missing, which stands for the first prompt`},
		{"no_id_in_resume", "[agents.claude]\nresume = [\"--continue\"]", `c.toml:1:9: agents.claude.resume: {id} is missing, which stands for the id that new gives`},
		{"unknown_hooks", "[agents.claude]\nhooks = \"cluade\"", `c.toml:2:1: agents.claude.hooks: "cluade" is not a valid value: did you mean "claude"?`},
		{"no_patterns", "[agents.claude]\ntitles = \"x\"", `c.toml:2:1: agents.claude.titles: it takes a list of tables: [{ match = "^Working", state = "working" }]`},
		{"bad_expression", "[agents.claude]\ntitles = [{ match = \"(\", state = \"idle\" }]", "c.toml:2:1: agents.claude.titles: match: \"(\" is not a regular expression: error parsing regexp: missing closing ): `(`"},
		{"bad_state", "[agents.claude]\ntitles = [{ match = \"x\", state = \"asleep\" }]", `c.toml:2:1: agents.claude.titles: there is no state "asleep"`},
		{"no_state", "[agents.claude]\ntitles = [{ match = \"x\" }]", `c.toml:2:1: agents.claude.titles: a pattern needs a state, such as "working" or "blocked"`},
		{"a_kind_of_idle", "[agents.claude]\ntitles = [{ match = \"x\", state = \"idle\", kind = \"auth\" }]", `c.toml:2:1: agents.claude.titles: kind: the state "idle" has no kind "auth"`},
		{"bad_later", "[agents.claude]\ntitles = [{ match = \"x\", state = \"idle\", later = 1 }]", `c.toml:2:1: agents.claude.titles: later: 1 is neither true nor false`},
		{"bad_source", "[agents.claude]\nstatus_until = [\"hoo\"]", `c.toml:2:1: agents.claude.status_until: "hoo" is not a valid value: did you mean "hook"?`},
		{"too_many_tries", "[agents.claude]\nretry = 101", `c.toml:2:1: agents.claude.retry: 101 is not between 0 and 100`},
		{"no_pause", "[agents.claude]\nretry_pause = \"0s\"", `c.toml:2:1: agents.claude.retry_pause: 0s is not between 1s and 1h`},
		{"bad_name", "[agents.\"my agent\"]\ncommand = [\"x\"]", `c.toml:1:9: [agents.my agent]: the name of an agent consists of lower-case letters, digits, - and _`},
		{"bad_resume", "[agents]\nresume = \"never\"", `c.toml:2:1: agents.resume: "never" is not a valid value: use auto, ask`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, problems := Parse("c.toml", []byte(tt.file))
			if got := errors.Join(problems...); got == nil || got.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", got, tt.want)
			}
			if len(c.Agents.Changed) > 0 {
				t.Errorf("it was accepted: %+v", c.Agents.Changed)
			}
		})
	}
}

func TestRestartOf(t *testing.T) {
	auto, ask := Default(), Default()
	ask.Agents.Resume = ResumeAsk
	tests := []struct {
		name  string
		c     Config
		own   session.Restart
		agent session.Agent
		shell bool
		want  session.Restart
	}{
		{"agent", auto, "", "claude", false, session.RestartAlways},
		{"agent_that_asks", ask, "", "claude", false, session.RestartAsk},
		{"agent_with_its_own_words", auto, session.RestartAsk, "claude", false, session.RestartAsk},
		{"unknown_agent", auto, "", "emacs", false, session.RestartAsk},
		{"command", auto, "", "", false, session.RestartAsk},
		{"shell", auto, "", "", true, session.RestartDefault},
	}
	for _, tt := range tests {
		if got := tt.c.RestartOf(tt.own, tt.agent, tt.shell); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
