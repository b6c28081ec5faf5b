package pointer

import (
	"dormer/session"
	"dormer/session/grid"
	"dormer/ui/bars"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/geometry"
	"dormer/ui/keys"
	"dormer/workspace"
)

// Screen is the input of the pointer besides events.
type Screen struct {
	command.Focus
	// Menus is set if the right button opens menus, Pastes if the middle button pastes.
	Menus, Pastes bool
	// Notice is set if the status line shows a notice.
	Notice bool
	// SidebarCols is the width of the sidebar as set by the user; 0 for the default.
	SidebarCols int
	Parts       Parts
}

// Parts provides details that are needed only at the position of the mouse.
type Parts interface {
	// Tabs returns the places of the tabs in the tab bar, and TabMark the mark of a tab.
	Tabs() []bars.TabSpot
	TabMark(workspace.TabID) string
	// StatusAt returns the command that a click in a column of the status line runs; empty for
	// none.
	StatusAt(x int) string
	// Listed returns the line of the sidebar in a row of the screen; false for none.
	Listed(y int) (Listed, bool)
	Pane(geometry.Pane) Pane
}

// Listed is a line of the sidebar: the subject of its menu, nil for none, and the result of choosing
// it.
type Listed struct {
	About  *command.Subject
	Choose command.Result
}

// Pane describes a pane for the pointer.
type Pane struct {
	// Connected is set if it is attached to its session.
	Connected bool
	// WantsMouse is set if its child asked for the mouse, FullScreen if its child draws the whole
	// screen, CopyMode if it is in copy mode.
	WantsMouse, FullScreen, CopyMode bool
	// Title is the text of its title line, and Mark the mark in it.
	Title, Mark string
}

// MenuPlace returns where a menu opened by a key appears: at its subject.
func (s Screen) MenuPlace(about command.Subject) geometry.Point {
	if box, ok := s.Screen.Pane(about.Pane); ok && about.Kind == command.AboutPane {
		return geometry.At(box.Content.X, box.Content.Y)
	}
	for _, spot := range s.Parts.Tabs() {
		if about.Kind == command.AboutTab && spot.Tab == about.Tab && !spot.More {
			return geometry.At(spot.X, s.Screen.TabBar.Y+1)
		}
	}
	if about.Kind == command.AboutAll || about.Kind == command.AboutView {
		return geometry.At(s.Screen.Status.X, s.Screen.Status.Y)
	}
	return geometry.At(s.Screen.Body.X, s.Screen.Body.Y)
}

// State is the state of the mouse between events. In the zero State nothing is in progress.
type State struct {
	divider dividerDrag
	edge    edgeDrag
	item    itemDrag
	text    selection
	press   press
	clicks  clicks
}

// press is a button from its press to its release.
type press struct {
	// sendGrabbed is the session whose child got the press. It also gets the motion and the release,
	// wherever they happen.
	session session.ID
	button  keys.Button
	// ignored is set if Esc cancelled the drag, or if a dialog got the press. Motion and release are
	// then ignored.
	ignored bool
}

// DragsItem reports whether a pane or a tab is being dragged.
func (s *State) DragsItem() bool { return s.item.kind != nothing }

// dragging reports whether there is a drag that Esc would cancel.
func (s *State) dragging() bool { return s.DragsItem() || s.divider.on || s.edge.on }

// Event handles a mouse event and returns what it asks for.
func (s *State) Event(on Screen, e keys.Mouse) []command.Result {
	s.missedRelease(e)
	if e.Kind == keys.MouseMotion {
		s.clicks.leave(geometry.At(e.X, e.Y))
	}
	if s.edge.on || !s.divider.on && !s.DragsItem() && s.press == (press{}) {
		if taken, out := s.sidebar(on, e); taken {
			return out
		}
	}
	switch wheel := e.Button.Wheel(); {
	case s.divider.on:
		return s.dragDivider(on, e)
	case s.DragsItem() && !wheel:
		return s.dragItem(on, e)
	case s.text.on && !wheel:
		return s.dragText(on, e)
	case s.press.ignored && !wheel:
		if e.Kind == keys.MouseRelease {
			s.press = press{}
		}
		return nil
	case s.press.session != session.ID{}:
		return s.sendGrabbed(on, e)
	case wheel:
		return s.wheel(on, e)
	case e.Kind == keys.MousePress:
		return s.pressed(on, e)
	}
	_, out := toPane(on, e)
	return out
}

