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

// Overlay is a box over the panes: lines of text with SGR sequences in an otherwise blank
// rectangle of the screen.
type Overlay struct {
	Rect workspace.Rect
	Text string
	// Cursor is the position of the cursor, nil for none.
	Cursor *geometry.Point
	// Passive is set if it does not take the keyboard: the cursor stays where it is.
	Passive bool
	// Dims dims the screen behind it.
	Dims bool
	// Preview is the picture of a session in it, nil for none.
	Preview *Preview
}

// Preview is a picture of a session in a rectangle of the screen.
type Preview struct {
	Rect    workspace.Rect
	Session session.ID
	// At is the match in its history to show, nil for its screen.
	At *wire.Match
}

// box is lines of text in a frame, with a blank column on both sides of its edges.
type box struct {
	title, note string // in the top line, and at the right of the bottom line
	lines       []string
	cols        int // of text
}

// The columns and rows that a frame takes.
const (
	frameCols   = 2 * 3
	narrowFrame = 2 * 2 // without the outer blank column
	frameRows   = 2
)

// over places the box on a screen: horizontally centred, with a quarter of the free rows above
// it, and if possible below the tab bar. If there is no room for a frame, it has none. It
// returns where the text begins.
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

// framed returns the lines in a frame. Its sides are drawn by lipgloss; the top and the bottom
// are not, because lipgloss puts no text into a border.
func (b box) framed(l theme.Looks) []string {
	f := l.Frame
	cut := make([]string, len(b.lines))
	for i, line := range b.lines {
		cut[i] = ansi.Truncate(line, b.cols, "")
	}
	cut[0] += strings.Repeat(" ", b.cols-lipgloss.Width(cut[0])) // lipgloss pads the others to it
	sides := lipgloss.NewStyle().Border(f, false, true).BorderForeground(l.Edge.GetForeground()).Padding(0, 1)
	lines := []string{b.edge(l, f.TopLeft, f.Top, f.TopRight, b.title, "")}
	lines = append(lines, strings.Split(sides.Render(strings.Join(cut, "\n")), "\n")...)
	return append(lines, b.edge(l, f.BottomLeft, f.Bottom, f.BottomRight, "", b.note))
}

// edge returns the top or bottom line of a frame, with a title at its left and a note at its
// right.
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

// Framed returns a box with lines of at most inner columns in the middle of the screen. If
// there is no room for a frame, it has none.
func Framed(l theme.Looks, lines []string, inner int, size session.Size) Overlay {
	o, _ := box{lines: lines, cols: inner}.over(l, size)
	o.Rect.Y = (size.Rows - o.Rect.H) / 2
	o.Dims = false
	return o
}

// bottomLine returns a single line at the bottom of the screen.
func bottomLine(text string, size session.Size) Overlay {
	return Overlay{Text: text, Rect: workspace.Rect{Y: size.Rows - 1, W: size.Cols, H: 1}}
}
