package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"dormer/session"
)

// openLayout opens whole tabs. It validates everything before it changes anything.
func (d *draft) openLayout(a OpenLayout) error {
	if len(a.Tabs) == 0 {
		return errors.New("open: it has no tabs")
	}
	a.Tabs = slices.Clone(a.Tabs)
	for i := range a.Tabs {
		a.Tabs[i].Tab.frameFloats()
	}
	if err := d.fitLayout(a); err != nil {
		return fmt.Errorf("open: %w", err)
	}
	for _, r := range a.Records {
		if err := d.addRecord(r); err != nil {
			return err
		}
	}
	for _, p := range a.Tabs {
		d.place(p)
	}
	d.focusTabs(a.Focus)
	d.startTabs(a)
	return nil
}

// frameFloats sets the frame of floating panes without one, as opening them would.
func (t *Tab) frameFloats() {
	var framed Tab
	for _, f := range t.Floats {
		if f.Frame == (Frame{}) {
			f.Frame = framed.nextFrame()
		}
		framed.Floats = append(framed.Floats, f)
	}
	t.Floats = framed.Floats
}

// fitLayout returns an error if the tabs cannot be opened: each must be valid, and their panes
// must show each of the new sessions exactly once.
func (d *draft) fitLayout(a OpenLayout) error {
	c := checking{State: State{Sessions: map[session.ID]Record{}}, tabs: map[TabID]bool{}, placed: map[session.ID]bool{}}
	for _, r := range a.Records {
		c.Sessions[r.ID] = r
	}
	for _, p := range a.Tabs {
		if p.View == "" {
			return errors.New("a tab is for no view")
		}
		if err := d.freshTab(p.Tab.ID); err != nil {
			return err
		}
		c.tab(p.Tab)
	}
	c.require(len(c.Sessions) == len(a.Records) && len(c.placed) == len(a.Records), "%d sessions are for %d panes", len(a.Records), len(c.placed))
	return errors.Join(c.broken...)
}

// place inserts a tab into its view, and makes the view if it does not exist.
func (d *draft) place(p Placed) {
	v, err := d.view(p.View)
	if err != nil {
		d.Views = append(d.Views, View{ID: p.View, Name: cmp.Or(cleanTitle(p.ViewName), string(p.View))})
		v = &d.Views[len(d.Views)-1]
	}
	at := len(v.Tabs)
	if p.Index >= 0 {
		at = min(p.Index, at)
	}
	p.Tab.Name = cleanTitle(p.Tab.Name)
	v.Tabs = slices.Insert(v.Tabs, at, p.Tab)
	if v.ActiveTab == (TabID{}) {
		v.ActiveTab = p.Tab.ID
	}
}

// focusTabs makes each tab the active one of its view, and shows the last of them.
func (d *draft) focusTabs(ids []TabID) {
	for _, id := range ids {
		if p, err := d.placeOf(id); err == nil {
			p.view.focus(id)
			d.ActiveView = p.view.ID
		}
	}
}

// startTabs starts the processes of new tabs, each with the size of its pane.
func (d *draft) startTabs(a OpenLayout) {
	for _, p := range a.Tabs {
		laid := ArrangeTab(p.Tab, areaOf(a.Area))
		for _, id := range p.Tab.Panes() {
			pane, _ := laid.Pane(id)
			d.start(d.spec(id, pane.Rect.Size()), false)
		}
	}
}
