package ui

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/textfield"
	"dormer/ui/theme"
	"dormer/workspace"
)

// searchPrompt is the dialog of a search in copy mode: it draws the prompt in the last
// line.
type searchPrompt struct {
	*copymode.Prompt
	pane session.ID
}

func (s *searchPrompt) key(k keys.Key) result {
	r, done := s.Key(k)
	return result{done: done, asks: command.Cannot(r.Say)}
}

func (s *searchPrompt) paste(text string) result {
	s.Paste(text)
	return stays
}

// mouse lets the wheel scroll what is searched; a click ends the prompt.
func (s *searchPrompt) mouse(e input.Mouse) result {
	switch {
	case e.Button == keys.WheelUp:
		return result{asks: command.Ask(command.ScrollPane{Session: s.pane, Lines: -wheelLines})}
	case e.Button == keys.WheelDown:
		return result{asks: command.Ask(command.ScrollPane{Session: s.pane, Lines: wheelLines})}
	}
	return result{done: e.Kind == keys.MousePress}
}

// refresh looks at what was found.
func (s *searchPrompt) refresh() { s.Refresh() }

func (s *searchPrompt) render(size session.Size, l theme.Looks) paint.Overlay {
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
			line = l.Head.Render(label) + padded(value, used-grid.StringWidth(label)+gap-1) + l.Dim.Render(h)
			break
		}
	}
	o := paint.Overlay{Text: line, Rect: workspace.Rect{Y: max(size.Rows-1, 0), W: size.Cols, H: 1}}
	o.Cursor = &geometry.Point{X: min(grid.StringWidth(label)+at, max(size.Cols-1, 0)), Y: o.Rect.Y}
	return o
}
