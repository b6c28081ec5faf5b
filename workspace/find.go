package workspace

import (
	"slices"

	"dormer/session"
)

// View returns the view with the given id, or false if there is none.
func (s State) View(id ViewID) (View, bool) {
	i := slices.IndexFunc(s.Views, func(v View) bool { return v.ID == id })
	if i < 0 {
		return View{}, false
	}
	return s.Views[i], true
}

// ShownView returns the view on the screen.
func (s State) ShownView() View {
	v, _ := s.View(s.ActiveView)
	return v
}

// ActiveTab returns the active tab of the view on the screen, or false if the view has no tabs.
func (s State) ActiveTab() (Tab, bool) {
	_, t, ok := s.Tab(s.ShownView().ActiveTab)
	return t, ok
}

// Tab returns an open tab and its view, or false if no tab with the id is open.
func (s State) Tab(id TabID) (ViewID, Tab, bool) {
	return s.tabWhere(func(t Tab) bool { return t.ID == id })
}

// TabOf returns the tab with a session's pane, and the tab's view, or false for a session
// without a pane, for example a closed one.
func (s State) TabOf(id session.ID) (ViewID, Tab, bool) {
	return s.tabWhere(func(t Tab) bool { return t.Has(id) })
}

// TabTitle returns the displayed title of a tab: its name, or else the title of its active
// pane.
func (s State) TabTitle(t Tab) string {
	if t.Name != "" {
		return t.Name
	}
	return s.Sessions[t.Active].DisplayTitle()
}

// OpenIDs returns the sessions of all panes: view by view, tab by tab, in layout order.
func (s State) OpenIDs() []session.ID {
	ids := make([]session.ID, 0, len(s.Sessions))
	for _, v := range s.Views {
		for _, t := range v.Tabs {
			ids = t.appendPanes(ids)
		}
	}
	return ids
}

// SessionIDs returns all sessions with a place: those of [State.OpenIDs], then the closed ones,
// the oldest entry first.
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

// Index returns the position of a tab in the view, or -1 if it is not in the view.
func (v View) Index(id TabID) int {
	return slices.IndexFunc(v.Tabs, func(t Tab) bool { return t.ID == id })
}
