package lists

import (
	"testing"
	"time"

	"dormer/session"
	"dormer/session/agent"
	"dormer/ui/labels"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Waiting agents are listed, the longest waiting first, with their questions and the options below.
// Agents that are put off come last, without options.
func TestQueue(t *testing.T) {
	now := time.Unix(10000, 0)
	blocked := func(ago time.Duration, message string) labels.Session {
		return labels.Session{Agent: agent.Verdict{State: agent.Blocked, Kind: agent.Permission, Message: message, Since: now.Add(-ago)}}
	}
	sessions := map[string]labels.Session{
		"young": blocked(time.Minute, "run 漢字"), "old": blocked(time.Hour, ""),
		"later": blocked(2*time.Hour, ""), "works": {Agent: agent.Verdict{State: agent.Working}},
	}
	put := sessions["later"]
	put.PutOff = now.Add(9 * time.Minute)
	sessions["later"] = put
	s := workspace.State{Sessions: map[session.ID]workspace.Record{}}
	var view workspace.View
	ids := map[session.ID]string{}
	for i, name := range []string{"young", "works", "later", "old"} {
		id := session.ID{byte(i + 1)}
		ids[id] = name
		s.Sessions[id] = workspace.Record{ID: id, Name: name}
		view.Tabs = append(view.Tabs, workspace.Tab{Root: workspace.Leaf(id), Active: id})
	}
	s.Views = []workspace.View{view}
	l := Lists{
		Labels: &labels.Labels{State: s, Theme: theme.Theme{}, Now: now, Of: func(id session.ID) labels.Session { return sessions[ids[id]] }},
		Choice: func(id session.ID) agent.Choice {
			if ids[id] != "old" {
				return agent.Choice{}
			}
			return agent.Choice{Hash: "h", Options: []agent.Option{{Name: "1", Label: "Yes"}, {Name: "2", Label: "No"}}}
		},
	}
	want := `
⚑ old | waits for a permission | 1h ago
  1 Yes | | answers
  2 No | | answers
⚑ young | waits for a permission: run 漢字 | 1m ago
later | waits for a permission | put off, 9m left`
	if got := drawn(l.queue()); got != want {
		t.Errorf("got%s\nwant%s", got, want)
	}
}
