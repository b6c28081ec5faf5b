package workspace

import (
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

// remember records where a pane is in its tab. After is set by settle once the pane is gone.
func remember(t Tab, id session.ID) ClosedPane {
	p := rememberPlace(t, id)
	p.WasActive, p.WasZoomed, p.WasSynced = t.Active == id, t.Zoomed, slices.Contains(t.Synced, id)
	return p
}

func rememberPlace(t Tab, id session.ID) ClosedPane {
	if f, floats := t.Float(id); floats {
		f.Hidden = false // a pane that is brought back is visible
		return rememberAlone(t, id, &f)
	}
	if t.Root.Pane() {
		p := rememberAlone(t, id, nil)
		p.Landed = t.Floats
		return p
	}
	path, _ := pathTo(t.Root, id)
	last := len(path) - 1
	parent, i := nodeAt(t.Root, path[:last]), path[last]
	beside, side := i-1, Right
	if i == 0 {
		beside, side = 1, Left
	}
	if parent.Axis == Column {
		side += Up - Left
	}
	mine, theirs := parent.Children[i], parent.Children[beside]
	near := Leaves(theirs.Node)
	neighbour := near[len(near)-1]
	if side.first() {
		neighbour = near[0]
	}
	return ClosedPane{
		Session:   id,
		Before:    t.Root,
		Neighbour: neighbour,
		Side:      side,
		Weight:    mine.Weight,
		Total:     mine.Weight + theirs.Weight,
	}
}

// rememberAlone is remember for a pane without a tiled neighbour: a floating pane, or the only
// pane of the layout.
func rememberAlone(t Tab, id session.ID, f *Float) ClosedPane {
	return ClosedPane{Session: id, Float: f, Neighbour: t.Tile(id), Side: Left, Weight: half.part, Total: half.whole}
}

// settle records the layout that the closed pane left behind.
func (p *ClosedPane) settle(t Tab) {
	p.After = t.Root
	if p.Before == nil || p.checkLayouts() != nil {
		p.Before, p.After = nil, nil
	}
}

func (d *draft) undoClose(a UndoClose) error {
	d.dropExpired(a.At)
	for at := len(d.Undo) - 1; at >= 0; at-- {
		if a.Holding != (session.ID{}) && !slices.Contains(d.Undo[at].Sessions, a.Holding) {
			continue
		}
		c, ok := d.Undo[at].without(d.cannotRestore)
		if !ok {
			d.Undo = slices.Delete(d.Undo, at, at+1)
			continue
		}
		if c.Pane != nil && d.closedTab(c.Tab.ID) {
			if a.Tab == (TabID{}) {
				return fmt.Errorf("bring back `%s`: its tab is closed: %w", c.Title, ErrGone)
			}
			c.Tab.ID = a.Tab
		}
		d.Undo = slices.Delete(d.Undo, at, at+1)
		d.restore(c)
		d.notify(Notify{Text: "brought back `" + c.Title + "`"})
		return nil
	}
	d.notify(Notify{Text: "nothing closed to bring back"})
	return nil
}

// closedTab reports whether a tab is closed as a whole and can be brought back.
func (d *draft) closedTab(id TabID) bool {
	return slices.ContainsFunc(d.Undo, func(c Closed) bool { return c.Pane == nil && c.Tab.ID == id })
}

// ClosedHolding returns the index of the undo stack's entry that holds a session, or -1 if
// there is none.
func (s State) ClosedHolding(id session.ID) int {
	return slices.IndexFunc(s.Undo, func(c Closed) bool { return slices.Contains(c.Sessions, id) })
}

func (d *draft) keepClosed(a KeepClosed) error {
	i := d.ClosedHolding(a.Holding)
	if i < 0 {
		return fmt.Errorf("keep longer: %w", ErrGone)
	}
	if a.Until.After(d.Undo[i].ExpiresAt) {
		d.Undo[i].ExpiresAt = a.Until
	}
	return nil
}

func (d *draft) dropClosed(a DropClosed) error {
	i := d.ClosedHolding(a.Holding)
	if i < 0 {
		return fmt.Errorf("end: %w", ErrGone)
	}
	d.notify(Notify{Text: "ended `" + d.Undo[i].Title + "`"})
	d.Undo = slices.Delete(d.Undo, i, i+1)
	return nil
}

// cannotRestore reports whether a session of the undo stack cannot be put into a layout: it has no
// record, cannot continue, or is in a layout already. It is checked before each undo, so that
// no pane ever shows another pane's session.
func (d *draft) cannotRestore(id session.ID) bool {
	r, known := d.Sessions[id]
	_, err := d.placeWith(id)
	return !known || r.Disposition == session.Broken || err == nil
}

func (d *draft) restore(c Closed) {
	if c.Pane == nil {
		d.restoreTab(c, c.Tab)
		return
	}
	p, err := d.placeOf(c.Tab.ID)
	if err != nil {
		id := c.Pane.Session
		d.restoreTab(c, Tab{ID: c.Tab.ID, Name: c.Tab.Name, Root: Leaf(id), Active: id})
		return
	}
	p.tab().restorePane(*c.Pane)
	p.view.focus(c.Tab.ID)
	d.ActiveView = p.view.ID
}

// restoreTab puts a tab back at its old position in its old view. If the view is gone, it is
// opened again, or, if its name is not known, the tab goes into the view on the screen.
func (d *draft) restoreTab(c Closed, t Tab) {
	v, err := d.view(c.View)
	switch name := cleanTitle(c.ViewName); {
	case err == nil:
	case name != "" && c.View != "":
		d.Views = append(d.Views, View{ID: c.View, Name: name})
		v = &d.Views[len(d.Views)-1]
	default:
		v, _ = d.view(d.ActiveView)
	}
	v.insertTab(c.TabIndex, t)
	d.ActiveView = v.ID
}

// restorePane puts a pane back: exactly where it was if the layout has not changed, and
// otherwise beside its remaining neighbours.
func (t *Tab) restorePane(p ClosedPane) {
	t.restoreInPlace(p)
	if p.WasSynced {
		t.Synced = filter(t.Panes(), func(id session.ID) bool { return id == p.Session || slices.Contains(t.Synced, id) })
	}
}

func (t *Tab) restoreInPlace(p ClosedPane) {
	if p.Float != nil {
		t.addFloat(p.Session, p.Float.Frame)
		t.Zoomed = p.WasActive && p.WasZoomed
		return
	}
	if t.tiledOneOf(p.Landed) {
		t.Root, t.Floats = Leaf(p.Session), p.Landed
		if p.WasActive {
			t.focus(p.Session)
			t.Zoomed = p.WasZoomed
		}
		return
	}
	if p.After != nil && sameLayout(t.Root, p.After) {
		t.setRoot(p.Before)
		if p.WasActive {
			t.focus(p.Session)
			t.Zoomed = p.WasZoomed
		}
		return
	}
	t.setRoot(putBeside(t.Root, session.Size{}, t.place(p), p.Side, Leaf(p.Session), p.portion()))
	t.focus(p.Session)
}

// tiledOneOf reports whether the layout is one of the panes in floats, and all the others still
// float.
func (t Tab) tiledOneOf(floats []Float) bool {
	if len(floats) == 0 || !t.Root.Pane() || !slices.ContainsFunc(floats, func(f Float) bool { return f.Session == t.Root.Session }) {
		return false
	}
	return slices.Equal(t.Floats, filter(floats, func(f Float) bool { return f.Session != t.Root.Session }))
}

// portion returns the closed pane's share of the space that it shared with its neighbour.
func (p ClosedPane) portion() portion { return portion{p.Weight, p.Total} }

// place returns the path to the node beside which a closed pane belongs. That node contains the
// remaining panes of the neighbour, and the panes opened there since. If none remain, it is the
// active pane, or the tiled pane that stands for it.
func (t Tab) place(p ClosedPane) []int {
	beside := p.beside()
	path, found := commonPath(t.Root, beside)
	if !found {
		path, _ = pathTo(t.Root, t.Tile(t.Active))
		return path
	}
	elsewhere := func(id session.ID) bool { return holds(p.Before, id) && !slices.Contains(beside, id) }
	for p.Before != nil && len(path) > 0 {
		wider := path[:len(path)-1]
		if slices.ContainsFunc(Leaves(nodeAt(t.Root, wider)), elsewhere) {
			break
		}
		path = wider
	}
	return path
}

// commonPath returns the path to the smallest node that contains all of the given panes that are
// open, or false if none is open.
func commonPath(root *Node, ids []session.ID) ([]int, bool) {
	var common []int
	found := false
	for _, id := range ids {
		path, ok := pathTo(root, id)
		switch {
		case !ok:
		case !found:
			common, found = path, true
		default:
			common = commonPrefix(common, path)
		}
	}
	return common, found
}

// beside returns the panes of the node that a closed pane was beside.
func (p ClosedPane) beside() []session.ID {
	path, ok := pathTo(p.Before, p.Session)
	if !ok || len(path) == 0 {
		return []session.ID{p.Neighbour}
	}
	last := len(path) - 1
	path[last]--
	if p.Side.first() {
		path[last] += 2
	}
	return append(Leaves(nodeAt(p.Before, path)), p.Neighbour)
}

func commonPrefix(a, b []int) []int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return a[:n]
}

func (d *draft) expire(a Expire) error {
	d.dropExpired(a.At)
	return nil
}

// dropExpired drops the entries whose deadline has passed.
func (d *draft) dropExpired(now time.Time) {
	d.Undo = slices.DeleteFunc(d.Undo, func(c Closed) bool { return !c.ExpiresAt.After(now) })
}
