package ui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/paint"
	"dormer/ui/theme"
	"dormer/workspace"
)

// carry is what the left button has hold of by its title, its label or its frame
// until it is let go: a pane on its way to another place, a tab, or a floating pane
// that moves or changes its size with the mouse.
type carry struct {
	kind     carried
	session  session.ID
	tab      workspace.TabID
	from, at geometry.Point
	// moved says that it left the cell where it was taken.
	moved bool
	// frame is where a floating pane was, and left, right, top and bottom which of
	// its sides go with the mouse.
	frame                    workspace.Rect
	left, right, top, bottom bool
	began                    time.Time
}

type carried uint8

const (
	nothing carried = iota
	carriedPane
	carriedFloat
	carriedTab
)

func (c carry) on() bool { return c.kind != nothing }

// drop is what happens where a carried thing is let go, in words and as an action,
// and the part of the screen that it concerns.
type drop struct {
	rect   workspace.Rect
	says   string
	action workspace.Action
}

// take takes hold of what is under the pointer; false where nothing can be carried
// there.
func (m *Model) take(e input.Mouse) (bool, tea.Cmd) {
	at := geometry.At(e.X, e.Y)
	c := carry{from: at, at: at, began: m.now(), tab: m.activeTab().ID}
	if f, ok := m.geo.FloatAt(e.X, e.Y); ok && !f.Content.Contains(e.X, e.Y) {
		c.kind, c.session, c.frame = carriedFloat, f.Session, f.Frame
		last := geometry.At(f.Frame.X+f.Frame.W-1, f.Frame.Y+f.Frame.H-1)
		c.left, c.right, c.bottom = e.X == f.Frame.X, e.X == last.X, e.Y == last.Y
		c.top = e.Y == f.Frame.Y && (c.left || c.right)
	} else if box, ok := m.geo.TitleAt(e.X, e.Y); ok && m.onLabel(box, e.X) {
		c.kind, c.session = carriedPane, box.Session
	} else {
		return false, nil
	}
	m.carry = c
	m.sayMarkAt(at)
	cmd := m.apply(workspace.FocusPane{Session: c.session})
	if m.geo.TitledAt(e.X, e.Y) && m.clicked(at) == 2 {
		m.carry = carry{}
		return true, tea.Batch(cmd, m.runNamed("pane.zoom"))
	}
	return true, cmd
}

// sayMarkAt says what the mark stands for that a title has at a cell, if it has one.
func (m *Model) sayMarkAt(at geometry.Point) {
	if box, ok := m.geo.TitleAt(at.X, at.Y); ok {
		p := m.paneScene(box, m.activeTab())
		if marked(p.TitleText(), at.X-box.Title.X-1, p.Mark) {
			m.sayWhatFor(box.Session)
		}
	}
}

// onLabel reports whether a column of a pane's title line has its title, and not
// only the line.
func (m *Model) onLabel(box geometry.Pane, x int) bool {
	text := m.paneScene(box, m.activeTab()).TitleText()
	return x > box.Title.X && x <= box.Title.X+grid.StringWidth(text)
}

// takeTab takes hold of a tab by its label.
func (m *Model) takeTab(spot bars.TabSpot, e input.Mouse) {
	if !spot.Create && !spot.More {
		at := geometry.At(e.X, e.Y)
		m.carry = carry{kind: carriedTab, tab: spot.Tab, from: at, at: at}
	}
}

// carriedOn follows the mouse with what it has hold of.
func (m *Model) carriedOn(e input.Mouse) tea.Cmd {
	c := &m.carry
	at := geometry.At(e.X, e.Y)
	if at != c.at {
		c.at, c.moved = at, true
		m.changed()
	}
	if !m.stillThere() {
		m.carry = carry{}
		return nil
	}
	var cmd tea.Cmd
	if c.kind == carriedFloat && c.moved {
		cmd = m.apply(workspace.PlaceFloat{Session: c.session, Rect: m.carriedFrame(), Area: m.geo.Area.Size(), At: c.began})
	}
	if e.Kind != keys.MouseRelease {
		return cmd
	}
	d, ok := m.dropHere()
	moved := c.moved
	m.carry = carry{}
	m.changed()
	if !ok || !moved {
		return cmd
	}
	return tea.Batch(cmd, m.apply(d.action))
}

// stillThere reports whether what is carried is still on the screen.
func (m *Model) stillThere() bool {
	if m.carry.kind == carriedTab {
		return m.activeView().Index(m.carry.tab) >= 0
	}
	t := m.activeTab()
	return m.carry.tab == t.ID && t.Has(m.carry.session)
}

// carriedFrame is where a floating pane is to be, within the area of its tab.
func (m *Model) carriedFrame() workspace.Rect {
	c := m.carry
	dx, dy := c.at.X-c.from.X, c.at.Y-c.from.Y
	r := c.frame
	r.X -= m.geo.Area.X
	r.Y -= m.geo.Area.Y
	if !c.left && !c.right && !c.top && !c.bottom {
		r.X, r.Y = max(r.X+dx, 0), max(r.Y+dy, 0)
		return r
	}
	const leastW, leastH = 4, 3
	if c.left {
		by := min(max(dx, -r.X), r.W-leastW)
		r.X, r.W = r.X+by, r.W-by
	}
	if c.right {
		r.W = min(max(r.W+dx, leastW), max(m.geo.Area.W-r.X, leastW))
	}
	if c.top {
		by := min(max(dy, -r.Y), r.H-leastH)
		r.Y, r.H = r.Y+by, r.H-by
	}
	if c.bottom {
		r.H = min(max(r.H+dy, leastH), max(m.geo.Area.H-r.Y, leastH))
	}
	return r
}

