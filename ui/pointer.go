package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/geometry"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/workspace"
)

// mouseState is what the mouse is in the middle of: at most one of these at a time,
// and the clicks before.
type mouseState struct {
	drag    drag
	carry   carry
	gesture gesture
	mouse   pointer
	clicks  clicks
}

// pointer is a button that went down, until it is let go.
type pointer struct {
	// grabbed is the session whose child got the press of a button: it gets the
	// motion and the release too, wherever they happen.
	grabbed session.ID
	button  keys.Button
	// spent says that what the press had begun was let go by a key, or was a dialog's:
	// nobody else gets the motion and the release.
	spent bool
}

func (p pointer) free() bool { return p == (pointer{}) }

// drag is a divider that follows the mouse.
type drag struct {
	on      bool
	tab     workspace.TabID
	divider workspace.Divider
	// other is the divider that it crosses where it was taken, and follows too.
	other *workspace.Divider
	began time.Time
	from  geometry.Point
}

func (m *Model) mouseEvent(e input.Mouse) tea.Cmd {
	if d := m.dialog(); d != nil {
		return m.dialogMouse(d, e)
	}
	if m.prefix.At != nil && e.Kind == keys.MousePress && !e.Button.Wheel() {
		m.endPrefix() // the hand went to the mouse
	}
	m.missedRelease(e)
	if e.Kind == keys.MouseMotion {
		m.unclick(geometry.At(e.X, e.Y))
	}
	if m.side.drag || !m.drag.on && !m.carry.on() && m.mouse.free() {
		if taken, cmd := m.sidebarMouse(e); taken {
			return cmd
		}
	}
	switch {
	case m.drag.on:
		return m.dragged(e)
	case m.carry.on() && !e.Button.Wheel():
		return m.carriedOn(e)
	case m.gesture.on && !e.Button.Wheel():
		return m.gestured(e)
	case m.mouse.spent && !e.Button.Wheel():
		if e.Kind == keys.MouseRelease {
			m.mouse = pointer{}
		}
		return nil
	case m.mouse.grabbed != session.ID{}:
		return m.grabbedMouse(e)
	case e.Button.Wheel():
		return m.wheel(e)
	case e.Kind == keys.MousePress:
		return m.pressed(e)
	}
	m.mouseToChild(e)
	return nil
}

// missedRelease ends what a press had begun whose release the terminal did not
// see: its button is pressed again, or the mouse moves with none down.
func (m *Model) missedRelease(e input.Mouse) {
	hovers := e.Kind == keys.MouseMotion && e.Button == keys.NoButton
	again := func(b keys.Button) bool { return e.Kind == keys.MousePress && e.Button == b }
	if m.gesture.on && (hovers || again(keys.ButtonLeft)) {
		m.gesture = gesture{}
	}
	if hovers || again(keys.ButtonLeft) {
		m.drag, m.side.drag = drag{}, false
		if m.carry.on() {
			m.carry = carry{}
			m.changed()
		}
	}
	if hovers || again(m.mouse.button) {
		m.mouse = pointer{}
	}
}

func (m *Model) pressed(e input.Mouse) tea.Cmd {
	onNotice := m.notice.at(m.geo, e.X, e.Y) && m.statusDoes(e.X) == ""
	if onNotice {
		m.nextNotice()
	}
	if e.Button == keys.ButtonRight {
		if opened, cmd := m.pressedRight(e); opened {
			return cmd
		}
	}
	if m.geo.TabBar.Contains(e.X, e.Y) {
		return m.pressedTabBar(e)
	}
	if m.geo.Status.Contains(e.X, e.Y) && !onNotice {
		return m.pressedStatus(e)
	}
	if box, ok := m.geo.PaneAt(e.X, e.Y); ok {
		var cmd tea.Cmd
		if box.Session != m.activePane() {
			cmd = m.apply(workspace.FocusPane{Session: box.Session})
		}
		if m.mouseToChild(e) {
			m.mouse = pointer{grabbed: box.Session, button: e.Button}
			return cmd
		}
		return tea.Batch(cmd, m.pressedText(box, e))
	}
	if e.Button != keys.ButtonLeft {
		return nil
	}
	return m.pressedLine(e)
}

// pressedLine grabs the divider under the mouse; on a title it also focuses the
// pane.
func (m *Model) pressedLine(e input.Mouse) tea.Cmd {
	if taken, cmd := m.take(e); taken {
		return cmd
	}
	var cmd tea.Cmd
	if box, ok := m.geo.TitleAt(e.X, e.Y); ok {
		cmd = m.apply(workspace.FocusPane{Session: box.Session})
	}
	if d, ok := m.geo.DividerAt(e.X, e.Y); ok {
		m.drag = drag{on: true, tab: m.activeTab().ID, divider: d, other: m.geo.Crossing(d, e.X, e.Y), began: m.now(), from: geometry.At(e.X, e.Y)}
	}
	return cmd
}

