package workspace

import (
	"maps"
	"math"
	"slices"

	"dormer/session"
)

// Prune returns the workspace with only the records that keep accepts. The result passes
// [Check] for every s. Prune repairs the damage from dropped records or an old document in this
// order:
//
//   - Layouts lose panes without a record. A split with one child collapses, and a tab
//     without panes is removed.
//   - The active tab falls back to the last tab, the active pane to the first.
//   - Panes of sessions that are archived or cannot continue are removed.
//   - The main view is created if it is missing.
//   - Entries of the undo stack without sessions are dropped.
//
// A valid state that loses no record is returned unchanged. s is not modified.
func Prune(s State, keep func(Record) bool) State {
	p := pruning{State: s, before: s.Sessions, tabs: map[TabID]bool{}, placed: map[session.ID]bool{}}
	p.records(keep)
	p.views()
	p.closed()
	p.residency()
	return p.State
}

type pruning struct {
	State
	before map[session.ID]Record
	// tabs and placed are the tabs and sessions seen so far. Duplicates are dropped.
	tabs   map[TabID]bool
	placed map[session.ID]bool
}

func (p *pruning) records(keep func(Record) bool) {
	records := maps.Clone(p.Sessions)
	if records == nil {
		records = map[session.ID]Record{}
	}
	maps.DeleteFunc(records, func(id session.ID, r Record) bool {
		return id == session.ID{} || r.ID != id || !keep(r)
	})
	for id, r := range records {
		records[id] = repairedRecord(r)
	}
	p.Sessions = records
}

// repairedRecord replaces unknown words in a record by defaults that lose nothing.
func repairedRecord(r Record) Record {
	if r.Source.Kind != session.Worktree {
		r.Source.Kind = session.Floating
	}
	if r.Provider != session.Hosted {
		r.Provider = session.Direct
	}
	if r.Lifetime != session.Temporary {
		r.Lifetime = session.Persistent
	}
	if !r.Restart.Valid() {
		r.Restart = session.RestartDefault
	}
	if !r.wellFormed() {
		r.Disposition = session.DispositionActive
	}
	return r
}

func (p *pruning) views() {
	var views []View
	seen := map[ViewID]bool{"": true}
	for _, v := range p.Views {
		if !seen[v.ID] {
			views = append(views, p.view(v))
		}
		seen[v.ID] = true
	}
	if !seen[MainView] {
		views = slices.Insert(views, 0, View{ID: MainView, Name: string(MainView)})
	}
	if p.ActiveView == "" || !seen[p.ActiveView] {
		p.ActiveView = MainView
	}
	p.Views = views
}

func (p *pruning) view(v View) View {
	var tabs []Tab
	var ids []TabID
	for _, t := range v.Tabs {
		if t, ok := p.tab(t, p.claimPane); ok {
			tabs = append(tabs, t)
			ids = append(ids, t.ID)
		}
	}
	v.Tabs = tabs
	switch {
	case len(ids) == 0:
		v.ActiveTab = TabID{}
	case !slices.Contains(ids, v.ActiveTab):
		v.ActiveTab = ids[len(ids)-1]
	}
	v.Recent = repairedHistory(v.Recent, ids, v.ActiveTab)
	return v
}

// tab returns a tab with the panes that may stay, or false if none may.
func (p *pruning) tab(t Tab, claim func(session.ID) bool) (Tab, bool) {
	t.Root = repairedLayout(t.Root, claim)
	t.Floats = repairedFloats(t.Floats, claim)
	t.tileOne()
	if t.Root == nil || t.ID == (TabID{}) || p.tabs[t.ID] {
		for _, id := range t.Panes() {
			delete(p.placed, id)
		}
		return t, false
	}
	p.tabs[t.ID] = true
	ids := t.Panes()
	if !slices.Contains(ids, t.Active) {
		t.Active, t.Zoomed = ids[0], false
	}
	if f, _ := t.Float(t.Active); f.Hidden {
		t.raise(t.Active)
	}
	t.Synced = repairedHistory(t.Synced, ids, session.ID{})
	t.Saved = p.saved(t.Saved)
	t.Zoomed = t.Zoomed && len(ids) > 1
	t.Recent = repairedHistory(t.Recent, ids, t.Active)
	if t.Preset > Tiled {
		t.Preset = NoPreset
	}
	return t, true
}

// claim reports whether a session may have the place at which it was found, and if so takes the
// place.
func (p *pruning) claim(id session.ID) bool {
	if _, known := p.Sessions[id]; !known || p.placed[id] {
		return false
	}
	p.placed[id] = true
	return true
}

// claimPane claims a place in an open tab, where archived sessions and sessions that cannot
// continue have no pane.
func (p *pruning) claimPane(id session.ID) bool {
	return !p.Sessions[id].Disposition.Terminal() && p.claim(id)
}

