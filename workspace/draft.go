package workspace

import (
	"fmt"
	"maps"
	"slices"

	"dormer/session"
)

// draft is a workspace while an action is applied to it. It is a copy whose views, tabs,
// records and undo stack may be changed in place. Layout trees and lists within tabs are shared
// with the original state, so they may only be replaced.
type draft struct {
	State
	before State
	// starts and notices are the effects that an action adds itself. All others are derived
	// from what changed.
	starts  []Effect
	notices []Effect
	// unsaved means that no part of the change belongs in the document.
	unsaved bool
	// reportedByChild means that a child reported the change about itself, such as its title.
	reportedByChild bool
	// neverStarted is a session whose process never started, so there is no process to end.
	neverStarted session.ID
}

func copyOf(s State) *draft {
	d := &draft{State: s, before: s}
	d.Views = slices.Clone(s.Views)
	for i := range d.Views {
		d.Views[i].Tabs = slices.Clone(s.Views[i].Tabs)
	}
	d.Undo = slices.Clone(s.Undo)
	d.Sessions = maps.Clone(s.Sessions)
	if d.Sessions == nil {
		d.Sessions = map[session.ID]Record{}
	}
	return d
}

func (d *draft) notify(n Notify) { d.notices = append(d.notices, n) }

func (d *draft) start(spec session.Spec, again bool) {
	d.starts = append(d.starts, Start{Spec: spec, Again: again})
}

// tabPlace is the place of a tab in a draft.
type tabPlace struct {
	view  *View
	index int
}

func (p tabPlace) tab() *Tab { return &p.view.Tabs[p.index] }

func (d *draft) view(id ViewID) (*View, error) {
	i := slices.IndexFunc(d.Views, func(v View) bool { return v.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("view %q: %w", id, ErrGone)
	}
	return &d.Views[i], nil
}

func (d *draft) placeWhere(match func(Tab) bool) (tabPlace, bool) {
	for i := range d.Views {
		if j := slices.IndexFunc(d.Views[i].Tabs, match); j >= 0 {
			return tabPlace{&d.Views[i], j}, true
		}
	}
	return tabPlace{}, false
}

func (d *draft) placeOf(id TabID) (tabPlace, error) {
	p, ok := d.placeWhere(func(t Tab) bool { return t.ID == id })
	if !ok {
		return p, fmt.Errorf("tab %s: %w", id, ErrGone)
	}
	return p, nil
}

// placeWith returns the place of the tab that holds a session's pane.
func (d *draft) placeWith(id session.ID) (tabPlace, error) {
	p, ok := d.placeWhere(func(t Tab) bool { return t.Has(id) })
	if !ok {
		return p, fmt.Errorf("pane %s: %w", id, ErrGone)
	}
	return p, nil
}

// freshTab returns an error if the id of a new tab is in use.
func (d *draft) freshTab(id TabID) error {
	if id == (TabID{}) {
		return fmt.Errorf("new tab: no id")
	}
	_, open := d.placeWhere(func(t Tab) bool { return t.ID == id })
	if open || d.closedTab(id) {
		return fmt.Errorf("new tab: id %s is in use", id)
	}
	return nil
}

// insertTab inserts a tab at an index of a view, or at the nearest valid index, and focuses it.
func (v *View) insertTab(index int, t Tab) {
	v.Tabs = slices.Insert(v.Tabs, min(max(index, 0), len(v.Tabs)), t)
	v.focus(t.ID)
}

// removeTab removes a tab from its view. The focus goes to the tab that last had it, or else to
// the tab that takes its place.
func (p tabPlace) removeTab() {
	v, id := p.view, p.tab().ID
	v.Tabs = slices.Delete(v.Tabs, p.index, p.index+1)
	v.Recent = dropped(v.Recent, id)
	if v.ActiveTab != id {
		return
	}
	v.ActiveTab = TabID{}
	if len(v.Tabs) == 0 {
		return
	}
	next := v.Tabs[min(p.index, len(v.Tabs)-1)].ID
	if n := len(v.Recent); n > 0 {
		next = v.Recent[n-1]
	}
	v.focus(next)
}

func (v *View) focus(id TabID) {
	v.Recent = followed(v.Recent, v.ActiveTab, id)
	v.ActiveTab = id
}

func (t *Tab) focus(id session.ID) {
	t.Recent = followed(t.Recent, t.Active, id)
	t.Active = id
	t.raise(id)
}

// focusOther moves the focus to a pane, and unzooms the tab if that is another pane.
func (t *Tab) focusOther(id session.ID) {
	if t.Active != id {
		t.Zoomed = false
	}
	t.focus(id)
}

// setRoot replaces the layout of a tab by one that still contains the active pane, and unzooms
// the tab.
func (t *Tab) setRoot(root *Node) {
	t.Root = root
	t.Zoomed = false
	t.Recent = filter(t.Recent, t.Has)
}

// followed returns a focus history after the focus moved from one item to another.
func followed[T comparable](recent []T, from, to T) []T {
	var none T
	if from == to {
		return recent
	}
	recent = filter(recent, func(id T) bool { return id != from && id != to })
	if from != none {
		recent = append(recent, from)
	}
	return recent
}

func dropped[T comparable](list []T, id T) []T {
	return filter(list, func(other T) bool { return other != id })
}

// filter returns a new list of the elements that pass, or nil if there are none.
func filter[T any](list []T, pass func(T) bool) []T {
	var out []T
	for _, e := range list {
		if pass(e) {
			out = append(out, e)
		}
	}
	return out
}
