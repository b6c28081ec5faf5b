package pointer

import (
	"time"

	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// dividerDrag is a line between panes that follows the mouse.
type dividerDrag struct {
	on      bool
	tab     workspace.TabID
	divider workspace.Divider
	// other is the divider that it crosses where it was taken, and follows too.
	other *workspace.Divider
	began time.Time
	from  geometry.Point
}

// dragDivider moves the grabbed divider to the mouse.
func (s *State) dragDivider(on Screen, e keys.Mouse) []command.Result {
	d, when := s.divider, s.divider.began // so that all of it is undone at once
	if d.tab != on.Tab.ID {
		s.divider = dividerDrag{}
		return nil
	}
	if e.Kind == keys.MouseRelease {
		s.divider, when = dividerDrag{}, on.Maker.Now()
	}
	return d.moveTo(on, geometry.At(e.X, e.Y), when)
}

// moveTo moves a divider, and the one that it crosses, to a cell.
func (d dividerDrag) moveTo(on Screen, to geometry.Point, when time.Time) []command.Result {
	out := act(moveBorder(on, d.divider, to, when))
	if d.other != nil {
		out = append(out, act(moveBorder(on, *d.other, to, when))...)
	}
	return out
}

func moveBorder(on Screen, d workspace.Divider, to geometry.Point, when time.Time) workspace.Action {
	area := on.Screen.Area
	at := to.X - area.X
	if d.Axis == workspace.Column {
		at = to.Y - area.Y
	}
	return workspace.MoveBorder{Tab: on.Tab.ID, Path: d.Path, Index: d.Index, Position: at, Area: area.Size(), At: when}
}

// edgeDrag is the edge of the sidebar that follows the mouse; cols is the width that was
// chosen when it was taken.
type edgeDrag struct {
	on   bool
	cols int
}

// sidebar takes an event over the sidebar or its edge, and reports false for one that is
// not.
func (s *State) sidebar(on Screen, e keys.Mouse) (bool, []command.Result) {
	switch {
	case s.edge.on:
		return true, s.dragEdge(e)
	case on.Screen.Edge().Contains(e.X, e.Y) && e.Kind == keys.MousePress && e.Button == keys.ButtonLeft:
		s.edge = edgeDrag{on: true, cols: on.SidebarCols}
		return true, nil
	case on.Screen.Sidebar.Contains(e.X, e.Y):
		return true, s.inSidebar(on, e)
	}
	return false, nil
}

// dragEdge gives the sidebar the width that the mouse shows.
func (s *State) dragEdge(e keys.Mouse) []command.Result {
	out := ask(command.SizeSidebar{Cols: e.X + 1})
	if e.Kind == keys.MouseRelease {
		s.edge = edgeDrag{}
		out = append(out, ask(command.KeepSidebar{Cols: e.X + 1})...)
	}
	return out
}

// inSidebar goes to what is clicked and takes hold of it, closes what the middle button
// is pressed on, and scrolls with the wheel. The first line opens the overview.
func (s *State) inSidebar(on Screen, e keys.Mouse) []command.Result {
	switch {
	case e.Button == keys.WheelUp:
		return ask(command.ScrollSidebar{Lines: -keys.WheelLines})
	case e.Button == keys.WheelDown:
		return ask(command.ScrollSidebar{Lines: keys.WheelLines})
	case e.Kind != keys.MousePress || e.Button.Wheel() || e.Button > keys.ButtonRight:
		return nil
	case e.Button == keys.ButtonRight:
		_, out := openMenu(on, e)
		return out
	case e.Y == on.Screen.Sidebar.Y:
		return ask(command.RunNamed{Command: "overview"})
	}
	line, ok := on.Parts.Listed(e.Y)
	switch {
	case !ok || e.Button == keys.ButtonMiddle && line.About == nil:
		return nil
	case e.Button == keys.ButtonMiddle:
		return ask(command.Close{About: *line.About})
	case line.About != nil && e.Button == keys.ButtonLeft:
		s.takeListed(on, *line.About, geometry.At(e.X, e.Y))
	}
	return []command.Result{line.Choose}
}
