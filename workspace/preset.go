package workspace

import "fmt"

func (d *draft) applyPreset(a ApplyPreset) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("layout: %w", err)
	}
	if a.Preset > Tiled {
		return fmt.Errorf("layout %d: there are %d", a.Preset, Tiled)
	}
	t := p.tab()
	preset := a.Preset
	if preset == NoPreset {
		preset = t.Preset%Tiled + 1
	}
	if t.Root.Pane() {
		return nil
	}
	t.Preset = preset
	t.setRoot(presetLayout(preset, t.Root))
	return nil
}

// presetLayout arranges the panes of a layout in a preset, in the same order. In presets with a
// main pane that is the first pane.
func presetLayout(p Preset, root *Node) *Node {
	var panes []*Node
	for _, id := range Leaves(root) {
		panes = append(panes, Leaf(id))
	}
	switch p {
	case EvenColumns:
		return evenly(Row, panes)
	case EvenRows:
		return evenly(Column, panes)
	case MainLeft:
		return withMain(Row, panes)
	case MainTop:
		return withMain(Column, panes)
	default:
		return tiled(panes)
	}
}

// evenly puts nodes side by side along an axis, with equal shares.
func evenly(a Axis, nodes []*Node) *Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	n := &Node{Axis: a}
	for _, sub := range nodes {
		n.Children = append(n.Children, Child{Weight: 1, Node: sub})
	}
	return n
}

// withMain gives the first pane three fifths of the axis, and stacks the others beside it.
func withMain(a Axis, panes []*Node) *Node {
	return &Node{Axis: a, Children: []Child{
		{Weight: 3, Node: panes[0]},
		{Weight: 2, Node: evenly(a.other(), panes[1:])},
	}}
}

// tiled arranges panes in rows. A row has as many panes as there are rows, or one fewer; the
// last row has the rest.
func tiled(panes []*Node) *Node {
	rows, cols := 1, 1
	for rows*cols < len(panes) {
		rows++
		if rows*cols < len(panes) {
			cols++
		}
	}
	var lines []*Node
	for len(panes) > 0 {
		n := min(cols, len(panes))
		lines = append(lines, evenly(Row, panes[:n]))
		panes = panes[n:]
	}
	return evenly(Column, lines)
}
