package workspace

import (
	"slices"

	"dormer/session"
)

// Neighbour returns the pane on side d of another, in a layout laid out in size. Among several
// it returns the one with the longest common border. At the edge of the area it wraps around to
// the opposite edge. It returns false if there is no other pane.
func Neighbour(root *Node, size session.Size, from session.ID, d Direction) (session.ID, bool) {
	found := neighbours(root, size, from, d)
	if len(found) == 0 {
		return session.ID{}, false
	}
	return found[0], true
}

// AtEdge reports whether no other pane lies beyond a pane on side d, in a layout laid out in
// size. It is true for a pane that is not in the layout.
func AtEdge(root *Node, size session.Size, pane session.ID, d Direction) bool {
	if root == nil {
		return true
	}
	laid := Arrange(root, canvas(root, size))
	me, ok := laid.Pane(pane)
	return !ok || atEdge(me.Rect, laid.Area, d)
}

func atEdge(r, area Rect, d Direction) bool {
	start, length := r.span(d.axis())
	_, whole := area.span(d.axis())
	return d.first() && start == 0 || !d.first() && start+length == whole
}

// neighbours returns the panes next to a pane on side d, in a layout laid out in size. They are
// ordered by the length of the common border, the longest first. At the edge of the area it
// wraps around to the opposite edge, as tmux does.
func neighbours(root *Node, size session.Size, from session.ID, d Direction) []session.ID {
	if root == nil || d > Down {
		return nil
	}
	laid := Arrange(root, canvas(root, size))
	me, ok := laid.Pane(from)
	if !ok {
		return nil
	}
	line := facingEdge(me.Rect, laid.Area, d)
	cross := d.axis().other()
	common := map[session.ID]int{}
	var found []session.ID
	for _, p := range laid.Panes {
		start, length := p.Rect.span(d.axis())
		if p.Session == from || (d.first() && start+length != line) || (!d.first() && start != line) {
			continue
		}
		if cells := overlap(p.Rect, me.Rect, cross); cells >= 0 {
			common[p.Session] = cells
			found = append(found, p.Session)
		}
	}
	slices.SortStableFunc(found, func(a, b session.ID) int { return common[b] - common[a] })
	// A pane that only touches a corner counts if no pane shares a border: a pane that is one
	// row high may be next to nothing but a divider.
	touching := slices.IndexFunc(found, func(id session.ID) bool { return common[id] == 0 })
	if touching > 0 {
		found = found[:touching]
	}
	return found
}

// facingEdge returns the cell at which a neighbour on side d of r must end or start. At the edge of
// the area it is at the opposite edge.
func facingEdge(r, area Rect, d Direction) int {
	start, length := r.span(d.axis())
	_, whole := area.span(d.axis())
	switch beyond := atEdge(r, area, d); {
	case beyond && d.first():
		return whole
	case beyond:
		return 0
	case d.first():
		return start - 1
	}
	return start + length + 1
}
