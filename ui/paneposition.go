package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
)

// tellPlace says which pane of which tab and view one is in, how large it is, and what
// runs there.
func (m *Model) tellPlace(c command.Focus) tea.Cmd {
	ids := c.Tab.Panes()
	said := []string{
		fmt.Sprintf("pane %d of %d", slices.Index(ids, c.Pane)+1, len(ids)),
		fmt.Sprintf("tab %d of %d", c.View.Index(c.Tab.ID)+1, len(c.View.Tabs)),
	}
	if len(c.State.Views) > 1 {
		said = append(said, "view "+c.View.Name)
	}
	if box, ok := c.Screen.Pane(c.Pane); ok {
		said = append(said, fmt.Sprintf("%dx%d", box.Content.W, box.Content.H))
	}
	if l := m.live.Get(c.Pane); l != nil && l.Status.PID > 0 && !l.Over() {
		said = append(said, "process "+strconv.Itoa(l.Status.PID))
	}
	m.say(strings.Join(said, ", ") + ", in " + shortDir(c.State.Sessions[c.Pane].Dir))
	return nil
}
