package live

import (
	"strings"

	"dormer/session/agent"
	"dormer/session/client"
	"dormer/session/grid"
)

// Choice returns the question of the agent and its options, as its host reads them from the same
// screen. It is empty if the options are not known or the question was answered already.
func (s *Session) Choice() agent.Choice {
	if s == nil || s.Client == nil || s.Over() || s.Agent.State != agent.Blocked {
		return agent.Choice{}
	}
	var lines []string
	s.Client.View(func(r *client.Replica) {
		rows, _ := r.Size()
		for y := range rows {
			var text grid.Excerpt
			row := r.Written(y)
			text.Add(r.Palette(), row, 0, len(row), false, true)
			lines = append(lines, strings.TrimRight(text.Take(), "\n"))
		}
	})
	c, _ := agent.ReadChoice(lines)
	if c.Hash == s.Answered {
		return agent.Choice{}
	}
	return c
}
