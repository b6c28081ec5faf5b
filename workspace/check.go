package workspace

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"dormer/session"
)

// Check verifies all invariants of a workspace. Its error names every broken invariant. If a
// state passes, every state that [Apply] makes from it passes too.
func Check(s State) error {
	c := checking{State: s, tabs: map[TabID]bool{}, placed: map[session.ID]bool{}}
	c.views()
	c.undo()
	c.records()
	return errors.Join(c.broken...)
}

type checking struct {
	State
	// tabs are the ids of the open and closed tabs seen so far.
	tabs map[TabID]bool
	// placed are the sessions seen so far in layouts and on the undo stack.
	placed map[session.ID]bool
	broken []error
}

// require records a broken invariant unless holds is true.
func (c *checking) require(holds bool, format string, args ...any) {
	if !holds {
		c.broken = append(c.broken, fmt.Errorf(format, args...))
	}
}

func (c *checking) views() {
	seen := map[ViewID]bool{}
	for _, v := range c.Views {
		c.require(v.ID != "", "a view has no id")
		c.require(!seen[v.ID], "view %q is there twice", v.ID)
		seen[v.ID] = true
		c.view(v)
	}
	c.require(seen[MainView], "there is no main view")
	c.require(seen[c.ActiveView], "the active view %q is not there", c.ActiveView)
}

func (c *checking) view(v View) {
	ids := make([]TabID, 0, len(v.Tabs))
	for _, t := range v.Tabs {
		ids = append(ids, t.ID)
		c.tab(t)
	}
	if len(ids) == 0 {
		c.require(v.ActiveTab == TabID{}, "view %q without tabs has an active one", v.ID)
	} else {
		c.require(slices.Contains(ids, v.ActiveTab), "the active tab of view %q is not in it", v.ID)
	}
	c.require(history(v.Recent, ids, v.ActiveTab), "the focus history of view %q names other tabs", v.ID)
}

// tab checks a tab: an open one, or a closed one of the undo stack.
func (c *checking) tab(t Tab) {
	c.require(t.ID != TabID{}, "a tab has no id")
	c.require(!c.tabs[t.ID], "tab %s is there twice", t.ID)
	c.tabs[t.ID] = true
	if err := checkLayout(t.Root); err != nil {
		c.require(false, "tab %s: %w", t.ID, err)
		return
	}
	ids := t.Panes()
	c.place(ids)
	c.require(slices.Contains(ids, t.Active), "the active pane of tab %s is not in it", t.ID)
	c.require(history(t.Recent, ids, t.Active), "the focus history of tab %s names other panes", t.ID)
	c.require(!t.Zoomed || len(ids) > 1, "tab %s is zoomed with one pane", t.ID)
	for _, f := range t.Floats {
		c.require(f.Frame.valid(), "a floating pane of tab %s is out of its area: %+v", t.ID, f.Frame)
		c.require(!f.Hidden || f.Session != t.Active, "the active pane of tab %s is hidden", t.ID)
	}
	for _, id := range t.Synced {
		c.require(slices.Contains(ids, id), "tab %s types into a pane that is not in it", t.ID)
	}
	c.require(distinct(t.Synced), "tab %s types into a pane twice", t.ID)
	if err := checkSaved(t.Saved); err != nil {
		c.require(false, "tab %s: %w", t.ID, err)
	}
	c.require(t.Preset <= Tiled, "tab %s has the unknown preset %d", t.ID, t.Preset)
}

func (c *checking) place(ids []session.ID) {
	for _, id := range ids {
		c.require(!c.placed[id], "session %s is in two places", id)
		c.placed[id] = true
		_, known := c.Sessions[id]
		c.require(known, "session %s has no record", id)
	}
}

// history reports whether a focus history holds distinct members of a list other than the
// active one.
func history[T comparable](recent, list []T, active T) bool {
	return len(recent) == 0 || slices.Equal(recent, repairedHistory(recent, list, active))
}

// checkLayout verifies the invariants of a single layout.
func checkLayout(n *Node) error {
	if deep := depth(n); deep > maxDepth {
		return fmt.Errorf("splits nest %d deep, more than %d", deep, maxDepth)
	}
	return checkNode(n)
}

func checkNode(n *Node) error {
	switch {
	case n == nil:
		return errors.New("a layout has an empty node")
	case n.Pane():
		if n.Session == (session.ID{}) {
			return errors.New("a pane has no session")
		}
		return nil
	case n.Session != session.ID{}:
		return errors.New("a split has a session")
	case n.Axis > Column:
		return fmt.Errorf("a split has the unknown axis %d", n.Axis)
	case len(n.Children) < 2:
		return errors.New("a split has one child")
	}
	for _, c := range n.Children {
		if c.Weight < 1 || c.Weight > MaxWeight {
			return fmt.Errorf("a child has the weight %d", c.Weight)
		}
		if err := checkNode(c.Node); err != nil {
			return err
		}
		if !c.Node.Pane() && c.Node.Axis == n.Axis {
			return errors.New("a split is within a split of the same axis")
		}
	}
	return nil
}

