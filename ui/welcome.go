package ui

import (
	"strings"
	"time"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
)

// The welcome is the page of a first launch: what one has to know to begin. It is no
// dialog: what is typed goes where it would have gone without it, and takes the page
// away at once, for it lies over what that prints.
//
// It comes with the rest, once there is a picture of what is under it: nobody waits for
// the keymap, whose keys it lists.

// glance is how long the page has to be there to have been read. Who types ahead while
// the program starts has seen nothing of it: it comes again at the next launch.
const glance = 2 * time.Second

// welcomes reports whether the page is wanted.
func (m *Model) welcomes() bool {
	return m.deps.Memory != nil && !m.habits.Welcomed && !m.typedOver
}

// greets reports whether the page is on the screen.
func (m *Model) greets() bool {
	if !m.rested || !m.welcomes() {
		return false
	}
	_, fits := m.welcomePage(m.size, m.looks())
	return fits
}

// firstPageTakes takes the page away with what the user does first. Esc is meant for the
// page alone, unless a dialog was opened over it: a shell would take it, and the letter
// after it, for an Alt chord.
func (m *Model) firstPageTakes(e input.Event) (bool, []command.Result) {
	if !m.welcomes() || !acts(e) {
		return false, nil
	}
	greets := m.greets()
	k, isKey := e.(input.Key)
	_, clicked := e.(input.Mouse)
	taken := greets && isKey && k.Key.Name() == "esc" && m.dialog() == nil
	if read := taken || clicked || m.now().Sub(m.began) >= glance; !greets || !read {
		m.typedOver = true
		m.changed()
		return false, nil
	}
	return taken, asked(command.CloseFirstPage{})
}

// acts reports whether an event is something that the user does, other than moving the
// mouse.
func acts(e input.Event) bool {
	switch e := e.(type) {
	case input.Key:
		return e.Key.Kind != keys.Release && !e.Key.Modifier()
	case input.Mouse:
		return e.Kind == keys.MousePress
	case input.Text, input.Paste:
		return true
	case input.Focus, input.Reply:
	}
	return false
}

// welcomeRows are what the page lists.
var welcomeRows = []pageRow{
	{[]string{"tab.new"}, false, "opens a tab"},
	{[]string{"pane.split-right", "pane.split-below"}, false, "split the pane, to the right or below"},
	{[]string{"pane.close"}, false, "closes the pane; its process runs on"},
	{[]string{"undo.close"}, true, "bring back what was closed last"},
	{[]string{"palette"}, false, "finds any command, tab or session by name"},
	{[]string{"leave"}, false, "leaves; all goes on, dormer shows it again"},
	{[]string{"help"}, false, "lists all keys"},
}

// welcomeLines are the page, with blank lines between its parts where there is room.
func (m *Model) welcomeLines(inner, rows int, l theme.Looks) []string {
	head := append([]string{l.Head.Foreground(l.Key.GetForeground()).Render("Welcome to dormer."), "Nothing you open is lost by accident."},
		dialog.Wrapped(dialog.HelpHead(m.keys()), inner)...)
	table := strings.Split(m.keyTable(welcomeRows, "click and drag anything; a right click: menu", l), "\n")
	foot := l.Dim.Render(cut("Esc closes this page, and so does the next key, which is not lost.", inner))
	if len(head)+len(table)+3 > rows {
		return append(append(head, table...), foot)
	}
	return append(append(append(append(head, ""), table...), ""), foot)
}

// welcomePage is the page over a screen, below the first prompt.
func (m *Model) welcomePage(size session.Size, l theme.Looks) (paint.Overlay, bool) {
	inner := min(size.Cols-8, 70)
	lines := m.welcomeLines(inner, size.Rows-6, l)
	if inner < 56 || len(lines)+6 > size.Rows {
		return paint.Overlay{}, false // a screen without room for it has none for less either
	}
	o := dialog.Framed(l, lines, inner, size)
	o.Passive = true
	return m.drawn(o), true
}