// repairedHistory returns the elements of a focus history that are in list and not active, each
// once.
func repairedHistory[T comparable](recent, list []T, active T) []T {
	may := make(map[T]bool, len(list))
	for _, id := range list {
		may[id] = id != active
	}
	return filter(recent, func(id T) bool {
		first := may[id]
		may[id] = false
		return first
	})
}

// repairedLayout returns a layout with only the panes that pass, or nil if none passes. pass is
// called once for each pane, in layout order. A valid layout is returned unchanged.
func repairedLayout(root *Node, pass func(session.ID) bool) *Node {
	drop := map[*Node]bool{}
	all := true
	var visit func(n *Node)
	visit = func(n *Node) {
		if n == nil {
			return
		}
		if n.Pane() {
			drop[n] = n.Session == session.ID{} || drop[n] || !pass(n.Session)
			all = all && !drop[n]
			return
		}
		for _, c := range n.Children {
			visit(c.Node)
		}
	}
	visit(root)
	if all && checkLayout(root) == nil {
		return root
	}
	sound := repairedNode(root, drop)
	if sound == nil {
		return nil
	}
	return changed(sound, session.Size{}, func(n *Node, _ Rect) *Node { return without(n, isNil) })
}

// isNil reports whether a pane is to be dropped. Such a pane keeps its place, with the zero
// session, until the cells of the layout are known.
func isNil(id session.ID) bool { return id == session.ID{} }

// repairedFloats returns the floating panes that pass, each moved inside its area.
func repairedFloats(floats []Float, pass func(session.ID) bool) []Float {
	out := filter(floats, func(f Float) bool { return f.Session != session.ID{} && pass(f.Session) })
	for i := range out {
		out[i].Frame = out[i].Frame.clamped()
	}
	return out
}

// repairedNode returns a layout with valid axes and weights. Panes to be dropped get the zero
// session.
func repairedNode(n *Node, drop map[*Node]bool) *Node {
	if n == nil {
		return nil
	}
	if n.Pane() {
		if drop[n] {
			return &Node{}
		}
		return Leaf(n.Session)
	}
	out := &Node{Axis: min(n.Axis, Column)}
	for _, c := range n.Children {
		if sub := repairedNode(c.Node, drop); sub != nil {
			out.Children = append(out.Children, Child{Weight: min(max(c.Weight, 1), MaxWeight), Node: sub})
		}
	}
	if len(out.Children) == 0 {
		return nil
	}
	return out
}

func (p *pruning) closed() {
	var undo []Closed
	// If there are too many entries, the newest stay.
	for _, c := range p.Undo[max(len(p.Undo)-maxUndo, 0):] {
		if c, ok := p.entry(c); ok {
			undo = append(undo, c)
		}
	}
	p.Undo = undo
}

func (p *pruning) entry(c Closed) (Closed, bool) {
	c.TabIndex = min(max(c.TabIndex, 0), math.MaxInt32)
	if c.ExpiresAt.IsZero() {
		c.ExpiresAt = c.ClosedAt.Add(UndoTime)
	}
	if c.Pane == nil {
		t, ok := p.tab(c.Tab, p.claim)
		c.Tab, c.Sessions = t, t.Panes()
		return c, ok
	}
	if c.Tab.ID == (TabID{}) || !p.claim(c.Pane.Session) {
		return c, false
	}
	pane := p.pane(*c.Pane)
	c.Pane, c.Sessions = &pane, []session.ID{pane.Session}
	return c, true
}

// pane prunes the layouts remembered with a closed pane just as the tab's layout was pruned, so
// that the pane still returns to its place. If they are not valid, the pane will return beside
// another.
func (p *pruning) pane(c ClosedPane) ClosedPane {
	c.Before, c.After = repairedLayout(c.Before, p.stays), repairedLayout(c.After, p.stays)
	if c.checkLayouts() != nil {
		c.Before, c.After = nil, nil
	}
	if c.Float != nil {
		c.Float = &Float{Session: c.Session, Frame: c.Float.Frame.clamped()}
	}
	if c.Side > Down {
		c.Side = Right
	}
	if !c.portion().valid() {
		c.Weight, c.Total = half.part, half.whole
	}
	return c
}

// stays reports whether a saved layout may still name a session. It may not if Prune dropped
// the session's record.
func (p *pruning) stays(id session.ID) bool {
	_, was := p.before[id]
	_, is := p.Sessions[id]
	return is || !was
}

// residency updates the residency in each record, and drops the records of active sessions
// without a place.
func (p *pruning) residency() {
	places := p.places()
	for id, r := range p.Sessions {
		now, ok := places[id]
		switch {
		case !ok:
			delete(p.Sessions, id)
		case !sameResidency(r.Residency, now):
			r.Residency = now
			p.Sessions[id] = r
		}
	}
}
