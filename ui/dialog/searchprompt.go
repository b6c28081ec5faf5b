package dialog

import (
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

// SearchPrompt is the dialog of a search in copy mode: it draws the prompt in the last
// line.
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

// Mouse lets the wheel scroll what is searched; a click ends the prompt.
func (s *SearchPrompt) Mouse(e input.Mouse) Result {
	switch {
	case e.Button == keys.WheelUp:
		return Result{Asks: command.Ask(command.ScrollPane{Session: s.Pane, Lines: -keys.WheelLines})}
	case e.Button == keys.WheelDown:
		return Result{Asks: command.Ask(command.ScrollPane{Session: s.Pane, Lines: keys.WheelLines})}
	}
	return Result{Done: e.Kind == keys.MousePress}
}

// Refresh looks at what was found.
func (s *SearchPrompt) Refresh() { s.Prompt.Refresh() }

func (s *SearchPrompt) Render(size session.Size, l theme.Looks) Overlay {
	label, value, told := s.Label(), s.Field().Value(), s.Told()
	room := max(size.Cols-grid.StringWidth(label)-1, 1)
	text, at := textfield.Window(s.Field(), room, l.Dim.Render)
	used := grid.StringWidth(label) + grid.StringWidth(value) + 1
	line := l.Head.Render(label) + text
	help := "Tab: regexp   Ctrl-S Ctrl-R: next, previous   Enter   Esc"
	if told != "" {
		help = told + "   " + help
	}
	for _, h := range []string{help, told} {
		if gap := size.Cols - used - grid.StringWidth(h) - 1; h != "" && gap > 1 {
			line = l.Head.Render(label) + Padded(value, used-grid.StringWidth(label)+gap-1) + l.Dim.Render(h)
			break
		}
	}
	o := Overlay{Text: line, Rect: workspace.Rect{Y: max(size.Rows-1, 0), W: size.Cols, H: 1}}
	o.Cursor = &geometry.Point{X: min(grid.StringWidth(label)+at, max(size.Cols-1, 0)), Y: o.Rect.Y}
	return o
}
