package template

import (
	"slices"
	"testing"

	"dormer/session"
	"dormer/workspace"
)

// S3-70: a template names agents and their first prompts. A saved one names the agents without
// prompts.
func TestAgentsInTemplates(t *testing.T) {
	of := parsed(t, `
[[tabs]]
agent = "claude"
prompt = """read it
all"""
[[tabs]]
agent = "codex"
command = ["codex", "--full-auto"]
[[tabs.floats]]
agent = "aider"
`)
	s := openedIn(t, workspace.New("work"), of)
	type opened struct {
		agent   session.Agent
		prompt  string
		command []string
	}
	var got []opened
	for _, r := range s.Sessions {
		got = append(got, opened{r.Agent, r.Prompt, r.Source.Command})
	}
	slices.SortFunc(got, func(a, b opened) int { return slices.Compare(a.command, b.command) })
	want := []opened{
		{"aider", "", []string{"aider"}},
		{"claude", "read it\nall", []string{"claude"}},
		{"codex", "", []string{"codex", "--full-auto"}},
	}
	if !slices.EqualFunc(got, want, func(a, b opened) bool {
		return a.agent == b.agent && a.prompt == b.prompt && slices.Equal(a.command, b.command)
	}) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, p := range parsed(t, string(Of(s, nil).Encode("/home/me"))).allPanes() {
		if p.Prompt != "" || p.Agent == "" {
			t.Errorf("a saved template has %+v", p)
		}
	}
}
