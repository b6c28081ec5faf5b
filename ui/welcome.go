package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
)

// welcome is the page of a first launch: what one has to know to begin. It is no
// dialog: what is typed goes where it would have gone without it, and takes the page
// away as soon as there was the time to see it.

// It comes with the rest, once there is a picture of what is under it: nobody waits for
// the keymap, whose keys it lists.

// glance is how long the page stays at least. Who types ahead while the program
// starts has seen nothing of it yet.
const glance = 2 * time.Second

// welcomes reports whether the page is on the screen.
func (m *Model) welcomes() bool { return m.deps.Memory != nil && !m.habits.Welcomed }

// welcomed takes the page away for good with what the user does first: a click or Esc
// at once, what is typed after a glance. Esc is meant for the page alone, unless a dialog
// was opened over it: a shell would take it, and the letter after it, for an Alt chord.
func (m *Model) welcomed(e input.Event) (taken bool, cmd tea.Cmd) {
	if !m.welcomes() {
		return false, nil
	}
	k, isKey := e.(input.Key)
	taken = isKey && k.Key.Kind != keys.Release && k.Key.Name() == "esc" && m.dialog() == nil
	if !taken && !m.dismisses(e) {
		return false, nil
	}
	return taken, m.remember(func(h *Habits) { h.Welcomed = true })
}

func (m *Model) dismisses(e input.Event) bool {
	seen := m.now().Sub(m.began) >= glance
	switch e := e.(type) {
	case input.Key:
		return seen && e.Key.Kind != keys.Release && !e.Key.Modifier()
	case input.Mouse:
		return e.Kind == keys.MousePress
	case input.Text, input.Paste:
		return seen
	case input.Focus, input.Reply:
	}
	return false
}

// welcomeLines are the page: each command with the key that it has.
func (m *Model) welcomeLines(inner int, l theme.Looks) []string {
	lines := append([]string{l.Head.Render("Welcome to dormer. Nothing you open is lost by accident.")},
		wrapped(helpHead(*m.keys()), inner)...)
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
			keys = append(keys, m.keys().keyOf(name))
		}
		lines = append(lines, l.Key.Render(padded(strings.Join(keys, ", "), 18))+" "+row.title)
	}
	return append(lines, l.Dim.Render(cut("Esc closes this page, and so does the next key, which is not lost.", inner)))
}

// welcomePage is the page over a screen, below the first prompt.
func (m *Model) welcomePage(size session.Size, l theme.Looks) (paint.Overlay, bool) {
	inner := min(size.Cols-8, 66)
	lines := m.welcomeLines(inner, l)
	if inner < 56 || len(lines)+6 > size.Rows {
		return paint.Overlay{}, false // a screen without room for it has none for less either
	}
	o := framed(l, lines, inner, size)
	o.Passive = true
	return o, true
}
