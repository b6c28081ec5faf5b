package ui

import (
	"cmp"
	"path/filepath"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/geometry"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Titles tell panes apart by what is known of each: its name, what runs in it, where,
// and on which branch. What they say is the user's to choose (panes.title).

// titleSpots is what a pane's title says, in the columns of the screen. Where the line
// has little room, the end of it goes.
func (m *Model) titleSpots(b geometry.Pane, tab workspace.Tab) []bars.TitleSpot {
	r := b.Title
	if r.W < 5 {
		return nil
	}
	var out []bars.TitleSpot
	x, cols := r.X+1, r.W-2
	if len(tab.SyncedWith(b.Session)) > 1 {
		w := grid.StringWidth(theme.SyncMark)
		out = append(out, bars.TitleSpot{X: x, End: x + w, Text: theme.SyncMark, Part: syncPart})
		x, cols = x+w-1, cols-w+1
	}
	return append(out, bars.PlaceTitle(m.config.Panes.Title, m.titleValues(b), x, cols)...)
}

// syncPart is the mark of a pane that takes what is typed into another.
const syncPart = "{sync}"

// titleValues are what the parts of a pane's title stand for. What one says already,
// the others do not say again.
func (m *Model) titleValues(b geometry.Pane) map[string]string {
	id := b.Session
	r := m.state.Sessions[id]
	command, dir := m.commandOf(id), shortDir(r.Dir)
	title := cmp.Or(r.Name, r.Title)
	if title == "" {
		title, command = command, ""
	}
	if says(title, command) {
		command = ""
	}
	if says(title, dir) {
		dir = ""
	}
	if title == "" && dir == "" {
		title = r.DisplayTitle()
	}
	progress := m.shownProgress(m.progressOf(id))
	if w := b.Title.W; progress != "" && grid.StringWidth(progress+title)+progressRoom > w { // the title says more than the bar
		progress = progressWords(m.progressOf(id))
	}
	return map[string]string{
		"{mark}": m.shownMark(m.titleMark(id)), "{title}": title, "{command}": command,
		"{directory}": dir, "{branch}": m.branchOf(id), "{progress}": progress,
	}
}

// progressRoom is how many columns of a title line are around its title and a bar: its
// mark, and the line itself.
const progressRoom = 8

// says reports whether a title says something already.
func says(title, what string) bool {
	return what == "" || strings.Contains(strings.ToLower(title), strings.ToLower(what))
}

// commandOf is what runs in a session: what was typed for it, else the program's name;
// empty for a shell that waits for a command.
func (m *Model) commandOf(id session.ID) string {
	r := m.state.Sessions[id]
	l := m.live[id]
	switch {
	case l != nil && l.over():
	case l != nil && l.line != "" && r.Program != "":
		return l.line
	case r.Program != "":
		return r.Program
	}
	if c := r.Source.Command; len(c) > 0 {
		return strings.Join(append([]string{filepath.Base(c[0])}, c[1:]...), " ")
	}
	return ""
}

// titleMark is the mark of a session in the title of its pane, which tells too that a
// command runs in it.
func (m *Model) titleMark(id session.ID) string {
	if mark := m.mark(id); mark != "" {
		return mark
	}
	if m.state.Sessions[id].Program != "" || !m.isShell(id) {
		return attention.MarkRunning
	}
	return ""
}

// titleShown is a pane's title as it is drawn.
func (m *Model) titleShown(b geometry.Pane, tab workspace.Tab) (out []paint.Spot) {
	t := m.outer.theme
	active, mark := b.Session == tab.Active, m.titleMark(b.Session)
	named := false
	for _, s := range m.titleSpots(b, tab) {
		style := t.Title
		name := !named && (s.Part == "{title}" || s.Part == "{directory}") // a shell without a name is where it is
		named = named || name
		switch {
		case s.Part == syncPart:
			style = t.Sync
		case s.Part == "{mark}":
			style = grid.Style{FG: m.markColor(mark)}
		case name && active:
			style = t.ActiveTitle
		case name:
			style = grid.Style{}
		}
		out = append(out, paint.Spot{X: s.X, End: s.End, Text: s.Text, Style: style})
	}
	return out
}

// markColor is the colour of a mark, which only repeats what it says.
func (m *Model) markColor(mark string) grid.Color {
	t := m.outer.theme
	switch attention.ToneOf(mark) {
	case attention.Bad:
		return t.Bad
	case attention.Asking:
		return t.Warn
	case attention.Good:
		return t.Good
	case attention.Quiet:
	}
	return t.Muted
}

// titleText is a title as text that begins in a column of the screen.
func titleText(spots []bars.TitleSpot, x int) string {
	var b strings.Builder
	for _, s := range spots {
		b.WriteString(strings.Repeat(" ", max(s.X-x, 0)))
		b.WriteString(s.Text)
		x = s.End
	}
	if b.Len() > 0 {
		b.WriteString(" ")
	}
	return b.String()
}
