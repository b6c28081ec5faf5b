package workspace

import (
	"cmp"
	"slices"

	"dormer/session"
)

// replace replaces the tabs from by the tabs to. Sessions that are only in the old tabs go onto
// the undo stack; sessions that are only in the new ones come from it. The tab shown is put on
// the screen if it is one of the new tabs.
func (d *draft) replace(from, to []Placed, shown TabID, on shelf) (bool, error) {
	r := replacing{draft: d, from: from, to: to, shown: shown}
	r.plan()
	if !r.differs() {
		return false, nil
	}
	if err := d.roomOnShelf(r.entries()-len(running(r.emptied())), on); err != nil {
		return false, err
	}
	before := d.notices
	r.pushClosed(on)
	d.notices = before // one notice for the whole undo or redo replaces those of its steps
	r.takeClosed()
	r.swap()
	return true, nil
}

// replacing is a replacement of tabs in progress.
type replacing struct {
	*draft
	from, to []Placed
	shown    TabID
	// now are the affected open tabs, next the tabs that replace them.
	now, next []Placed
	// closing are the panes of now that go onto the undo stack, reopened the panes of next that
	// come from it.
	closing, reopened []session.ID
}

// plan determines which panes of the layouts can be put back.
func (r *replacing) plan() {
	concerned := func(p Placed) bool {
		_, a := placedTab(r.from, p.Tab.ID)
		_, b := placedTab(r.to, p.Tab.ID)
		return a || b
	}
	r.now = filter(r.placedTabs(), concerned)
	here := panesOf(r.now)
	placed := map[session.ID]bool{}
	for _, p := range r.to {
		p.Tab = p.Tab.withoutUnfit(func(id session.ID) bool {
			_, known := r.Sessions[id]
			fits := known && !placed[id] && (slices.Contains(here, id) || r.ClosedHolding(id) >= 0)
			placed[id] = placed[id] || fits
			return fits
		})
		if p.Tab.Root != nil && !r.staysClosed(p.Tab) {
			r.next = append(r.next, r.moved(p))
		}
	}
	for _, id := range panesOf(r.next) {
		if !slices.Contains(here, id) {
			r.reopened = append(r.reopened, id)
		}
	}
	r.keepUnplaced(here)
	for i := range r.next {
		r.keepFocus(&r.next[i].Tab)
	}
}

// staysClosed reports whether a tab is on the undo stack and has more panes there than would be
// put back.
func (r *replacing) staysClosed(t Tab) bool {
	return slices.ContainsFunc(r.Undo, func(c Closed) bool {
		return c.Pane == nil && c.Tab.ID == t.ID && slices.ContainsFunc(c.Sessions, func(id session.ID) bool { return !t.Has(id) })
	})
}

// moved returns a tab with its new place: its current place, unless the change has moved it.
func (r *replacing) moved(p Placed) Placed {
	old, was := placedTab(r.from, p.Tab.ID)
	now, is := placedTab(r.now, p.Tab.ID)
	if was && is && old.View == p.View && old.Index == p.Index && now.View == p.View {
		p.Index = now.Index
	}
	return p
}

// keepUnplaced finds places for open panes that are in none of the new layouts. Panes that the
// change itself opened are closed; the others stay.
func (r *replacing) keepUnplaced(here []session.ID) {
	brought := panesOf(r.from)
	held := panesOf(r.to)
	for _, id := range here {
		switch {
		case slices.Contains(panesOf(r.next), id):
		case slices.Contains(brought, id) && !slices.Contains(held, id):
			r.closing = append(r.closing, id)
		default:
			r.keepPane(id)
		}
	}
}

