package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// tellPlace says which pane of which tab and view one is in, how large it is, and what
// runs there.
func (m *Model) tellPlace(c focus) tea.Cmd {
	ids := c.tab.Panes()
	said := []string{
		fmt.Sprintf("pane %d of %d", slices.Index(ids, c.pane)+1, len(ids)),
		fmt.Sprintf("tab %d of %d", c.view.Index(c.tab.ID)+1, len(c.view.Tabs)),
	}
	if len(c.state.Views) > 1 {
		said = append(said, "view "+c.view.Name)
	}
	if box, ok := c.geo.Pane(c.pane); ok {
		said = append(said, fmt.Sprintf("%dx%d", box.Content.W, box.Content.H))
	}
	if l := m.live[c.pane]; l != nil && l.status.PID > 0 && !l.over() {
		said = append(said, "process "+strconv.Itoa(l.status.PID))
	}
	m.say(strings.Join(said, ", ") + ", in " + shortDir(c.state.Sessions[c.pane].Dir))
	return nil
}
