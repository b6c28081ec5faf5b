package pages

import (
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/dialog"
)

// welcomeRows are the rows of the page of a first launch.
var welcomeRows = []row{
	{[]string{"tab.new"}, false, "opens a tab"},
	{[]string{"pane.split-right", "pane.split-below"}, false, "split the pane, to the right or below"},
	{[]string{"pane.close"}, false, "closes the pane; its process runs on"},
	{[]string{"undo.close"}, true, "bring back what was closed last"},
	{[]string{"palette"}, false, "finds any command, tab or session by name"},
	{[]string{"leave"}, false, "leaves; all goes on, dormer shows it again"},
	{[]string{"help"}, false, "lists all keys"},
}

// Welcome returns the page of a first launch as an overlay below the first prompt, or false if
// there is no room for it.
func (p Page) Welcome(size session.Size) (o dialog.Overlay, fits bool) {
	inner := min(size.Cols-8, 70)
	lines := p.welcome(inner, size.Rows-6)
	if inner < 56 || len(lines)+6 > size.Rows {
		return o, false // there is no smaller version of the page
	}
	o = dialog.Framed(p.Looks, lines, inner, size)
	o.Passive = true
	return o, true
}

// welcome returns the lines of the page, with blank lines between its parts if there is room.
func (p Page) welcome(inner, rows int) []string {
	head := append([]string{p.Looks.Head.Foreground(p.Looks.Key.GetForeground()).Render("Welcome to dormer."), "Nothing you open is lost by accident."},
		dialog.Wrapped(dialog.HelpHead(p.Keys), inner)...)
	table := strings.Split(p.table(welcomeRows, "click and drag anything; a right click: menu"), "\n")
	foot := p.Looks.Dim.Render(grid.Cut("Esc closes this page, and so does the next key, which is not lost.", inner))
	if len(head)+len(table)+3 > rows {
		return append(append(head, table...), foot)
	}
	return append(append(append(append(head, ""), table...), ""), foot)
}
