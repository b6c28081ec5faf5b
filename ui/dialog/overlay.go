package dialog

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/geometry"
	"dormer/ui/theme"
	"dormer/workspace"
)

// Overlay is a box over the panes: lines of text with SGR, in a rectangle of the screen
// that is blank but for them.
type Overlay struct {
	Rect workspace.Rect
	Text string
	// Cursor is where one types in it, nil where one does not.
	Cursor *geometry.Point
	// Passive says that it does not take the keyboard: the cursor stays where it is.
	Passive bool
	// Dims says that what is behind it is dimmed.
	Dims bool
	// Preview is a session that is shown in it, nil for none.
	Preview *Preview
}

// Preview is what a session shows, in a rectangle of the screen.
type Preview struct {
	Rect    workspace.Rect
	Session session.ID
	// At is what of its history is shown, nil for its screen.
	At *wire.Match
}

// box is lines of text in a frame, with a blank column around it, within and without.
type box struct {
	title, note string // in the upper line, and in the lower one at the right
	lines       []string
	cols        int // of text
}

// The columns that a frame takes beside the text, and the rows.
const (
	frameCols   = 2 * 3
	narrowFrame = 2 * 2 // without the blank column around it
	frameRows   = 2
)

// over lays the box over a screen, in the middle, a quarter of what is free above it, and
// below the tab bar where it can be; text is where its text begins. It has no frame where the screen has no room for one.
func (b box) over(l theme.Looks, size session.Size) (o Overlay, text geometry.Point) {
	lines, edge, side := b.lines, 0, 0
	switch {
	case len(lines)+frameRows > size.Rows || b.cols+narrowFrame > size.Cols:
	case b.cols+frameCols > size.Cols:
		lines, edge, side = b.framed(l), 1, 2
	default:
		lines, edge, side = b.framed(l), 1, 3
		for i := range lines {
			lines[i] = " " + lines[i] + " "
		}
	}
	w, h := min(b.cols+2*side, size.Cols), min(len(lines), size.Rows)
	o = Overlay{
		Text: strings.Join(lines, "\n"), Dims: true,
		Rect: workspace.Rect{X: (size.Cols - w) / 2, Y: max((size.Rows-h)/4, min(size.Rows-h, 1)), W: w, H: h},
	}
	return o, geometry.At(o.Rect.X+side, o.Rect.Y+edge)
}

// framed is the lines in their frame. Its sides are lipgloss'; the upper and the lower
// line are not, for lipgloss puts no words into a border.
func (b box) framed(l theme.Looks) []string {
	f := l.Frame
	cut := make([]string, len(b.lines))
	for i, line := range b.lines {
		cut[i] = ansi.Truncate(line, b.cols, "")
	}
	cut[0] += strings.Repeat(" ", b.cols-lipgloss.Width(cut[0])) // the others are made as wide
	sides := lipgloss.NewStyle().Border(f, false, true).BorderForeground(l.Edge.GetForeground()).Padding(0, 1)
	lines := []string{b.edge(l, f.TopLeft, f.Top, f.TopRight, b.title, "")}
	lines = append(lines, strings.Split(sides.Render(strings.Join(cut, "\n")), "\n")...)
	return append(lines, b.edge(l, f.BottomLeft, f.Bottom, f.BottomRight, "", b.note))
}

// edge is the upper or the lower line of a frame, with something written at its left or
// its right.
func (b box) edge(l theme.Looks, left, line, right, title, note string) string {
	room := b.cols + 2
	if title != "" {
		title = l.Head.Render(" " + grid.Cut(title, room-3) + " ")
		left, room = left+line, room-1
	}
	if note != "" {
		note = l.Dim.Render(" " + grid.Cut(note, room-3) + " ")
		right, room = line+right, room-1
	}
	fill := strings.Repeat(line, max(room-lipgloss.Width(title)-lipgloss.Width(note), 0))
	return l.Edge.Render(left) + title + l.Edge.Render(fill) + note + l.Edge.Render(right)
}

// Framed is a box with lines of at most inner columns in the middle of the
// screen, without its frame where the screen has no room for that.
func Framed(l theme.Looks, lines []string, inner int, size session.Size) Overlay {
	o, _ := box{lines: lines, cols: inner}.over(l, size)
	o.Rect.Y = (size.Rows - o.Rect.H) / 2
	o.Dims = false
	return o
}

// bottomLine is a single line at the bottom of the screen.
func bottomLine(text string, size session.Size) Overlay {
	return Overlay{Text: text, Rect: workspace.Rect{Y: size.Rows - 1, W: size.Cols, H: 1}}
}