// InDialog records an event that a dialog gets, so that the release of a button pressed there goes
// nowhere else.
func (s *State) InDialog(e keys.Mouse) {
	if e.Kind == keys.MousePress && !e.Button.Wheel() {
		s.press = press{button: e.Button, ignored: true}
	} else if e.Kind == keys.MouseRelease {
		s.press = press{}
	}
}

// Cancel cancels a drag and restores its initial state. It reports whether there was one. Events of
// the button are ignored until its release.
func (s *State) Cancel(on Screen) (bool, []command.Result) {
	if !s.dragging() {
		return false, nil
	}
	s.press = press{button: keys.ButtonLeft, ignored: true}
	switch {
	case s.edge.on:
		cols := s.edge.cols
		s.edge = edgeDrag{}
		return true, ask(command.SizeSidebar{Cols: cols})
	case s.divider.on:
		d := s.divider
		s.divider = dividerDrag{}
		if d.tab != on.Tab.ID {
			return true, nil
		}
		return true, d.moveTo(on, d.from, on.Maker.Now())
	}
	c := s.item
	s.item = itemDrag{}
	if c.kind != floatingPane || !c.moved {
		return true, nil
	}
	return true, act(c.place(on, c.frame))
}

// missedRelease ends a drag whose release the terminal did not report: the button is pressed again,
// or the mouse moves without a button.
func (s *State) missedRelease(e keys.Mouse) {
	hovers := e.Kind == keys.MouseMotion && e.Button == keys.NoButton
	again := func(b keys.Button) bool { return e.Kind == keys.MousePress && e.Button == b }
	if hovers || again(keys.ButtonLeft) {
		s.text = selection{serial: s.text.serial}
		s.divider, s.edge, s.item = dividerDrag{}, edgeDrag{}, itemDrag{}
	}
	if hovers || again(s.press.button) {
		s.press = press{}
	}
}

// pressed handles the press of a button.
func (s *State) pressed(on Screen, e keys.Mouse) (out []command.Result) {
	onNotice := on.Notice && on.Screen.Status.Contains(e.X, e.Y) && on.Parts.StatusAt(e.X) == ""
	if onNotice {
		out = ask(command.NextNotice{})
	}
	if opened, menu := openMenu(on, e); opened {
		return append(out, menu...)
	}
	if on.Screen.TabBar.Contains(e.X, e.Y) {
		return append(out, s.pressedTabBar(on, e)...)
	}
	if on.Screen.Status.Contains(e.X, e.Y) && !onNotice {
		return append(out, pressedStatus(on, e)...)
	}
	if box, ok := on.Screen.PaneAt(e.X, e.Y); ok {
		return append(out, s.pressedPane(on, box, e)...)
	}
	if e.Button != keys.ButtonLeft {
		return out
	}
	return append(out, s.pressedLine(on, e)...)
}

// pressedPane handles a press in the text of a pane. It focuses the pane, and sends the press to a
// child that wants the mouse.
func (s *State) pressedPane(on Screen, box geometry.Pane, e keys.Mouse) (out []command.Result) {
	if box.Session != on.Pane {
		out = act(workspace.FocusPane{Session: box.Session})
	}
	if wants, sent := toPane(on, e); wants {
		s.press = press{session: box.Session, button: e.Button}
		return append(out, sent...)
	}
	switch {
	case e.Button == keys.ButtonMiddle && on.Pastes:
		return append(out, ask(command.PasteSelection{Session: box.Session})...)
	case e.Button != keys.ButtonLeft:
		return out
	case e.Mod&keys.Ctrl != 0:
		return append(out, ask(command.OpenLinkAt{Pane: box.Session, At: geometry.At(e.X, e.Y)})...)
	}
	return append(out, s.beginText(on, box, e)...)
}

// pressedLine handles a press on a line between panes or on a title.
func (s *State) pressedLine(on Screen, e keys.Mouse) (out []command.Result) {
	if taken, out := s.beginDrag(on, e); taken {
		return out
	}
	if box, ok := on.Screen.TitleAt(e.X, e.Y); ok {
		out = act(workspace.FocusPane{Session: box.Session})
	}
	if d, ok := on.Screen.DividerAt(e.X, e.Y); ok {
		s.divider = dividerDrag{
			on: true, tab: on.Tab.ID, divider: d, other: on.Screen.Crossing(d, e.X, e.Y),
			began: on.Maker.Now(), from: geometry.At(e.X, e.Y),
		}
	}
	return out
}

