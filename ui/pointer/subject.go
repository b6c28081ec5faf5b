package pointer

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// openMenu opens the menu of the subject under the pointer on a press of the right button; false if
// the event does not open one. A child that asked for the mouse gets the button, unless Alt or Shift
// is held. Most terminals do not report events with Shift.
func openMenu(on Screen, e keys.Mouse) (opened bool, out []command.Result) {
	if e.Button != keys.ButtonRight || !on.Menus {
		return false, nil
	}
	if box, ok := on.Screen.PaneAt(e.X, e.Y); ok && on.Parts.Pane(box).WantsMouse && e.Mod&(keys.Alt|keys.Shift) == 0 {
		return false, nil
	}
	at := geometry.At(e.X, e.Y)
	s := subjectAt(on, at)
	if s.Kind == command.AboutPane && s.Pane != on.Pane {
		out = act(workspace.FocusPane{Session: s.Pane})
	}
	return true, append(out, ask(command.OpenMenuAt{About: s, At: at, Held: true})...)
}

// subjectAt returns the subject at a cell: a tab, a line of the sidebar, a pane (by its text, title
// or frame), the layout (by a line between panes), or else the workspace.
func subjectAt(on Screen, at geometry.Point) command.Subject {
	g := on.Screen
	switch {
	case g.TabBar.Contains(at.X, at.Y):
		if spot, ok := bars.TabAt(on.Parts.Tabs(), at.X); ok && !spot.Create && !spot.More {
			return command.Subject{Kind: command.AboutTab, Tab: spot.Tab}
		}
		return command.Subject{Kind: command.AboutTabs}
	case g.Sidebar.Contains(at.X, at.Y):
		return listedAt(on, at.Y)
	case on.Empty():
		return command.Subject{Kind: command.AboutTabs}
	}
	if id, ok := paneNear(on, at); ok {
		return command.Subject{Kind: command.AboutPane, Pane: id}
	}
	if _, ok := g.DividerAt(at.X, at.Y); ok || g.Titled && at.Y == g.Body.Y {
		return command.Subject{Kind: command.AboutLayout}
	}
	return command.Subject{Kind: command.AboutAll}
}

// listedAt returns the subject that the sidebar lists in a row of the screen.
func listedAt(on Screen, y int) command.Subject {
	if line, ok := on.Parts.Listed(y); ok && line.About != nil {
		return *line.About
	}
	return command.Subject{Kind: command.AboutAll}
}

// paneNear returns the pane whose text, title or frame contains a cell.
func paneNear(on Screen, at geometry.Point) (session.ID, bool) {
	if box, ok := on.Screen.PaneAt(at.X, at.Y); ok {
		return box.Session, true
	}
	if box, ok := on.Screen.FloatAt(at.X, at.Y); ok {
		return box.Session, true
	}
	box, ok := on.Screen.TitleAt(at.X, at.Y)
	return box.Session, ok && onTitle(on, box, at.X)
}

// onTitle reports whether the title of a pane covers a column of its title line.
func onTitle(on Screen, box geometry.Pane, x int) bool {
	return x > box.Title.X && x <= box.Title.X+grid.StringWidth(on.Parts.Pane(box).Title)
}