func (m *Model) pressedTabBar(e input.Mouse) tea.Cmd {
	spot, ok := bars.TabAt(m.tabSpots(), e.X)
	if !ok {
		return nil
	}
	switch {
	case spot.Create && e.Button == keys.ButtonLeft:
		return m.runNamed("tab.new")
	case e.Button == keys.ButtonMiddle && !spot.Create && !spot.More:
		return m.apply(workspace.CloseTab{Tab: spot.Tab, At: m.now()})
	case e.Button == keys.ButtonLeft:
		m.takeTab(spot, e)
		if taken, cmd := m.pressedMark(spot, e.X); taken {
			return cmd
		}
		return m.apply(workspace.FocusTab{Tab: spot.Tab})
	}
	return nil
}

// dragged moves the grabbed divider to the mouse.
func (m *Model) dragged(e input.Mouse) tea.Cmd {
	d := m.drag
	if e.Kind == keys.MouseRelease || d.tab != m.activeTab().ID {
		m.drag = drag{}
	}
	if d.tab != m.activeTab().ID {
		return nil
	}
	return m.doAll(m.moveBorders(d, geometry.At(e.X, e.Y)))
}

// moveBorders moves a divider, and the one that it crosses, to a cell.
func (m *Model) moveBorders(d drag, to geometry.Point) []command.Result {
	out := []command.Result{m.moveBorder(d.divider, to)}
	if d.other != nil {
		out = append(out, m.moveBorder(*d.other, to))
	}
	return out
}

func (m *Model) moveBorder(d workspace.Divider, to geometry.Point) command.Result {
	at := to.X - m.geo.Area.X
	if d.Axis == workspace.Column {
		at = to.Y - m.geo.Area.Y
	}
	return command.Act(workspace.MoveBorder{
		Tab: m.activeTab().ID, Path: d.Path, Index: d.Index, Position: at, Area: m.geo.Area.Size(), At: m.drag.since(m.now()),
	})
}

// since is when the drag began, so that all of it is undone at once; now, once it is
// over.
func (d drag) since(now time.Time) time.Time {
	if d.on {
		return d.began
	}
	return now
}

func (m *Model) grabbedMouse(e input.Mouse) tea.Cmd {
	box, ok := m.geo.Pane(m.mouse.grabbed)
	if ok {
		m.sendMouse(box, e)
	}
	if e.Kind == keys.MouseRelease || !ok {
		m.mouse = pointer{}
	}
	return nil
}

// mouseToChild gives an event to the child of the pane that it happened in,
// where that child wants it.
func (m *Model) mouseToChild(e input.Mouse) bool {
	box, ok := m.geo.PaneAt(e.X, e.Y)
	if !ok {
		return false
	}
	return m.sendMouse(box, e)
}

// wantsMouse reports whether a session's child asked for the mouse.
func (m *Model) wantsMouse(id session.ID) bool {
	l := m.live[id]
	return l != nil && l.client != nil && !l.exited() && l.modes().Mouse != grid.MouseOff
}

// sendMouse encodes an event for a pane's child; positions outside of the pane
// are moved to its edge.
func (m *Model) sendMouse(box geometry.Pane, e input.Mouse) bool {
	if !m.wantsMouse(box.Session) || e.Mod&keys.Shift != 0 {
		return false
	}
	l := m.live[box.Session]
	modes := l.modes()
	x := min(max(e.X-box.Content.X, 0), box.Content.W-1)
	y := min(max(e.Y-box.Content.Y, 0), box.Content.H-1)
	b := keys.EncodeMouse(nil, keys.Mouse{X: x, Y: y, Button: e.Button, Kind: e.Kind, Mod: e.Mod}, modes)
	if len(b) > 0 {
		l.client.Input(b)
	}
	return true
}

// wheel goes to a child that asked for the mouse, as arrow keys to a full-screen
// child that did not, and else scrolls the history. Over the tab bar it steps
// through the tabs.
func (m *Model) wheel(e input.Mouse) tea.Cmd {
	down := e.Button == keys.WheelDown
	if m.geo.TabBar.Contains(e.X, e.Y) {
		return m.wheelTabs(e.Button)
	}
	box, ok := m.geo.PaneAt(e.X, e.Y)
	l := m.live[box.Session]
	if !ok || l == nil || l.client == nil || m.copies[box.Session] == nil && m.sendMouse(box, e) {
		return nil
	}
	if e.Button != keys.WheelDown && e.Button != keys.WheelUp {
		return nil
	}
	if modes := l.modes(); modes.AltScreen && !l.exited() && m.copies[box.Session] == nil {
		l.client.Input(keys.EncodeWheelAsArrows(nil, down, wheelLines, modes))
		return nil
	}
	lines := wheelLines
	if !down {
		lines = -lines
	}
	return m.scrollCopy(box.Session, lines)
}

// wheelTabs steps through the tabs and stops at the ends.
func (m *Model) wheelTabs(b keys.Button) tea.Cmd {
	view := m.activeView()
	i := view.Index(view.ActiveTab)
	switch {
	case b == keys.WheelDown && i+1 < len(view.Tabs):
		return m.runNamed("tab.next")
	case b == keys.WheelUp && i > 0:
		return m.runNamed("tab.previous")
	}
	return nil
}
