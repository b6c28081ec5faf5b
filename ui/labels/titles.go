package labels

import (
	"cmp"
	"path/filepath"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/attention"
	"dormer/ui/bars"
	"dormer/ui/geometry"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Titles tell panes apart by name, command, directory and branch. The user configures their
// format (panes.title).

// TitleSpots returns the pieces of a pane's title, in columns of the screen. If there is too
// little room, the end of the title is dropped.
func (l *Labels) TitleSpots(b geometry.Pane, tab workspace.Tab) []bars.TitleSpot {
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
	return append(out, bars.PlaceTitle(l.Title, l.titleValues(b), x, cols)...)
}

// syncPart is the part that marks a pane whose input is synchronized with others.
const syncPart = "{sync}"

// titleValues returns the values of the parts of a pane's title. A part that would repeat
// another is empty.
func (l *Labels) titleValues(b geometry.Pane) map[string]string {
	id := b.Session
	r := l.State.Sessions[id]
	command, dir := l.commandOf(id), l.short(r.Dir)
	title := cmp.Or(r.Name, r.Title)
	if title == "" {
		title, command = command, ""
	}
	if contains(title, command) {
		command = ""
	}
	if contains(title, dir) {
		dir = ""
	}
	if title == "" && dir == "" {
		title = r.DisplayTitle()
	}
	progress := l.titleProgress(l.Of(id).Progress)
	if w := b.Title.W; progress != "" && grid.StringWidth(progress+title)+progressRoom > w { // the text of the title is more useful than the bar
		progress = Percent(l.Of(id).Progress)
	}
	return map[string]string{
		"{mark}": l.withLogMark(id, l.Shown(l.titleMark(id))), "{title}": title, "{command}": command,
		"{directory}": dir, "{branch}": l.Of(id).Branch, "{progress}": progress,
	}
}

// progressRoom is the number of columns of a title line besides the title and the bar: for the
// mark and the line itself.
const progressRoom = 8

// contains reports whether a title already contains a text, ignoring case.
func contains(title, what string) bool {
	return what == "" || strings.Contains(strings.ToLower(title), strings.ToLower(what))
}

// commandOf returns what runs in a session: the typed command line, or else the program's name,
// or else the session's own command. It is empty for a shell at its prompt.
func (l *Labels) commandOf(id session.ID) string {
	r := l.State.Sessions[id]
	s := l.Of(id)
	switch {
	case s.Over:
	case s.Line != "" && r.Program != "":
		return s.Line
	case r.Program != "":
		return r.Program
	}
	if c := r.Source.Command; len(c) > 0 {
		return strings.Join(append([]string{filepath.Base(c[0])}, c[1:]...), " ")
	}
	return ""
}

// titleMark returns the mark of a session for the title of its pane. It also marks a session in
// which a command runs.
func (l *Labels) titleMark(id session.ID) string {
	if mark := l.Mark(id); mark != "" {
		return mark
	}
	if l.State.Sessions[id].Program != "" || !l.State.Sessions[id].Source.Shell() {
		return attention.MarkRunning
	}
	return ""
}

// TitleShown returns a pane's title in the theme's styles.
func (l *Labels) TitleShown(b geometry.Pane, tab workspace.Tab) (out []theme.Spot) {
	t := l.Theme
	active, mark := b.Session == tab.Active, l.titleMark(b.Session)
	named := false
	for _, s := range l.TitleSpots(b, tab) {
		style := t.Title
		name := !named && (s.Part == "{title}" || s.Part == "{directory}") // a shell without a name is known by its directory
		named = named || name
		switch {
		case s.Part == syncPart:
			style = t.Sync
		case s.Part == "{mark}":
			style = grid.Style{FG: l.MarkColor(mark)}
		case name && active:
			style = t.ActiveTitle
		case name:
			style = grid.Style{}
		}
		out = append(out, theme.Spot{X: s.X, End: s.End, Text: s.Text, Style: style})
	}
	return out
}

// withLogMark appends a note to the mark if the session's output is logged.
func (l *Labels) withLogMark(id session.ID, mark string) string {
	if !l.Of(id).Logged {
		return mark
	}
	return strings.TrimSpace(mark + " [log]")
}

// MarkColor returns the colour of a mark. The colour only repeats what the mark says.
func (l *Labels) MarkColor(mark string) grid.Color {
	return attention.ByTone(mark, l.Theme.Bad, l.Theme.Warn, l.Theme.Good, l.Theme.Muted)
}

// TitleText returns a title as text that starts in column x of the screen.
func TitleText(spots []bars.TitleSpot, x int) string {
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
