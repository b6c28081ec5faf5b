package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/labels"
	"dormer/ui/pointer"
	"dormer/workspace"
)

// pointerTakes gives an event of the mouse to the pointer.
func (m *Model) pointerTakes(e input.Mouse) (bool, []command.Result) {
	if m.prefix.At != nil && e.Kind == keys.MousePress && !e.Button.Wheel() {
		m.endPrefix() // the user goes on with the mouse
	}
	carried := m.pointer.DragsItem()
	asks := m.pointer.Event(m.pointerScreen(), e.Mouse)
	if carried || m.pointer.DragsItem() {
		m.changed()
	}
	return true, asks
}

// dragTakes takes Esc during a drag, and cancels the drag.
func (m *Model) dragTakes(k keys.Key) (bool, []command.Result) {
	if k.Name() != "esc" {
		return false, nil
	}
	taken, asks := m.pointer.Cancel(m.pointerScreen())
	if taken {
		m.changed()
	}
	return taken, asks
}

// pointerScreen returns the screen for the pointer.
func (m *Model) pointerScreen() pointer.Screen {
	return pointer.Screen{
		Focus: m.focus(), Menus: m.config.Mouse.Right == config.OpensMenu, Pastes: m.config.Mouse.Middle == config.Pastes,
		Notice: m.notices.Shown.Showing(), SidebarCols: m.habits.SidebarCols, Parts: pointedParts{m},
	}
}

// pointedParts are the parts of the screen that are made only if the pointer is on them.
type pointedParts struct{ m *Model }

func (p pointedParts) Tabs() []bars.TabSpot { return p.m.tabSpots() }

func (p pointedParts) TabMark(id workspace.TabID) string {
	_, t, _ := p.m.state.Tab(id)
	return p.m.labels().TabMark(t)
}

func (p pointedParts) StatusAt(x int) string {
	status := p.m.geo.Status
	return p.m.statusLine(p.m.activeTab()).Does(x-status.X, status.W)
}

func (p pointedParts) Listed(y int) (pointer.Listed, bool) {
	it, ok := p.m.side.At(p.m.lists().Sidebar(), y-p.m.geo.Sidebar.Y)
	return pointer.Listed{About: it.About, Choose: it.Choose}, ok
}

func (p pointedParts) Pane(box geometry.Pane) pointer.Pane {
	says := p.m.labels()
	out := pointer.Pane{Title: labels.TitleText(says.TitleSpots(box, p.m.activeTab()), box.Title.X+1), Mark: says.Shown(says.Mark(box.Session))}
	l := p.m.live.Get(box.Session)
	if l == nil || l.Client == nil {
		return out
	}
	modes := l.Modes()
	out.Connected, out.CopyMode = true, p.m.copyModes.Open[box.Session] != nil
	out.WantsMouse, out.FullScreen = !l.Exited() && modes.Mouse != grid.MouseOff, !l.Exited() && modes.AltScreen
	return out
}

// sendMouse sends an event of the mouse to the child of a pane.
func (m *Model) sendMouse(id session.ID, e keys.Mouse) {
	if box, shown := m.geo.Pane(id); shown {
		e.X, e.Y = e.X-box.Content.X, e.Y-box.Content.Y
		m.live.Get(id).Mouse(e, box.Content.Size())
	}
}

// scrollTime is the time between two steps while a drag beyond the edge scrolls.
const scrollTime = 50 * time.Millisecond

// dragTick is the next step of a drag beyond the edge of a pane.
type dragTick struct{ serial int }

func (msg dragTick) applyTo(m *Model) tea.Cmd {
	return m.doAll(m.pointer.ScrollDrag(m.pointerScreen(), msg.serial))
}

// scrollDrag scrolls by one step of a drag beyond the edge, until the end of the text.
func (m *Model) scrollDrag(r command.ScrollDrag) tea.Cmd {
	p := m.copyModes.Update(r.Session)
	if p == nil {
		return nil
	}
	m.changed()
	if !p.DragBeyond(r.Cell, r.Lines) {
		m.pointer.ScrolledToEnd()
		return nil
	}
	return m.after(scrollTime, dragTick{r.Serial})
}
