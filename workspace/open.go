package workspace

import (
	"cmp"
	"fmt"

	"dormer/session"
)

func (d *draft) openTab(a OpenTab) error {
	v, err := d.view(a.View)
	if err != nil {
		return fmt.Errorf("open tab: %w", err)
	}
	if id, ok := d.OnWorktree(a.Record.Source); ok && !a.Adopted {
		return d.focusPane(FocusPane{Session: id})
	}
	if err := d.freshTab(a.Tab); err != nil {
		return err
	}
	if err := d.addRecord(a.Record); err != nil {
		return err
	}
	index := a.Index
	if index < 0 {
		index = v.indexAfterActive()
	}
	active := v.ActiveTab
	v.insertTab(index, Tab{ID: a.Tab, Root: Leaf(a.Record.ID), Active: a.Record.ID})
	if a.Background && active != (TabID{}) {
		v.focus(active)
	}
	d.start(d.spec(a.Record.ID, a.Size), false)
	return nil
}

func (v *View) indexAfterActive() int {
	for i, t := range v.Tabs {
		if t.ID == v.ActiveTab {
			return i + 1
		}
	}
	return len(v.Tabs)
}

// OnWorktree returns the pane of an active session of the same worktree. If a tab has several,
// it returns the focused one.
func (s State) OnWorktree(src session.Source) (session.ID, bool) {
	if src.Kind != session.Worktree || src.Worktree == "" {
		return session.ID{}, false
	}
	same := func(id session.ID) bool {
		r := s.Sessions[id]
		return r.Residency.Place == session.Active && r.Source.Kind == session.Worktree && r.Source.Worktree == src.Worktree
	}
	_, t, ok := s.tabWhere(func(t Tab) bool { return len(filter(t.Panes(), same)) > 0 })
	if !ok {
		return session.ID{}, false
	}
	if same(t.Active) {
		return t.Active, true
	}
	return filter(t.Panes(), same)[0], true
}

func (d *draft) splitPane(a SplitPane) error {
	p, err := d.placeOf(a.Tab)
	if err != nil {
		return fmt.Errorf("split: %w", err)
	}
	t := p.tab()
	if !t.Has(a.At) {
		return fmt.Errorf("split: pane %s: %w", a.At, ErrGone)
	}
	root, err := besidePane(t.Root, a.Area, t.Tile(a.At), a.Side, Leaf(a.Record.ID))
	if err != nil {
		return fmt.Errorf("split: %w", err)
	}
	if err := d.addRecord(a.Record); err != nil {
		return err
	}
	t.addSynced(a.Record.ID)
	zoomed := t.Zoomed
	t.setRoot(root)
	if a.Background {
		t.Zoomed = zoomed
	} else {
		t.focus(a.Record.ID)
	}
	d.start(d.spec(a.Record.ID, cmp.Or(a.Size, t.sizeIn(a.Area, a.Record.ID))), false)
	return nil
}

// sizeIn returns the size of a pane in a tab laid out in size; zero if size is not known.
func (t Tab) sizeIn(size session.Size, id session.ID) session.Size {
	pane, _ := ArrangeTab(t, areaOf(size)).Pane(id)
	return pane.Rect.Size()
}

// besidePane puts panes on a side of another pane, with half of its cells. If the area is known
// and too small, the error is [ErrNoRoom].
func besidePane(root *Node, area session.Size, at session.ID, side Direction, other *Node) (*Node, error) {
	path, ok := pathTo(root, at)
	if !ok {
		return nil, fmt.Errorf("pane %s: %w", at, ErrGone)
	}
	if side > Down {
		return nil, fmt.Errorf("invalid side %d", side)
	}
	if area != (session.Size{}) && !roomBeside(root, area, path, side, other) {
		return nil, ErrNoRoom
	}
	if depthBeside(root, path, side, other) > maxDepth {
		return nil, errTooDeep
	}
	return putBeside(root, area, path, side, other, half), nil
}

// depthBeside returns how deep the splits nest at panes that are put on a side of the pane at
// path. Nested splits of the same axis count as one.
func depthBeside(root *Node, path []int, side Direction, other *Node) int {
	deep := len(path) + 1 + depth(other)
	if len(path) > 0 && nodeAt(root, path[:len(path)-1]).Axis == side.axis() {
		deep--
	}
	if !other.Pane() && other.Axis == side.axis() {
		deep--
	}
	return deep
}

// roomBeside reports whether the pane at path has room for itself and for other.
func roomBeside(root *Node, size session.Size, path []int, side Direction, other *Node) bool {
	area := areaOf(size)
	if !fits(root, area) {
		return false
	}
	_, length := rectOf(root, area, path).span(side.axis())
	_, across := rectOf(root, area, path).span(side.axis().other())
	return length >= minPane(side.axis())+1+minExtent(other, side.axis()) && across >= minExtent(other, side.axis().other())
}

// addRecord adds the record of a new session, completed by complete.
func (d *draft) addRecord(r Record) error {
	if r.ID == (session.ID{}) {
		return fmt.Errorf("new session: no id")
	}
	if _, used := d.Sessions[r.ID]; used {
		return fmt.Errorf("new session: id %s is in use", r.ID)
	}
	d.Sessions[r.ID] = complete(r)
	return nil
}

// complete fills in the empty fields of a record and cleans its names.
func complete(r Record) Record {
	r.Title, r.Name = cleanTitle(r.Title), cleanTitle(r.Name)
	r.Source.Kind = cmp.Or(r.Source.Kind, session.Floating)
	r.Dir = cmp.Or(r.Dir, r.Source.Dir, r.Source.Worktree)
	r.Provider = cmp.Or(r.Provider, session.Direct)
	r.Lifetime = cmp.Or(r.Lifetime, session.Persistent)
	r.Disposition = cmp.Or(r.Disposition, session.DispositionActive)
	r.Residency = session.Residency{}
	return r
}

func (d *draft) startSession(a StartSession) error {
	if _, err := d.placeWith(a.Session); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	spec := d.spec(a.Session, a.Size)
	spec.Occasion = a.Occasion
	d.start(spec, true)
	return nil
}

// spec returns the specification to start the process of a session with.
func (s State) spec(id session.ID, size session.Size) session.Spec {
	r := s.Sessions[id]
	return session.Spec{ID: id, Workspace: s.Name, Command: r.Source.Command, Dir: r.Dir, Size: size}
}
