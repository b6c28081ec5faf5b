package pointer

import (
	"time"

	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// dividerDrag is the drag of a line between panes.
type dividerDrag struct {
	on      bool
	tab     workspace.TabID
	divider workspace.Divider
	// other is the divider that crosses it at the cell of the press and is dragged too, nil for
	// none.
	other *workspace.Divider
	began time.Time
	from  geometry.Point
}

// dragDivider moves the dragged divider to the mouse.
func (s *State) dragDivider(on Screen, e keys.Mouse) []command.Result {
	d, when := s.divider, s.divider.began // one time, so that undo takes back the whole drag
	if d.tab != on.Tab.ID {
		s.divider = dividerDrag{}
		return nil
	}
	if e.Kind == keys.MouseRelease {
		s.divider, when = dividerDrag{}, on.Maker.Now()
	}
	return d.moveTo(on, geometry.At(e.X, e.Y), when)
}

// moveTo moves the divider, and the one that crosses it, to a cell.
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

// edgeDrag is the drag of the sidebar's edge; cols is the width before it.
type edgeDrag struct {
	on   bool
	cols int
}

// sidebar handles an event over the sidebar or its edge; it returns false for other events.
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

// dragEdge sets the width of the sidebar to the position of the mouse.
func (s *State) dragEdge(e keys.Mouse) []command.Result {
	out := ask(command.SizeSidebar{Cols: e.X + 1})
	if e.Kind == keys.MouseRelease {
		s.edge = edgeDrag{}
		out = append(out, ask(command.KeepSidebar{Cols: e.X + 1})...)
	}
	return out
}

// inSidebar handles an event in the sidebar: the left button goes to a line and starts carrying
// it, the middle button closes it, the right button opens its menu, and the wheel scrolls. A click
// on the heading opens the overview.
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
		s.beginListedDrag(on, *line.About, geometry.At(e.X, e.Y))
	}
	return []command.Result{line.Choose}
}