func (c *checking) undo() {
	c.require(len(c.Past) <= historyLimit && len(c.Future) <= historyLimit, "%d changes can be undone and %d made again", len(c.Past), len(c.Future))
	c.require(len(c.Undo) <= maxUndo, "the undo stack has %d entries", len(c.Undo))
	for i, e := range c.Undo {
		c.require(!e.ExpiresAt.IsZero(), "undo entry %d has no end", i)
		c.require(e.TabIndex >= 0, "undo entry %d has position %d", i, e.TabIndex)
		if e.Pane == nil {
			c.tab(e.Tab)
			c.require(slices.Equal(e.Sessions, e.Tab.Panes()), "undo entry %d keeps other sessions than its tab's", i)
			continue
		}
		c.require(e.Tab.ID != TabID{}, "undo entry %d has no tab", i)
		c.place(e.Sessions)
		c.require(slices.Equal(e.Sessions, []session.ID{e.Pane.Session}), "undo entry %d keeps other sessions than its pane's", i)
		if err := e.Pane.check(); err != nil {
			c.require(false, "undo entry %d: %w", i, err)
		}
	}
}

func (p ClosedPane) check() error {
	if err := p.checkLayouts(); err != nil {
		return err
	}
	if p.Float != nil && (p.Float.Session != p.Session || !p.Float.Frame.valid()) {
		return errors.New("the floating pane is another, or out of its area")
	}
	if p.Side > Down {
		return fmt.Errorf("unknown side %d", p.Side)
	}
	if !p.portion().valid() {
		return fmt.Errorf("weight %d of %d", p.Weight, p.Total)
	}
	return nil
}

// checkLayouts verifies the layouts that are remembered with a closed pane; both may be
// missing. They may name sessions that no longer exist: Before is restored only while the tab's
// layout is still After.
func (p ClosedPane) checkLayouts() error {
	if p.Before == nil && p.After == nil {
		return nil
	}
	if err := checkLayout(p.Before); err != nil {
		return fmt.Errorf("before: %w", err)
	}
	if err := checkLayout(p.After); err != nil {
		return fmt.Errorf("after: %w", err)
	}
	before := Leaves(p.Before)
	if !distinct(before) {
		return errors.New("the layout before holds a session twice")
	}
	if !slices.Contains(before, p.Session) || !slices.Equal(dropped(before, p.Session), Leaves(p.After)) {
		return errors.New("the layouts before and after differ by more than the pane")
	}
	return nil
}

func distinct[T comparable](list []T) bool {
	seen := make(map[T]bool, len(list))
	for _, e := range list {
		if seen[e] {
			return false
		}
		seen[e] = true
	}
	return true
}

func (c *checking) records() {
	places := c.places()
	for id, r := range c.Sessions {
		c.require(r.ID == id && id != session.ID{}, "the record under %s has id %s", id, r.ID)
		c.require(c.placed[id] || r.Disposition != session.DispositionActive, "session %s is in no layout and cannot be brought back", id)
		if now, ok := places[id]; ok {
			c.require(r.Residency.Place == now.Place, "session %s is %s and its record says %s", id, now.Place, r.Residency.Place)
			c.require(r.Residency.Place != now.Place || sameResidency(r.Residency, now), "session %s can be brought back until %s and its record says %s",
				id, now.ExpiresAt.Format(time.RFC3339Nano), r.Residency.ExpiresAt.Format(time.RFC3339Nano))
		}
		c.require(r.wellFormed(), "the record of session %s has a word that is not known", id)
	}
}

// sameResidency reports whether two residencies are equal. Equal times may have different
// representations.
func sameResidency(a, b session.Residency) bool {
	return a.Place == b.Place && a.ExpiresAt.Equal(b.ExpiresAt)
}

func (r Record) wellFormed() bool {
	return slices.Contains([]session.SourceKind{session.Worktree, session.Floating}, r.Source.Kind) &&
		slices.Contains([]session.Provider{session.Direct, session.Hosted}, r.Provider) &&
		slices.Contains([]session.Lifetime{session.Persistent, session.Temporary}, r.Lifetime) &&
		slices.Contains([]session.Disposition{session.DispositionActive, session.Suspended, session.Archived, session.Broken}, r.Disposition)
}
