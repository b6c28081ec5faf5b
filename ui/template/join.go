package template

import (
	"math"

	"dormer/workspace"
)

// joined returns the split of some parts. A single part is not split. A part that is itself split
// along the same axis is replaced by its children, which divide the part's share among them.
func joined(a workspace.Axis, parts []part, weights []int) *Node {
	if len(parts) == 1 {
		return &parts[0].Node
	}
	n := &Node{Axis: a}
	var shares []float64
	for i, p := range parts {
		if p.Pane != nil || p.Axis != a {
			n.Children = append(n.Children, Child{Weight: weights[i], Node: &parts[i].Node})
			shares = append(shares, float64(weights[i]))
			continue
		}
		total := 0
		for _, c := range p.Children {
			total += c.Weight
		}
		for _, c := range p.Children {
			n.Children = append(n.Children, Child{Weight: weights[i], Node: c.Node})
			shares = append(shares, float64(weights[i])*float64(c.Weight)/float64(total))
		}
	}
	if len(n.Children) > len(parts) {
		n.setWeights(shares)
	}
	return n
}

// setWeights gives the children integer weights roughly in proportion to their shares.
func (n *Node) setWeights(shares []float64) {
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	const fine = workspace.MaxWeight
	for i, s := range shares {
		n.Children[i].Weight = max(int(math.Round(s/sum*fine)), 1)
	}
}
