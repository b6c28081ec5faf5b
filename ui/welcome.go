package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// welcome is the page of a first launch: what one has to know to begin. It is no
// dialog: the first thing that is typed takes it away and goes where it would have
// gone without it.

// welcomes reports whether the page is on the screen.
func (m *Model) welcomes() bool { return m.deps.Memory != nil && !m.habits.Welcomed }

// welcomed takes the page away for good with what the user does first.
func (m *Model) welcomed(e input.Event) tea.Cmd {
	if !m.welcomes() {
		return nil
	}
	switch e := e.(type) {
	case input.Key:
		if e.Key.Kind == keys.Release || e.Key.Modifier() {
			return nil
		}
	case input.Mouse:
		if e.Kind != keys.MousePress {
			return nil
		}
	case input.Text, input.Paste:
	case input.Focus, input.Reply:
		return nil
	}
	return m.remember(func(h *Habits) { h.Welcomed = true })
}

// welcomeLines are the page: each command with the key that it has.
func (m *Model) welcomeLines(inner int, l looks) []string {
	lines := append([]string{l.head.Render("Welcome to dormer. Nothing you open is lost by accident.")},
		wrapped(helpHead(m.keys), inner)...)
	for _, row := range []struct {
		names []string
		title string
	}{
		{[]string{"tab.new"}, "opens a tab"},
		{[]string{"pane.split-right", "pane.split-below"}, "split the pane, to the right or below"},
		{[]string{"pane.close", "undo"}, "close a pane, and bring it back as it was"},
		{[]string{"palette"}, "finds any command, tab or session by name"},
		{[]string{"leave"}, "leaves; all goes on, and dormer shows it again"},
		{[]string{"help"}, "lists all keys"},
	} {
		var keys []string
		for _, name := range row.names {
			keys = append(keys, m.keys.keyOf(name))
		}
		lines = append(lines, l.key.Render(padded(strings.Join(keys, ", "), 18))+" "+row.title)
	}
	return append(lines, l.dim.Render(cut("The next key closes this page and goes where it belongs.", inner)))
}

// welcomePage is the page over a screen, below the first prompt.
func (m *Model) welcomePage(size session.Size, l looks) (overlay, bool) {
	inner := min(size.Cols-8, 66)
	lines := m.welcomeLines(inner, l)
	if inner < 56 || len(lines)+6 > size.Rows {
		return overlay{}, false // a screen without room for it has none for less either
	}
	o := l.framed(lines, inner, size)
	o.passive = true
	return o, true
}