// keepPane puts a pane that was opened since into the new layout of its tab, or into a new tab.
func (r *replacing) keepPane(id session.ID) {
	i := slices.IndexFunc(r.now, func(p Placed) bool { return p.Tab.Has(id) })
	was := r.now[i]
	j := slices.IndexFunc(r.next, func(p Placed) bool { return p.Tab.ID == was.Tab.ID })
	if j < 0 {
		was.Tab = was.Tab.withoutPanes(func(other session.ID) bool { return other != id })
		r.next = append(r.next, was)
		return
	}
	t := &r.next[j].Tab
	if f, floats := was.Tab.Float(id); floats {
		t.Floats = append(slices.Clone(t.Floats), f)
		return
	}
	leaves := Leaves(t.Root)
	path, _ := pathTo(t.Root, leaves[len(leaves)-1])
	t.Root = putBeside(t.Root, session.Size{}, path, Right, Leaf(id), half)
}

// keepFocus keeps a tab's synchronized panes and saved layouts, and its focus and zoom too if its
// panes stay the same.
func (r *replacing) keepFocus(t *Tab) {
	ids := t.Panes()
	if was, open := placedTab(r.now, t.ID); open {
		t.Synced, t.Saved = was.Tab.Synced, was.Tab.Saved
		if slices.Contains(ids, was.Tab.Active) && sameSet(ids, was.Tab.Panes()) {
			t.Active, t.Recent, t.Zoomed = was.Tab.Active, was.Tab.Recent, was.Tab.Zoomed
		}
	}
	if !slices.Contains(ids, t.Active) {
		t.Active, t.Zoomed = ids[0], false
	}
	t.Recent = repairedHistory(t.Recent, ids, t.Active)
	t.Zoomed = t.Zoomed && t.hasSeveralPanes()
	if !t.visible(t.Active) {
		t.raise(t.Active)
	}
	t.Synced = filter(t.Synced, func(id session.ID) bool { return slices.Contains(ids, id) })
}

// withoutUnfit returns a tab with only the panes that pass; its Root is nil if none passes.
func (t Tab) withoutUnfit(pass func(session.ID) bool) Tab {
	fit := map[session.ID]bool{}
	for _, id := range t.Panes() {
		fit[id] = pass(id)
	}
	t.Root = pruned(t.Root, func(id session.ID) bool { return !fit[id] })
	t.Floats = keptFloats(t.Floats, func(id session.ID) bool { return fit[id] })
	t.tileOne()
	return t
}

func panesOf(list []Placed) []session.ID {
	var ids []session.ID
	for _, p := range list {
		ids = append(ids, p.Tab.Panes()...)
	}
	return ids
}

// differs reports whether the replacement changes anything.
func (r *replacing) differs() bool {
	if len(r.next) == 0 && len(r.to) > 0 {
		return false
	}
	brought := !sameSet(panesOf(r.from), panesOf(r.to))
	if brought && len(r.closing)+len(r.reopened) == 0 {
		return false // the panes that the change opened or closed are gone
	}
	return !slices.EqualFunc(r.now, r.next, func(p, q Placed) bool {
		return p.Tab.ID == q.Tab.ID && p.Index == q.Index && p.sameAs(q)
	})
}

// entries returns the number of entries that closing adds to the undo stack: one for each whole
// tab, and one for each other pane.
func (r *replacing) entries() int {
	n := 0
	for _, p := range r.now {
		ids := filter(p.Tab.Panes(), func(id session.ID) bool { return slices.Contains(r.closing, id) })
		if len(ids) == len(p.Tab.Panes()) {
			n++
		} else {
			n += len(ids)
		}
	}
	return n
}

// emptied returns the entries of the undo stack that become empty when the reopened panes are
// taken.
func (r *replacing) emptied() []Closed {
	return filter(r.Undo, func(c Closed) bool {
		_, left := c.without(func(id session.ID) bool { return slices.Contains(r.reopened, id) })
		return !left
	})
}

// pushClosed puts the panes of closing onto the undo stack.
func (r *replacing) pushClosed(on shelf) {
	for _, p := range r.now {
		ids := filter(p.Tab.Panes(), func(id session.ID) bool { return slices.Contains(r.closing, id) })
		if len(ids) > 0 && len(ids) == len(p.Tab.Panes()) {
			r.push(Closed{Title: r.TabTitle(p.Tab), View: p.View, Sessions: ids, Tab: p.Tab, TabIndex: p.Index}, on)
			continue
		}
		for _, id := range ids {
			r.pushClosedPane(p, id, on)
		}
	}
}

