package workspace

import (
	"fmt"
	"slices"
)

func (d *draft) focusPane(a FocusPane) error {
	p, err := d.spotWith(a.Session)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	p.tab().focusOther(a.Session)
	p.view.focus(p.tab().ID)
	return nil
}

func (d *draft) focusTab(a FocusTab) error {
	p, err := d.spotOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	p.view.focus(a.Tab)
	return nil
}

// focusDirection chooses, of the panes that lie on the side, the one that had the
// focus last, and else the one with the longest common border.
func (d *draft) focusDirection(a FocusDirection) error {
	p, err := d.spotOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	t := p.tab()
	found := neighbours(t.Root, a.Area, t.Active, a.Side)
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
	p, err := d.spotOf(a.Tab)
	if err != nil {
		return fmt.Errorf("focus: %w", err)
	}
	t := p.tab()
	t.focusOther(next(Leaves(t.Root), t.Active, a.Back))
	return nil
}

// next is the element after another, or before it, going round.
func next[T comparable](list []T, from T, back bool) T {
	step := 1
	if back {
		step = len(list) - 1
	}
	return list[(slices.Index(list, from)+step)%len(list)]
}
