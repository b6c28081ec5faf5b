package pointer

import (
	"time"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// item is the thing that the left button drags by its title, label or frame: a pane or a tab to
// another place, or a floating pane that is moved or resized.
type itemDrag struct {
	kind     kind
	session  session.ID
	tab      workspace.TabID
	from, at geometry.Point
	// moved is set once the mouse has left the cell of the press.
	moved bool
	// frame is the original frame of a floating pane. left, right, top and bottom are the sides
	// that follow the mouse.
	frame                    workspace.Rect
	left, right, top, bottom bool
	began                    time.Time
}

// kind is the kind of the dragged thing.
type kind uint8

const (
	nothing kind = iota
	pane
	floatingPane
	tab
)

// beginDrag starts dragging the thing under the pointer; false if nothing there can be dragged.
func (s *State) beginDrag(on Screen, e keys.Mouse) (bool, []command.Result) {
	at := geometry.At(e.X, e.Y)
	c := itemDrag{from: at, at: at, began: on.Maker.Now(), tab: on.Tab.ID}
	title, titled := on.Screen.TitleAt(e.X, e.Y)
	if f, ok := on.Screen.FloatAt(e.X, e.Y); ok && !f.Content.Contains(e.X, e.Y) {
		c.kind, c.session, c.frame = floatingPane, f.Session, f.Frame
		last := geometry.At(f.Frame.X+f.Frame.W-1, f.Frame.Y+f.Frame.H-1)
		c.left, c.right, c.bottom = e.X == f.Frame.X, e.X == last.X, e.Y == last.Y
		c.top = e.Y == f.Frame.Y && (c.left || c.right)
	} else if titled && onTitle(on, title, e.X) {
		c.kind, c.session = pane, title.Session
	} else {
		return false, nil
	}
	s.item = c
	var out []command.Result
	if titled {
		if p := on.Parts.Pane(title); markAt(p.Title, e.X-title.Title.X-1, p.Mark) {
			out = ask(command.TellMark{Session: title.Session})
		}
	}
	out = append(out, act(workspace.FocusPane{Session: c.session})...)
	if titled && s.clicks.add(at, on.Maker.Now()) == 2 {
		s.item = itemDrag{}
		out = append(out, ask(command.RunNamed{Command: "pane.zoom"})...)
	}
	return true, out
}

// beginListedDrag starts carrying a tab or a pane by its line in the sidebar.
func (s *State) beginListedDrag(on Screen, about command.Subject, at geometry.Point) {
	c := itemDrag{from: at, at: at, began: on.Maker.Now()}
	switch about.Kind {
	case command.AboutTab:
		c.kind, c.tab = tab, about.Tab
	case command.AboutOther:
		_, t, _ := on.State.TabOf(about.Pane)
		c.kind, c.session, c.tab = pane, about.Pane, t.ID
	case command.AboutAll, command.AboutPane, command.AboutTabs, command.AboutView, command.AboutLayout, command.AboutClosed:
		return
	}
	s.item = c
}

// dragItem moves the dragged thing with the mouse, and drops it on release.
func (s *State) dragItem(on Screen, e keys.Mouse) (out []command.Result) {
	c := &s.item
	if at := geometry.At(e.X, e.Y); at != c.at {
		c.at, c.moved = at, true
	}
	if !c.exists(on) {
		s.item = itemDrag{}
		return nil
	}
	if c.kind == floatingPane && c.moved {
		out = act(c.place(on, c.frameNow(on)))
	}
	if e.Kind != keys.MouseRelease {
		return out
	}
	d, ok := s.Drop(on)
	s.item = itemDrag{}
	if ok {
		out = append(out, act(d.Action)...)
	}
	return out
}

// exists reports whether the dragged thing still exists.
func (c *itemDrag) exists(on Screen) bool {
	if c.kind == tab {
		return on.View.Index(c.tab) >= 0
	}
	return c.tab == on.Tab.ID && on.Tab.Has(c.session)
}

// place returns the action that puts a floating pane into a frame on the screen.
func (c *itemDrag) place(on Screen, frame workspace.Rect) workspace.Action {
	area := on.Screen.Area
	frame.X -= area.X
	frame.Y -= area.Y
	return workspace.PlaceFloat{Session: c.session, Rect: frame, Area: area.Size(), At: c.began}
}

// frameNow returns the frame of a dragged floating pane on the screen, within the area of its tab.
func (c *itemDrag) frameNow(on Screen) workspace.Rect {
	area := on.Screen.Area
	dx, dy := c.at.X-c.from.X, c.at.Y-c.from.Y
	r := c.frame
	if !c.left && !c.right && !c.top && !c.bottom {
		r.X, r.Y = max(r.X+dx, area.X), max(r.Y+dy, area.Y)
		return r
	}
	const leastW, leastH = 4, 3
	if c.left {
		by := min(max(dx, area.X-r.X), r.W-leastW)
		r.X, r.W = r.X+by, r.W-by
	}
	if c.right {
		r.W = min(max(r.W+dx, leastW), max(area.X+area.W-r.X, leastW))
	}
	if c.top {
		by := min(max(dy, area.Y-r.Y), r.H-leastH)
		r.Y, r.H = r.Y+by, r.H-by
	}
	if c.bottom {
		r.H = min(max(r.H+dy, leastH), max(area.Y+area.H-r.Y, leastH))
	}
	return r
}