// pressedTabBar handles a press in the tab bar.
func (s *State) pressedTabBar(on Screen, e keys.Mouse) []command.Result {
	spot, ok := bars.TabAt(on.Parts.Tabs(), e.X)
	switch {
	case !ok:
	case spot.Create && e.Button == keys.ButtonLeft:
		return ask(command.RunNamed{Command: "tab.new"})
	case e.Button == keys.ButtonMiddle && !spot.Create && !spot.More:
		return act(workspace.CloseTab{Tab: spot.Tab, At: on.Maker.Now()})
	case e.Button == keys.ButtonLeft:
		if !spot.More {
			at := geometry.At(e.X, e.Y)
			s.item = itemDrag{kind: tab, tab: spot.Tab, from: at, at: at}
			if markAt(spot.Label, e.X-spot.X, on.Parts.TabMark(spot.Tab)) {
				return ask(command.GoToMarkOf{Tab: spot.Tab})
			}
		}
		return act(workspace.FocusTab{Tab: spot.Tab})
	}
	return nil
}

// pressedStatus runs the command of the piece of the status line under the pointer.
func pressedStatus(on Screen, e keys.Mouse) []command.Result {
	if line := on.Parts.StatusAt(e.X); e.Button == keys.ButtonLeft && line != "" {
		return ask(command.RunLine{Line: line})
	}
	return nil
}

// sendGrabbed sends an event to the child that got the press.
func (s *State) sendGrabbed(on Screen, e keys.Mouse) (out []command.Result) {
	box, ok := on.Screen.Pane(s.press.session)
	if ok {
		_, out = sendTo(on, box, e)
	}
	if e.Kind == keys.MouseRelease || !ok {
		s.press = press{}
	}
	return out
}

// toPane sends an event to the child of the pane in which it happened, if that child wants it.
func toPane(on Screen, e keys.Mouse) (bool, []command.Result) {
	box, ok := on.Screen.PaneAt(e.X, e.Y)
	if !ok {
		return false, nil
	}
	return sendTo(on, box, e)
}

// sendTo sends an event to the child of a pane if that child wants it. Events with Shift are always
// for dormer.
func sendTo(on Screen, box geometry.Pane, e keys.Mouse) (bool, []command.Result) {
	if e.Mod&keys.Shift != 0 || !on.Parts.Pane(box).WantsMouse {
		return false, nil
	}
	return true, ask(command.SendMouse{Session: box.Session, Event: e})
}

// wheel handles the wheel. It goes to a child that asked for the mouse, as arrow keys to a
// full-screen child that did not, and otherwise scrolls the history. Over the tab bar it steps
// through the tabs.
func (s *State) wheel(on Screen, e keys.Mouse) []command.Result {
	if on.Screen.TabBar.Contains(e.X, e.Y) {
		return wheelTabs(on, e.Button)
	}
	box, ok := on.Screen.PaneAt(e.X, e.Y)
	if !ok {
		return nil
	}
	p := on.Parts.Pane(box)
	if !p.CopyMode {
		if wants, out := sendTo(on, box, e); wants {
			return out
		}
	}
	lines := keys.WheelLines
	switch {
	case !p.Connected || e.Button != keys.WheelDown && e.Button != keys.WheelUp:
		return nil
	case e.Button == keys.WheelUp:
		lines = -lines
	}
	if p.FullScreen && !p.CopyMode {
		return ask(command.SendArrows{Session: box.Session, Lines: lines})
	}
	return inText(box.Session, copymode.Scroll{Lines: lines})
}

// wheelTabs steps through the tabs and stops at the first and the last.
func wheelTabs(on Screen, b keys.Button) []command.Result {
	i := on.View.Index(on.View.ActiveTab)
	switch {
	case b == keys.WheelDown && i+1 < len(on.View.Tabs):
		return ask(command.RunNamed{Command: "tab.next"})
	case b == keys.WheelUp && i > 0:
		return ask(command.RunNamed{Command: "tab.previous"})
	}
	return nil
}

// markAt reports whether the character in a column of a text is the mark.
func markAt(text string, col int, mark string) bool {
	if mark == "" {
		return false
	}
	x := 0
	for rest := text; rest != "" && x <= col; {
		cluster, w := grid.NextCluster(rest)
		if col < x+w {
			return cluster == mark
		}
		x, rest = x+w, rest[len(cluster):]
	}
	return false
}

func ask(r command.Request) []command.Result { return []command.Result{command.Ask(r)} }

func act(a workspace.Action) []command.Result { return []command.Result{command.Act(a)} }
