package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/habits"
	"dormer/ui/lists"
	"dormer/workspace"
)

// openPalette finds anything by name: commands, tabs, sessions, what is closed. A
// first character narrows it: ">" to commands, "$" to sessions, "~" to directories; "/" looks for a text
// in what all sessions have shown.
func (m *Model) openPalette() tea.Cmd {
	return m.openFinder(lists.Palette(m.everythingList()))
}

// everything lists what the palette finds. Sessions come before commands: one
// looks for them more often.
func (m *Model) everything(typed string) ([]dialog.Item, string) {
	l, c := m.lists(), m.listedCommands()
	switch {
	case strings.HasPrefix(typed, ">"):
		return append(c.Written(typed[1:]), c.List(typed[1:])...), typed[1:]
	case strings.HasPrefix(typed, "$"):
		return l.Sessions(), typed[1:]
	case strings.HasPrefix(typed, "~"):
		return l.DirectoriesFor(typed)
	case strings.HasPrefix(typed, "/"):
		return m.textItems(), ""
	}
	out := append(l.Sessions(), c.Written(typed)...)
	for _, more := range [][]dialog.Item{l.Closed(), l.Directories(), c.List(typed)} {
		out = append(out, more...)
	}
	return out, typed
}

// runListed runs a command that was chosen from the palette, and remembers that.
func (m *Model) runListed(name string) tea.Cmd {
	used := m.remember(func(h *habits.Habits) { h.Choose(name) })
	return tea.Batch(used, m.runNamed(name))
}

// goTo shows a session's pane, in whatever view and tab it is.
func (m *Model) goTo(id session.ID) tea.Cmd {
	view, _, ok := m.state.TabOf(id)
	if !ok {
		m.say(m.focus().Refusal("that pane is closed meanwhile", "shelf", "shows whether it can be brought back"))
		return nil
	}
	return tea.Batch(m.apply(workspace.SwitchView{View: view}), m.apply(workspace.FocusPane{Session: id}))
}
