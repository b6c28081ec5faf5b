package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/grants"
	"dormer/ui/lists"
)

// GrantsChanged reads the grants again, because their file may have changed.
func (p *Program) GrantsChanged() { p.loop.Send(grants.Expired{}) }

// grantsMessage takes a message about the grants.
func (m *Model) grantsMessage(msg grants.Message) tea.Cmd {
	r := m.grants.Handle(msg, m.lists())
	m.changed()
	m.sayFor(r.Say, longNotice)
	cmds := []tea.Cmd{r.Cmd}
	if !r.Ends.IsZero() {
		cmds = append(cmds, m.deps.tick(max(r.Ends.Sub(m.now()), time.Second), grants.Expired{}))
	}
	if r.Open {
		cmds = append(cmds, m.openFinder(lists.Grants(listed{m}, m.grants.All)))
	}
	return tea.Batch(cmds...)
}
