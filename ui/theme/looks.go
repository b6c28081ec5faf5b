package theme

import (
	"strings"

	"charm.land/lipgloss/v2"

	"dormer/session/grid"
	"dormer/ui/config"
)

// Looks are the styles of dialogs, and what their frames are made of.
type Looks struct {
	Edge, Head, Dim, Key Ink
	// Selected is what is selected, Off what is selected and cannot be done.
	Selected, Off Ink
	Frame         lipgloss.Border
	// Reader says that a screen reader reads what is drawn: the cursor goes to what is
	// selected.
	Reader bool
}

// Looks are those of a theme's dialogs, for who looks at them.
func (t Theme) Looks() Looks {
	muted := grid.Style{FG: t.Muted}
	off := muted
	off.Attrs = grid.Reverse
	return Looks{
		Edge:  inkOf(grid.Style{FG: t.Accent}),
		Head:  inkOf(grid.Style{Attrs: grid.Bold}),
		Dim:   inkOf(muted),
		Key:   inkOf(grid.Style{FG: t.Accent, Attrs: grid.Bold}),
		Frame: t.dialogFrame(),
		// Reverse video shows without colours too.
		Selected: inkOf(grid.Style{FG: t.Selected.FG, BG: t.Selected.BG, Attrs: grid.Reverse}),
		Off:      inkOf(off),
	}
}

// dialogFrame is the border of dialogs.
func (t Theme) dialogFrame() lipgloss.Border {
	if t.ASCII {
		return lipgloss.ASCIIBorder()
	}
	switch t.Borders {
	case config.Single:
		return lipgloss.NormalBorder()
	case config.Double:
		return lipgloss.DoubleBorder()
	case config.NoBorders:
		return lipgloss.HiddenBorder()
	case config.HeavyActive, config.Rounded:
	}
	return lipgloss.RoundedBorder()
}

// Boxed puts a frame around lines of at most inner columns, with a column of nothing
// on both sides of them.
func (l Looks) Boxed(lines []string, inner int) []string {
	b, across := l.Frame, inner+2
	left, right := l.Edge.Render(b.Left)+" ", " "+l.Edge.Render(b.Right)
	out := make([]string, 0, len(lines)+2)
	out = append(out, l.Edge.Render(b.TopLeft+strings.Repeat(b.Top, across)+b.TopRight))
	for _, line := range lines {
		out = append(out, left+line+strings.Repeat(" ", max(inner-InkWidth(line), 0))+right)
	}
	return append(out, l.Edge.Render(b.BottomLeft+strings.Repeat(b.Bottom, across)+b.BottomRight))
}
