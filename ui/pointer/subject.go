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

// openMenu opens the menu about what is under the pointer, where the right button does
// that; false where it does not. A child that asked for the mouse keeps the button, unless
// Alt or Shift says that dormer is meant: of the two, most terminals keep Shift to
// themselves.
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

// subjectAt is what is at a cell: a tab, what the sidebar lists, a pane by its text,
// its title or its frame, a line between panes; elsewhere the workspace.
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

// listedAt is what the sidebar lists in a row of the screen.
func listedAt(on Screen, y int) command.Subject {
	if line, ok := on.Parts.Listed(y); ok && line.About != nil {
		return *line.About
	}
	return command.Subject{Kind: command.AboutAll}
}

// paneNear is the pane that a cell belongs to: of its text, its title's words or its
// frame.
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

// onTitle reports whether a column of a pane's title line has its title, and not only the
// line.
func onTitle(on Screen, box geometry.Pane, x int) bool {
	return x > box.Title.X && x <= box.Title.X+grid.StringWidth(on.Parts.Pane(box).Title)
}
