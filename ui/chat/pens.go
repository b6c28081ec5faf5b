package chat

import (
	"charm.land/bubbles/v2/textarea"
	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/syntax"
	"dormer/ui/theme"
)

// pens are the styles of the program. Colour alone never carries information.
type pens struct {
	text, dim, bold, head, key, bar, code lipgloss.Style
	user, good, bad, warn, link, selected lipgloss.Style
	classes                               map[syntax.Class]lipgloss.Style
}

func pensOf(t theme.Theme) pens {
	plain := func(c grid.Color) lipgloss.Style { return theme.Pen(grid.Style{FG: c}) }
	p := pens{
		text: theme.Pen(grid.Style{}), dim: plain(t.Muted), bold: theme.Pen(grid.Style{Attrs: grid.Bold}),
		head: theme.Pen(grid.Style{FG: t.Accent, Attrs: grid.Bold}),
		key:  theme.Pen(grid.Style{FG: t.Accent, Attrs: grid.Bold}), bar: theme.Pen(t.Footer), code: plain(t.Accent),
		user: theme.Pen(grid.Style{FG: t.Accent, Attrs: grid.Bold}), good: plain(t.Good), bad: plain(t.Bad), warn: plain(t.Warn),
		link: theme.Pen(grid.Style{FG: t.Accent, Underline: grid.SingleUnderline}), selected: theme.Pen(t.Selected),
	}
	p.classes = map[syntax.Class]lipgloss.Style{
		syntax.Plain: p.text, syntax.Keyword: plain(t.Accent), syntax.Type: plain(t.Accent),
		syntax.Function: p.bold, syntax.Literal: plain(t.Warn), syntax.String: plain(t.Good), syntax.Comment: p.dim,
	}
	return p
}

// promptStyles returns the styles of the prompt.
func promptStyles(p pens) textarea.Styles {
	s := textarea.StyleState{
		Base: p.text.Inline(false), // it has several lines
		Text: p.text, LineNumber: p.dim, CursorLineNumber: p.dim, CursorLine: p.text, EndOfBuffer: p.dim,
		Placeholder: p.dim, Prompt: p.user, Selection: p.selected,
	}
	return textarea.Styles{Focused: s, Blurred: s}
}
