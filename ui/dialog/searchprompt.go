package dialog

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// SearchPrompt is the dialog of a search in copy mode, in the last line of the screen.
type SearchPrompt struct {
	*copymode.Prompt
	Pane session.ID
}

func (s *SearchPrompt) Key(k keys.Key) Result {
	r, done := s.Prompt.Key(k)
	return Result{Done: done, Asks: command.Cannot(r.Say)}
}

func (s *SearchPrompt) Paste(text string) Result {
	s.Prompt.Paste(text)
	return stays
}

// Mouse scrolls the searched pane with the wheel; a click closes the prompt.
func (s *SearchPrompt) Mouse(e input.Mouse) Result {
	switch {
	case e.Button == keys.WheelUp:
		return Result{Asks: command.Ask(command.InCopyMode{Session: s.Pane, Verb: copymode.Scroll{Lines: -keys.WheelLines}})}
	case e.Button == keys.WheelDown:
		return Result{Asks: command.Ask(command.InCopyMode{Session: s.Pane, Verb: copymode.Scroll{Lines: keys.WheelLines}})}
	}
	return Result{Done: e.Kind == keys.MousePress}
}

// Refresh updates the search results.
func (s *SearchPrompt) Refresh() { s.Prompt.Refresh() }

// Render draws the prompt, and at its right the search results and the keys.
func (s *SearchPrompt) Render(size session.Size, l theme.Looks) Overlay {
	label, told := s.Label(), s.Status()
	room := max(size.Cols-grid.StringWidth(label)-1, 1)
	text, at := textfield.Window(s.Field(), room, l.Dim.Render)
	line := l.Head.Render(label) + text
	does := footOf([]keyHelp{{"Tab", "regexp"}, {"Ctrl-s Ctrl-r", "next, previous"}, {"Enter", "accepts"}, {"Esc", "cancels"}}, size.Cols, 1, l)[0]
	if told != "" {
		told = l.Dim.Render(told)
		does = told + "   " + does
	}
	for _, right := range []string{does, told} {
		if gap := size.Cols - 1 - lipgloss.Width(line) - lipgloss.Width(right); right != "" && gap > 0 {
			line += strings.Repeat(" ", gap) + right
			break
		}
	}
	o := Overlay{Text: line, Rect: workspace.Rect{Y: max(size.Rows-1, 0), W: size.Cols, H: 1}}
	o.Cursor = &geometry.Point{X: min(grid.StringWidth(label)+at, max(size.Cols-1, 0)), Y: o.Rect.Y}
	return o
}
