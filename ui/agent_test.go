package ui

import (
	"testing"

	"dormer/session/agent"
)

// The outer terminal gets the status of the agent that needs the user most.
func TestAgentStatusReachesTheOuterTerminal(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	first := w.m.activeTab().Active
	w.press("ctrl+b", "c")
	second := w.m.activeTab().Active
	for _, tt := range []struct {
		first, second agent.Verdict
		want          string
	}{
		{agent.Verdict{}, agent.Verdict{}, ""},
		{agent.Verdict{State: agent.Working, Message: "x"}, agent.Verdict{State: agent.Done}, "working"},
		{agent.Verdict{State: agent.Working}, agent.Verdict{State: agent.Blocked, Kind: agent.Auth}, "blocked:kind=auth"},
		{agent.Verdict{State: agent.Blocked, Kind: agent.Dialog}, agent.Verdict{State: agent.Unknown}, "blocked"},
		{agent.Verdict{}, agent.Verdict{State: agent.Unknown}, ""},
	} {
		w.m.live.Get(first).Agent, w.m.live.Get(second).Agent = tt.first, tt.second
		c.paint()
		if c.agents != tt.want {
			t.Errorf("%v and %v: the terminal got %q, want %q", tt.first, tt.second, c.agents, tt.want)
		}
	}
}