func (r *replacing) pushClosedPane(p Placed, id session.ID, on shelf) {
	pane := remember(p.Tab, id)
	left, _ := placedTab(r.next, p.Tab.ID)
	pane.settle(left.Tab)
	r.push(Closed{
		Title: r.Sessions[id].DisplayTitle(), View: p.View, Sessions: []session.ID{id},
		Tab: Tab{ID: p.Tab.ID, Name: p.Tab.Name}, TabIndex: p.Index, Pane: &pane,
	}, on)
}

// takeClosed takes the panes of reopened off the undo stack.
func (r *replacing) takeClosed() {
	var left []Closed
	for _, c := range r.Undo {
		if c, some := c.without(func(id session.ID) bool { return slices.Contains(r.reopened, id) }); some {
			left = append(left, c)
		}
	}
	r.Undo = left
}

// swap removes the tabs of now from their views and inserts those of next.
func (r *replacing) swap() {
	type shown struct {
		active TabID
		recent []TabID
	}
	was := map[ViewID]shown{}
	for i := range r.Views {
		v := &r.Views[i]
		was[v.ID] = shown{v.ActiveTab, v.Recent}
		v.Tabs = filter(v.Tabs, func(t Tab) bool {
			_, goes := placedTab(r.now, t.ID)
			return !goes
		})
	}
	slices.SortStableFunc(r.next, func(p, q Placed) int { return p.Index - q.Index })
	for _, p := range r.next {
		v := r.viewFor(p)
		v.Tabs = slices.Insert(v.Tabs, min(p.Index, len(v.Tabs)), p.Tab)
	}
	for i := range r.Views {
		v := &r.Views[i]
		ids := make([]TabID, 0, len(v.Tabs))
		for _, t := range v.Tabs {
			ids = append(ids, t.ID)
		}
		v.ActiveTab = lastExisting(ids, append(slices.Clone(was[v.ID].recent), was[v.ID].active))
		v.Recent = repairedHistory(was[v.ID].recent, ids, v.ActiveTab)
	}
	r.showTab()
}

// viewFor returns the view of a tab, and creates it again if it no longer exists.
func (r *replacing) viewFor(p Placed) *View {
	if v, err := r.view(p.View); err == nil {
		return v
	}
	r.Views = append(r.Views, View{ID: p.View, Name: cmp.Or(p.ViewName, string(p.View))})
	return &r.Views[len(r.Views)-1]
}

// lastExisting returns the last of the wanted tabs that exists, or else the last tab.
func lastExisting(there, wanted []TabID) TabID {
	for _, id := range slices.Backward(wanted) {
		if slices.Contains(there, id) {
			return id
		}
	}
	if len(there) == 0 {
		return TabID{}
	}
	return there[len(there)-1]
}

// showTab shows one of the tabs that were put back: the tab that was shown then, or else the tab
// shown now, or else the first. If tabs move out of a view, that view stays on the screen.
func (r *replacing) showTab() {
	if len(r.next) == 0 {
		return
	}
	if p, err := r.placeOf(r.shown); err == nil && r.tabLeaves(p.view.ID) {
		p.view.focus(r.shown)
		r.ActiveView = p.view.ID
		return
	}
	show := r.next[0].Tab.ID
	for _, id := range []TabID{r.ShownView().ActiveTab, r.shown} {
		if _, among := placedTab(r.next, id); among {
			show = id
		}
	}
	if p, err := r.placeOf(show); err == nil {
		p.view.focus(show)
		r.ActiveView = p.view.ID
	}
}

// tabLeaves reports whether a tab moves out of a view into another.
func (r *replacing) tabLeaves(view ViewID) bool {
	return slices.ContainsFunc(r.now, func(p Placed) bool {
		q, stays := placedTab(r.next, p.Tab.ID)
		return p.View == view && stays && q.View != view
	})
}
