package workspace

import (
	"slices"

	"dormer/session"
)

// View returns the view with an id.
func (s State) View(id ViewID) (View, bool) {
	i := slices.IndexFunc(s.Views, func(v View) bool { return v.ID == id })
	if i < 0 {
		return View{}, false
	}
	return s.Views[i], true
}

// ShownView returns the view that is shown.
func (s State) ShownView() View {
	v, _ := s.View(s.ActiveView)
	return v
}

// ActiveTab returns the focused tab of the view that is shown; false where the
// view has no tab.
func (s State) ActiveTab() (Tab, bool) {
	_, t, ok := s.Tab(s.ShownView().ActiveTab)
	return t, ok
}

// Tab returns an open tab and the view it is in.
func (s State) Tab(id TabID) (ViewID, Tab, bool) {
	return s.tabWhere(func(t Tab) bool { return t.ID == id })
}

// TabOf returns the tab that a session's pane is in, and its view; false for a
// session that is in no layout, as a closed one.
func (s State) TabOf(id session.ID) (ViewID, Tab, bool) {
	return s.tabWhere(func(t Tab) bool { return t.Has(id) })
}

// TabTitle is the name to show for a tab: the user's, else that of its active
// pane.
func (s State) TabTitle(t Tab) string {
	if t.Name != "" {
		return t.Name
	}
	return s.Sessions[t.Active].DisplayTitle()
}

// OpenIDs lists the sessions of all panes: view by view, tab by tab, in layout order.
func (s State) OpenIDs() []session.ID {
	var ids []session.ID
	for _, v := range s.Views {
		for _, t := range v.Tabs {
			ids = append(ids, t.Panes()...)
		}
	}
	return ids
}

// SessionIDs lists all sessions of the workspace: [State.OpenIDs], then the closed
// ones, the oldest entry first.
func (s State) SessionIDs() []session.ID {
	ids := s.OpenIDs()
	for _, c := range s.Undo {
		ids = append(ids, c.Sessions...)
	}
	return ids
}

func (s State) tabWhere(match func(Tab) bool) (ViewID, Tab, bool) {
	for _, v := range s.Views {
		if i := slices.IndexFunc(v.Tabs, match); i >= 0 {
			return v.ID, v.Tabs[i], true
		}
	}
	return "", Tab{}, false
}

// Index is the place of a tab in the view, -1 where it is not there.
func (v View) Index(id TabID) int {
	return slices.IndexFunc(v.Tabs, func(t Tab) bool { return t.ID == id })
}
