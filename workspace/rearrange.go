package workspace

import (
	"fmt"
	"slices"

	"dormer/session"
)

func (d *draft) swapPanes(a SwapPanes) error {
	p, err := d.placeWith(a.A)
	if err != nil {
		return fmt.Errorf("swap: %w", err)
	}
	q, err := d.placeWith(a.B)
	if err != nil {
		return fmt.Errorf("swap: %w", err)
	}
	if a.A == a.B {
		return nil
	}
	exchange := func(id session.ID) session.ID {
		switch id {
		case a.A:
			return a.B
		case a.B:
			return a.A
		}
		return id
	}
	p.tab().setRootSwapped(exchange, p == q)
	if p != q {
		q.tab().setRootSwapped(exchange, false)
	}
	return nil
}

// setRootSwapped exchanges panes of a tab. Within one tab the focus moves with the sessions;
// across tabs it stays at the same place.
func (t *Tab) setRootSwapped(exchange func(session.ID) session.ID, within bool) {
	if !within {
		t.Active = exchange(t.Active)
		recent := make([]session.ID, 0, len(t.Recent))
		for _, id := range t.Recent {
			recent = append(recent, exchange(id))
		}
		t.Recent = recent
	}
	t.Floats = slices.Clone(t.Floats)
	for i := range t.Floats {
		t.Floats[i].Session = exchange(t.Floats[i].Session)
	}
	t.setRoot(renamed(t.Root, exchange))
	t.raise(t.Active)
}

func (d *draft) swapNext(a SwapNext) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("swap: %w", err)
	}
	return d.swapPanes(SwapPanes{A: a.Session, B: next(p.tab().shown(), a.Session, a.Back)})
}

func (d *draft) rotatePanes(a RotatePanes) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("rotate: %w", err)
	}
	ids := Leaves(p.tab().Root)
	by := 1
	if a.Back {
		by = len(ids) - 1
	}
	p.tab().setRootSwapped(func(id session.ID) session.ID {
		if i := slices.Index(ids, id); i >= 0 {
			return ids[(i+by)%len(ids)]
		}
		return id
	}, false)
	return nil
}

func (d *draft) movePane(a MovePane) error {
	from, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("move pane: %w", err)
	}
	if _, err := d.placeWith(a.At); err != nil {
		return fmt.Errorf("move pane: %w", err)
	}
	if a.Session == a.At {
		return nil
	}
	if t := from.tab(); t.Has(a.At) && t.Tile(a.At) == a.Session {
		return fmt.Errorf("move pane: it is the only one in the layout under the floating ones")
	}
	from.removePane(a.Session, a.Area)
	return d.join(Leaf(a.Session), a.Session, a.At, a.Side, a.Area)
}

func (d *draft) joinTab(a JoinTab) error {
	from, err := d.placeOf(a.From)
	if err != nil {
		return fmt.Errorf("join tab: %w", err)
	}
	moved := *from.tab()
	if moved.Has(a.At) {
		return fmt.Errorf("join tab: pane %s is in the tab itself", a.At)
	}
	from.removeTab()
	if err := d.join(moved.Root, moved.Tile(moved.Active), a.At, a.Side, a.Area); err != nil {
		return err
	}
	to, err := d.placeWith(moved.Tile(moved.Active))
	if err != nil {
		return fmt.Errorf("join tab: %w", err)
	}
	to.tab().Floats = slices.Concat(to.tab().Floats, moved.Floats)
	to.tab().focus(moved.Active)
	return nil
}

// join puts panes on a side of pane at, or of its [Tab.Tile] if at floats. It focuses one of
// the panes and their tab.
func (d *draft) join(panes *Node, focus, at session.ID, side Direction, area session.Size) error {
	to, err := d.placeWith(at)
	if err != nil {
		return fmt.Errorf("join: %w", err)
	}
	t := to.tab()
	root, err := besidePane(t.Root, area, t.Tile(at), side, panes)
	if err != nil {
		return fmt.Errorf("join: %w", err)
	}
	t.setRoot(root)
	t.focus(focus)
	to.view.focus(t.ID)
	return nil
}

func (d *draft) breakPane(a BreakPane) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("break pane: %w", err)
	}
	if !p.tab().hasSeveralPanes() {
		return nil
	}
	if err := d.freshTab(a.Tab); err != nil {
		return err
	}
	p.removePane(a.Session, a.Area)
	p.view.insertTab(p.index+1, Tab{ID: a.Tab, Root: Leaf(a.Session), Active: a.Session})
	return nil
}

func (d *draft) toggleZoom(a ToggleZoom) error {
	p, err := d.placeWith(a.Session)
	if err != nil {
		return fmt.Errorf("zoom: %w", err)
	}
	t := p.tab()
	t.Zoomed = t.hasSeveralPanes() && (!t.Zoomed || t.Active != a.Session)
	t.focus(a.Session)
	return nil
}

func (d *draft) moveTab(a MoveTab) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("move tab: %w", err)
	}
	v, t := p.view, *p.tab()
	active, recent := v.ActiveTab, v.Recent
	p.removeTab()
	v.insertTab(a.Index, t)
	v.ActiveTab, v.Recent = active, recent
	return nil
}