// dragTakes takes Esc while the mouse has hold of something, and puts that back.
func (m *Model) dragTakes(k keys.Key) (bool, []command.Result) {
	if k.Name() != "esc" || !m.carry.on() && !m.drag.on && !m.side.drag {
		return false, nil
	}
	m.mouse = pointer{button: keys.ButtonLeft, spent: true}
	m.changed()
	if m.side.drag {
		m.side.drag, m.habits.SidebarCols = false, m.side.cols
		return true, nil
	}
	if d := m.drag; d.on {
		m.drag = drag{}
		if d.tab != m.activeTab().ID {
			return true, nil
		}
		return true, m.moveBorders(d, d.from)
	}
	c := m.carry
	m.carry = carry{}
	if c.kind != carriedFloat || !c.moved {
		return true, nil
	}
	r := c.frame
	r.X -= m.geo.Area.X
	r.Y -= m.geo.Area.Y
	return true, []command.Result{command.Act(workspace.PlaceFloat{Session: c.session, Rect: r, Area: m.geo.Area.Size(), At: c.began})}
}

// dropHere is what letting go would do at the pointer; false where nothing.
func (m *Model) dropHere() (drop, bool) {
	c := m.carry
	inBar := m.geo.TabBar.Contains(c.at.X, c.at.Y)
	switch {
	case !c.moved:
	case c.kind != carriedFloat && m.geo.Sidebar.Contains(c.at.X, c.at.Y):
		return m.dropOnSidebar()
	case c.kind == carriedTab && inBar:
		return m.dropTab()
	case c.kind == carriedPane && inBar:
		return m.dropOnBar()
	case c.kind == carriedPane:
		return m.dropOnPane()
	}
	return drop{}, false
}

func (m *Model) dropTab() (drop, bool) {
	spot, ok := bars.TabAt(m.tabSpots(), m.carry.at.X)
	if !ok || spot.Create || spot.More || spot.Tab == m.carry.tab {
		return drop{}, false
	}
	return drop{
		rect: workspace.Rect{X: spot.X, Y: m.geo.TabBar.Y, W: spot.End - spot.X, H: 1}, says: "here",
		action: workspace.MoveTab{Tab: m.carry.tab, Index: m.activeView().Index(spot.Tab)},
	}, true
}

// dropOnBar moves a pane into the tab under the pointer, or makes it one of its own.
func (m *Model) dropOnBar() (drop, bool) {
	area := m.focus().SplitSize()
	spot, ok := bars.TabAt(m.tabSpots(), m.carry.at.X)
	if !ok || spot.Create {
		bar := m.geo.TabBar
		if spots := m.tabSpots(); len(spots) > 0 {
			bar.X = min(spots[len(spots)-1].X, bar.W-1)
			bar.W -= bar.X
		}
		return drop{rect: bar, says: "a tab of its own", action: workspace.BreakPane{Session: m.carry.session, Tab: m.newTab(), Area: area}}, true
	}
	_, t, found := m.state.Tab(spot.Tab)
	if !found || t.ID == m.carry.tab {
		return drop{}, false
	}
	return drop{
		rect: workspace.Rect{X: spot.X, Y: m.geo.TabBar.Y, W: spot.End - spot.X, H: 1}, says: "into it",
		action: workspace.MovePane{Session: m.carry.session, At: t.Active, Side: workspace.Right, Area: area},
	}, true
}

// dropOnPane swaps two panes where the pointer is in the middle of the other, and
// puts the carried one on the side that the pointer is nearest to.
func (m *Model) dropOnPane() (drop, bool) {
	at := m.carry.at
	box, ok := m.geo.PaneAt(at.X, at.Y)
	if !ok {
		box, ok = m.geo.TitleAt(at.X, at.Y)
	}
	if !ok || box.Session == m.carry.session || box.Content.Empty() {
		return drop{}, false
	}
	side, middle := sideOf(box.Content, at)
	if middle || box.Floats() {
		return drop{rect: box.Content, says: "swap", action: workspace.SwapPanes{A: m.carry.session, B: box.Session}}, true
	}
	return drop{
		rect: halfOf(box.Content, side), says: "here",
		action: workspace.MovePane{Session: m.carry.session, At: box.Session, Side: side, Area: m.geo.Area.Size()},
	}, true
}

// sideOf is the side of a rectangle that a point is nearest to, measured in parts of
// its width and height; middle where it is in the middle third of both.
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

// halfOf is the half of a rectangle on one of its sides.
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

// lit is the drop that would happen now, over what it concerns.
func (d drop) lit(l theme.Looks) paint.Overlay {
	shade := "▒"
	lines := make([]string, d.rect.H)
	for y := range lines {
		lines[y] = strings.Repeat(shade, d.rect.W)
	}
	label := cut(" "+d.says+" ", d.rect.W)
	w := grid.StringWidth(label)
	before := (d.rect.W - w) / 2
	lines[d.rect.H/2] = strings.Repeat(shade, before) + l.Selected.Render(label) + strings.Repeat(shade, d.rect.W-w-before)
	return paint.Overlay{Rect: d.rect, Text: strings.Join(lines, "\n")}
}
