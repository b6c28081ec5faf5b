package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

func (d *draft) focusPane(a FocusPane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	p.tab().focusOther(a.Session)
	p.view.focus(p.tab().ID)
	return nil
}

func (d *draft) focusTab(a FocusTab) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	p.view.focus(a.Tab)
	return nil
}

// focusDirection focuses a pane on a side of the active one. Among several it chooses the pane
// that last had the focus, or else the one with the longest common border.
func (d *draft) focusDirection(a FocusDirection) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	t := p.tab()
	found := t.beside(a.Area, a.Side)
	if len(found) == 0 {
		return nil
	}
	next := found[0]
	for _, id := range t.Recent {
		if slices.Contains(found, id) {
			next = id
		}
	}
	t.focusOther(next)
	return nil
}

func (d *draft) focusNext(a FocusNext) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	t := p.tab()
	t.focusOther(next(t.shown(), t.Active, a.Back))
	return nil
}

// beside returns the panes on a side of the active one, the best first. For a floating pane it
// returns only the nearest floating pane on that side, or else the layout under it.
func (t Tab) beside(area session.Size, side Direction) []session.ID {
	if t.floatIndex(t.Active) < 0 || side > Down {
		return neighbours(t.Root, area, t.Active, side)
	}
	laid := ArrangeTab(Tab{Root: t.Root, Floats: t.Floats}, Rect{W: max(area.Cols, 1), H: max(area.Rows, 1)})
	me, _ := laid.Pane(t.Active)
	away := func(id session.ID) int {
		p, _ := laid.Pane(id)
		from, length := me.Rect.span(side.axis())
		to, other := p.Rect.span(side.axis())
		by := (2*to + other) - (2*from + length)
		if side.first() {
			by = -by
		}
		return by
	}
	var found []session.ID
	for _, f := range laid.Floats {
		if f.Session != t.Active && away(f.Session) > 0 {
			found = append(found, f.Session)
		}
	}
	if len(found) == 0 {
		return []session.ID{t.Tile(t.Active)}
	}
	slices.SortStableFunc(found, func(a, b session.ID) int { return away(a) - away(b) })
	return found[:1]
}

// next returns the element after from, or before it if back is set. The list wraps around.
func next[T comparable](list []T, from T, back bool) T {
	step := 1
	if back {
		step = len(list) - 1
	}
	return list[(slices.Index(list, from)+step)%len(list)]
}
