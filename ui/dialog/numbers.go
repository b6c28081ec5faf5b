package dialog

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
	"dormer/workspace"
)

// PaneNumbers shows a number on each pane; typing it goes to that pane. Any other key closes
// the dialog; one that types no text is passed on.
type PaneNumbers struct {
	panes []geometry.Pane
	geo   geometry.Screen
	of    func() geometry.Screen
}

// numberLabels are the labels in the order of the panes: digits, then letters.
const numberLabels = "123456789abcdefghijklmnopqrstuvwxyz"

// Labelled is a dialog that also draws labels on the panes.
type Labelled interface {
	Labels(theme.Looks) []Overlay
}

// NewPaneNumbers returns a dialog that numbers the panes of the screen. It calls of for the
// current screen on every refresh.
func NewPaneNumbers(of func() geometry.Screen) *PaneNumbers {
	n := &PaneNumbers{of: of}
	n.Refresh()
	return n
}

func (n *PaneNumbers) Key(k keys.Key) Result {
	if k.Modifier() {
		return stays
	}
	for i, box := range n.panes {
		if k.Text == numberLabels[i:i+1] {
			return closing(command.Act(workspace.FocusPane{Session: box.Session}))
		}
	}
	if k.Name() == "esc" || k.Text != "" {
		return closes // a mistyped number must not reach the pane
	}
	return Result{Done: true, Passes: true}
}

func (n *PaneNumbers) Paste(string) Result { return stays }

// Mouse goes to the clicked pane.
func (n *PaneNumbers) Mouse(e input.Mouse) Result {
	if e.Kind != keys.MousePress || e.Button.Wheel() {
		return stays
	}
	if box, ok := n.geo.PaneAt(e.X, e.Y); ok {
		return closing(command.Act(workspace.FocusPane{Session: box.Session}))
	}
	return closes
}

// Refresh updates the panes.
func (n *PaneNumbers) Refresh() {
	n.geo = n.of()
	n.panes = n.geo.Panes[:min(len(n.geo.Panes), len(numberLabels))]
}

func (n *PaneNumbers) Render(size session.Size, l theme.Looks) Overlay {
	return bottomLine(l.Head.Render(grid.Cut("The number goes to its pane. Esc returns.", size.Cols)), size)
}

// Labels returns the numbers in the middle of their panes, framed if there is room. If another
// pane covers the middle, the number is in a visible corner.
func (n *PaneNumbers) Labels(l theme.Looks) (out []Overlay) {
	for i, box := range n.panes {
		o := Framed(l, []string{l.Selected.Render(" " + numberLabels[i:i+1] + " ")}, 3, box.Content.Size())
		o.Rect.X, o.Rect.Y, o.Passive = o.Rect.X+box.Content.X, o.Rect.Y+box.Content.Y, true
		o.Rect = n.visiblePlace(box, o.Rect)
		out = append(out, o)
	}
	return out
}

// visiblePlace returns a place in a pane where the label is not covered, or the given one if there is
// none.
func (n *PaneNumbers) visiblePlace(box geometry.Pane, label workspace.Rect) workspace.Rect {
	c := box.Content
	right, bottom := c.X+c.W-label.W, c.Y+c.H-label.H
	for _, at := range []geometry.Point{geometry.At(label.X, label.Y), geometry.At(c.X, c.Y), geometry.At(right, c.Y), geometry.At(c.X, bottom), geometry.At(right, bottom)} {
		here := workspace.Rect{X: at.X, Y: at.Y, W: label.W, H: label.H}
		if n.shows(box, here.X, here.Y) && n.shows(box, here.X+here.W-1, here.Y) && n.shows(box, here.X, here.Y+here.H-1) && n.shows(box, here.X+here.W-1, here.Y+here.H-1) {
			return here
		}
	}
	return label
}

// shows reports whether a pane is visible at a cell.
func (n *PaneNumbers) shows(box geometry.Pane, x, y int) bool {
	at, ok := n.geo.PaneAt(x, y)
	return ok && at.Session == box.Session
}
