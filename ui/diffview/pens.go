package diffview

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/syntax"
	"dormer/ui/theme"
)

// pens are the styles of the program. Colour alone never carries information: added and deleted lines
// also have signs.
type pens struct {
	text, dim, head, key, bar, active lipgloss.Style
	added, deleted, hunk, comment     lipgloss.Style
	selected, match                   lipgloss.Style
	classes                           map[syntax.Class]lipgloss.Style
}

func pensOf(t theme.Theme) pens {
	plain := func(c grid.Color) lipgloss.Style { return theme.Pen(grid.Style{FG: c}) }
	p := pens{
		text: theme.Pen(grid.Style{}), dim: plain(t.Muted), head: theme.Pen(grid.Style{Attrs: grid.Bold}),
		key: theme.Pen(grid.Style{FG: t.Accent, Attrs: grid.Bold}), bar: theme.Pen(t.Footer), active: theme.Pen(t.ActiveTab),
		added: plain(t.Good), deleted: plain(t.Bad), hunk: plain(t.Accent), comment: plain(t.Warn),
		selected: theme.Pen(t.Selected), match: theme.Pen(t.Match),
	}
	p.classes = map[syntax.Class]lipgloss.Style{
		syntax.Plain: p.text, syntax.Keyword: plain(t.Accent), syntax.Type: plain(t.Accent),
		syntax.Function: p.head, syntax.Literal: plain(t.Warn), syntax.String: plain(t.Good), syntax.Comment: p.dim,
	}
	return p
}

// span is a text in one style, safe to draw.
type span struct {
	text string
	pen  lipgloss.Style
}

func width(text string) int { return grid.StringWidth(text) }

// crop returns the columns [from, from+cols) of spans. Half of a wide character becomes a blank.
func crop(spans []span, from, cols int) (out []span) {
	at, end := 0, from+cols
	for _, s := range spans {
		var b strings.Builder
		for text := s.text; text != "" && at < end; {
			cluster, w := grid.NextCluster(text)
			text = text[len(cluster):]
			switch next := at + w; {
			case next <= from && (w > 0 || at < from):
			case at < from: // its end is in the first columns
				b.WriteString(strings.Repeat(" ", next-from))
			case next > end:
				b.WriteString(strings.Repeat(" ", end-at))
			default:
				b.WriteString(cluster)
			}
			at += w
		}
		if b.Len() > 0 {
			out = append(out, span{b.String(), s.pen})
		}
	}
	return out
}

// render draws spans that fit into cols columns, and fills the rest.
func render(spans []span, cols int, rest lipgloss.Style) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString(s.pen.Render(s.text))
		cols -= width(s.text)
	}
	if cols > 0 {
		b.WriteString(rest.Render(strings.Repeat(" ", cols)))
	}
	return b.String()
}

// fit draws a text in exactly cols columns.
func fit(text string, cols int, pen lipgloss.Style) string {
	return render(crop([]span{{text, pen}}, 0, cols), cols, pen)
}

// highlight returns spans with the length bytes at from in another style.
func highlight(spans []span, from, length int, pen lipgloss.Style) (out []span) {
	at := 0
	for _, s := range spans {
		begin, end := min(max(from-at, 0), len(s.text)), min(max(from+length-at, 0), len(s.text))
		for _, part := range []span{{s.text[:begin], s.pen}, {s.text[begin:end], pen}, {s.text[end:], s.pen}} {
			if part.text != "" {
				out = append(out, part)
			}
		}
		at += len(s.text)
	}
	return out
}
