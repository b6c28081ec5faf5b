package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/theme"
	"dormer/workspace"
)

// paneNumbers shows a number on each pane of the screen: it goes to that pane. Any
// other key takes the numbers away and goes where it belongs.
type paneNumbers struct{ panes []paneBox }

// numberLabels are the numbers in the order of the panes; what is beyond has letters.
const numberLabels = "123456789abcdefghijklmnopqrstuvwxyz"

// labelled is a dialog that has something to draw on the panes too.
type labelled interface {
	labels(theme.Looks) []overlay
}

func (m *Model) numberPanes() tea.Cmd {
	n := &paneNumbers{}
	n.refresh(m)
	m.openDialog(n)
	return nil
}

func (n *paneNumbers) key(m *Model, k keys.Key) (bool, tea.Cmd) {
	if k.Modifier() {
		return false, nil
	}
	m.closeDialog(n)
	for i, box := range n.panes {
		if k.Text == numberLabels[i:i+1] {
			return true, m.apply(workspace.FocusPane{Session: box.session})
		}
	}
	if k.Name() == "esc" || k.Text != "" {
		return true, nil // a letter that was meant for the numbers is not typed
	}
	return true, m.key(k)
}

func (n *paneNumbers) paste(string) {}

// mouse goes to the pane under a click.
func (n *paneNumbers) mouse(m *Model, e input.Mouse) (bool, tea.Cmd) {
	if e.Kind != keys.MousePress || e.Button.Wheel() {
		return false, nil
	}
	if box, ok := m.geo.paneAt(e.X, e.Y); ok {
		return true, m.apply(workspace.FocusPane{Session: box.session})
	}
	return true, nil
}

// refresh follows the panes as they are now.
func (n *paneNumbers) refresh(m *Model) {
	n.panes = m.geo.panes[:min(len(m.geo.panes), len(numberLabels))]
}

func (n *paneNumbers) render(size session.Size, l theme.Looks) overlay {
	return bottomLine(l.Head.Render(cut("The number goes to its pane. Esc returns.", size.Cols)), size)
}

// labels are the numbers in the middle of their panes, in a frame where there is room
// for one.
func (n *paneNumbers) labels(l theme.Looks) (out []overlay) {
	for i, box := range n.panes {
		o := framed(l, []string{l.Selected.Render(" " + numberLabels[i:i+1] + " ")}, 3, box.contentSize())
		o.rect.X, o.rect.Y, o.passive = o.rect.X+box.content.X, o.rect.Y+box.content.Y, true
		out = append(out, o)
	}
	return out
}
