package pointer

import (
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/workspace"
)

// Drop is the effect of dropping a carried thing: its target rectangle, a description, and the
// action.
type Drop struct {
	Rect   workspace.Rect
	Says   string
	Action workspace.Action
}

// Drop returns the effect of releasing the button now; false if there is none.
func (s *State) Drop(on Screen) (Drop, bool) {
	c := &s.item
	inBar := on.Screen.TabBar.Contains(c.at.X, c.at.Y)
	switch {
	case !c.moved:
	case c.kind != floatingPane && on.Screen.Sidebar.Contains(c.at.X, c.at.Y):
		return c.onSidebar(on)
	case c.kind == tab && inBar:
		return c.onOtherTab(on)
	case c.kind == pane && inBar:
		return c.onTabBar(on)
	case c.kind == pane:
		return c.onPane(on)
	}
	return Drop{}, false
}

// onSidebar drops on a line of the sidebar: a tab goes into the view or to the place of the tab
// there, a pane goes into the tab there.
func (c *itemDrag) onSidebar(on Screen) (Drop, bool) {
	side := on.Screen.Sidebar
	d := Drop{Rect: workspace.Rect{X: side.X, Y: c.at.Y, W: side.W, H: 1}}
	s := listedAt(on, c.at.Y)
	to, beside := s.Tab, s.Pane
	if s.Kind == command.AboutOther {
		_, t, _ := on.State.TabOf(s.Pane)
		to = t.ID
	}
	view, t, found := on.State.Tab(to)
	switch {
	case s.Kind == command.AboutView && c.kind == tab && s.View != on.State.ActiveView:
		v, _ := on.State.View(s.View)
		d.Says, d.Action = "into "+v.Name, workspace.MoveTabToView{Tab: c.tab, View: v.ID, Index: -1}
	case !found || s.Kind != command.AboutTab && s.Kind != command.AboutOther:
	case c.kind == tab:
		d.Says, d.Action = "here", c.toTabPlace(on, view, t)
	case t.ID == c.tab:
	case c.kind == pane:
		if s.Kind == command.AboutTab {
			beside = t.Active
		}
		d.Says = "into it"
		d.Action = workspace.MovePane{Session: c.session, At: beside, Side: workspace.Right, Area: on.SplitSize()}
	}
	return d, d.Action != nil
}

// toTabPlace moves the carried tab to the place of another; nil if that is the tab itself.
func (c *itemDrag) toTabPlace(on Screen, view workspace.ViewID, t workspace.Tab) workspace.Action {
	v, _ := on.State.View(view)
	index := v.Index(t.ID)
	switch {
	case t.ID == c.tab:
		return nil
	case view != on.State.ActiveView:
		return workspace.MoveTabToView{Tab: c.tab, View: view, Index: index}
	}
	return workspace.MoveTab{Tab: c.tab, Index: index}
}

// onOtherTab drops a tab at the place of the tab under the pointer.
func (c *itemDrag) onOtherTab(on Screen) (Drop, bool) {
	spot, ok := bars.TabAt(on.Parts.Tabs(), c.at.X)
	if !ok || spot.Create || spot.More || spot.Tab == c.tab {
		return Drop{}, false
	}
	return Drop{Rect: rectOf(on, spot), Says: "here", Action: workspace.MoveTab{Tab: c.tab, Index: on.View.Index(spot.Tab)}}, true
}

// onTabBar drops a pane into the tab under the pointer, or elsewhere on the bar into a new tab.
func (c *itemDrag) onTabBar(on Screen) (Drop, bool) {
	spots := on.Parts.Tabs()
	spot, ok := bars.TabAt(spots, c.at.X)
	if !ok || spot.Create {
		bar := on.Screen.TabBar
		if len(spots) > 0 {
			bar.X = min(spots[len(spots)-1].X, bar.W-1)
			bar.W -= bar.X
		}
		return Drop{Rect: bar, Says: "a tab of its own", Action: workspace.BreakPane{Session: c.session, Tab: on.Maker.NewTab(), Area: on.SplitSize()}}, true
	}
	_, t, found := on.State.Tab(spot.Tab)
	if !found || t.ID == c.tab {
		return Drop{}, false
	}
	return Drop{
		Rect: rectOf(on, spot), Says: "into it",
		Action: workspace.MovePane{Session: c.session, At: t.Active, Side: workspace.Right, Area: on.SplitSize()},
	}, true
}

func rectOf(on Screen, spot bars.TabSpot) workspace.Rect {
	return workspace.Rect{X: spot.X, Y: on.Screen.TabBar.Y, W: spot.End - spot.X, H: 1}
}

// onPane drops a pane on another: in the middle it swaps them, elsewhere it goes to the nearest
// side of the other.
func (c *itemDrag) onPane(on Screen) (Drop, bool) {
	box, ok := on.Screen.PaneAt(c.at.X, c.at.Y)
	if !ok {
		box, ok = on.Screen.TitleAt(c.at.X, c.at.Y)
	}
	if !ok || box.Session == c.session || box.Content.Empty() {
		return Drop{}, false
	}
	side, middle := sideOf(box.Content, c.at)
	if middle || box.Floats() {
		return Drop{Rect: box.Content, Says: "swap", Action: workspace.SwapPanes{A: c.session, B: box.Session}}, true
	}
	return Drop{
		Rect: halfOf(box.Content, side), Says: "here",
		Action: workspace.MovePane{Session: c.session, At: box.Session, Side: side, Area: on.Screen.Area.Size()},
	}, true
}

// sideOf returns the side of a rectangle that is nearest to a point, relative to its width and
// height. middle is set if the point is in the middle third of both.
func sideOf(r workspace.Rect, p geometry.Point) (side workspace.Direction, middle bool) {
	const unit = 1000
	x := (2*(p.X-r.X) + 1) * unit / (2 * r.W)
	y := (2*(p.Y-r.Y) + 1) * unit / (2 * r.H)
	best := x
	side = workspace.Left
	for s, d := range []int{workspace.Left: x, workspace.Right: unit - x, workspace.Up: y, workspace.Down: unit - y} {
		if d < best {
			best, side = d, workspace.Direction(s)
		}
	}
	return side, best > unit/3
}

// halfOf returns the half of a rectangle on one of its sides.
func halfOf(r workspace.Rect, side workspace.Direction) workspace.Rect {
	half := r
	switch side {
	case workspace.Left, workspace.Right:
		half.W = max(r.W/2, 1)
	case workspace.Up, workspace.Down:
		half.H = max(r.H/2, 1)
	}
	if side == workspace.Right {
		half.X = r.X + r.W - half.W
	}
	if side == workspace.Down {
		half.Y = r.Y + r.H - half.H
	}
	return half
}
