package ui

import (
	"slices"
	"strings"
	"testing"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/dialog"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/lists"
	"dormer/ui/loop"
	"dormer/workspace"
)

// menuOf returns the open menu, or nil.
func (w *world) menuOf() *dialog.Menu {
	d, _ := w.m.dialog().(*dialog.Menu)
	return d
}

// rightClick presses and releases the right button at a cell.
func (w *world) rightClick(x, y int) *dialog.Menu {
	w.t.Helper()
	w.mouse(x, y, keys.ButtonRight, keys.MousePress)
	w.mouse(x, y, keys.ButtonRight, keys.MouseRelease)
	w.m.layOut()
	w.m.scene()
	return w.menuOf()
}

// row returns the position of a menu row on the screen.
func (w *world) row(d *dialog.Menu, name string) (x, y int) {
	w.t.Helper()
	w.m.scene()
	for i, at := range d.Shown {
		if d.Rows[at].Name == name && i >= d.Top && i < d.Top+d.Area.H {
			return d.Area.X + 1, d.Area.Y + i - d.Top
		}
	}
	w.t.Fatalf("the menu shows no %s: %+v", name, d.Rows)
	return 0, 0
}

// asksForMouse makes a session's child turn on mouse reports.
func (w *world) asksForMouse(id session.ID) {
	w.t.Helper()
	w.tell(w.owners[id], wire.Frame{Seq: 1, Rows: 22, Cols: 80, Full: true, Title: "asks for the mouse", Modes: grid.Modes{Mouse: grid.MouseButton, MouseEncoding: grid.MouseEncSGR}})
}

func TestEveryRowOfAMenuIsACommand(t *testing.T) {
	m := defaultKeymap()
	for kind := command.AboutAll; kind <= command.AboutClosed; kind++ {
		seen := map[string]bool{}
		for _, name := range slices.Concat(command.Subject{Kind: kind}.Menu()...) {
			if c := m.Table.Named(name); c == nil || c.Resolve == nil {
				t.Errorf("the menu about %d has %q, which is no command", kind, name)
			}
			key := m.KeyAfterPrefix(name)
			if key != "" && seen[key] {
				t.Errorf("the menu about %d has two rows for %s", kind, key)
			}
			seen[key] = true
		}
	}
}

func TestMenuIsForTheClickedItem(t *testing.T) {
	tests := []struct {
		name  string
		at    func(w *world) (x, y int)
		kind  command.SubjectKind
		title string
	}{
		{"the_text_of_a_pane", func(w *world) (int, int) { return 60, 10 }, command.AboutPane, "right"},
		{"the_title_of_a_pane", func(w *world) (int, int) { return 3, 1 }, command.AboutPane, "left"},
		{"a_line_between_panes", func(w *world) (int, int) { return 40, 10 }, command.AboutLayout, "layout"},
		{"the_line_of_the_titles", func(w *world) (int, int) { return 30, 1 }, command.AboutLayout, "layout"},
		{"a_tab", func(w *world) (int, int) { return w.m.tabSpots()[1].X + 1, 0 }, command.AboutTab, "other"},
		{"the_sign_for_a_new_tab", func(w *world) (int, int) { return w.m.tabSpots()[2].X + 1, 0 }, command.AboutTabs, "tabs"},
		{"the_rest_of_the_tab_bar", func(w *world) (int, int) { return 70, 0 }, command.AboutTabs, "tabs"},
		{"the_status_line", func(w *world) (int, int) { return 30, 23 }, command.AboutAll, "work"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w, left, right := twoPanes(t)
			w.do(w.m.apply(workspace.RenameSession{Session: left, Name: "left"}))
			w.do(w.m.apply(workspace.RenameSession{Session: right, Name: "right"}))
			w.press("ctrl+b", "c")
			w.do(w.m.apply(workspace.RenameTab{Tab: w.m.activeTab().ID, Name: "other"}))
			w.press("ctrl+b", "1", "ctrl+b", "left")
			x, y := tt.at(w)
			d := w.rightClick(x, y)
			if d == nil || d.About.Kind != tt.kind || d.Title != tt.title {
				t.Fatalf("got %+v", d)
			}
			for i, r := range d.Rows {
				if r.Name == "" && (i == 0 || i == len(d.Rows)-1) {
					t.Error("a separator is at an end")
				}
			}
		})
	}
}

// A background tab is closed, renamed and moved by its menu, and the active tab stays.
func TestMenuActsOnAnotherTab(t *testing.T) {
	w := newWorld(t, standard)
	first := w.m.activeTab().ID
	w.press("ctrl+b", "c")
	active := w.m.activeTab().ID
	d := w.rightClick(1, 0)
	if d == nil || d.About.Tab != first {
		t.Fatalf("got %+v", d)
	}
	w.press(",")
	w.press("x", "y", "enter")
	if _, tab, _ := w.m.state.Tab(first); tab.Name != "xy" {
		t.Errorf("its name is %q", tab.Name)
	}
	w.rightClick(1, 0)
	w.press(">")
	if got := w.m.activeView().Index(first); got != 1 {
		t.Errorf("it is at %d", got)
	}
	d = w.rightClick(w.m.tabSpots()[1].X+1, 0)
	x, y := w.row(d, "tab.close")
	w.mouse(x, y, keys.ButtonLeft, keys.MousePress)
	if w.menuOf() == nil {
		t.Error("the menu closes before the button is released")
	}
	w.mouse(x, y, keys.ButtonLeft, keys.MouseRelease)
	if w.tabs() != 1 || w.m.activeTab().ID != active || w.menuOf() != nil {
		t.Errorf("%d tabs, menu %v", w.tabs(), w.menuOf())
	}
}

func TestMenuChoiceByDragging(t *testing.T) {
	w, left, _ := twoPanes(t)
	w.mouse(4, 5, keys.ButtonRight, keys.MousePress)
	d := w.menuOf()
	x, y := w.row(d, "pane.zoom")
	w.mouse(x, y, keys.ButtonRight, keys.MouseMotion)
	if d.At < 0 || d.Rows[d.At].Name != "pane.zoom" {
		t.Errorf("row %d is selected", d.At)
	}
	w.mouse(x, y, keys.ButtonRight, keys.MouseRelease)
	if tab := w.m.activeTab(); !tab.Zoomed || tab.Active != left || w.menuOf() != nil {
		t.Errorf("the tab is %+v", tab)
	}
}

func TestMenuClosesWhenDraggedThrough(t *testing.T) {
	w, _, _ := twoPanes(t)
	w.mouse(4, 5, keys.ButtonRight, keys.MousePress)
	x, y := w.row(w.menuOf(), "pane.zoom")
	w.mouse(x, y, keys.ButtonRight, keys.MouseMotion)
	w.mouse(75, 22, keys.ButtonRight, keys.MouseMotion)
	w.mouse(75, 22, keys.ButtonRight, keys.MouseRelease)
	if w.menuOf() != nil || w.m.activeTab().Zoomed {
		t.Error("the menu is still open, or did something")
	}
}

// A press elsewhere closes the menu and does nothing else: it is no click, and its release is not
// sent to the child.
func TestPressElsewhereClosesMenu(t *testing.T) {
	w, left, right := twoPanes(t)
	w.do(w.m.apply(workspace.FocusPane{Session: left}))
	w.asksForMouse(right)
	w.rightClick(4, 5)
	w.mouse(70, 20, keys.ButtonLeft, keys.MousePress)
	w.mouse(71, 20, keys.ButtonLeft, keys.MouseMotion)
	w.mouse(71, 20, keys.ButtonLeft, keys.MouseRelease)
	if w.menuOf() != nil || w.m.activePane() != left {
		t.Errorf("the menu is %v, the focus on the other pane: %v", w.menuOf(), w.m.activePane() == right)
	}
	w.mouse(71, 20, keys.ButtonLeft, keys.MousePress)
	if got := string(expect[wire.Input](t, w.owners[right]).Data); strings.Contains(got, "m") || strings.Contains(got, "<32;") {
		t.Errorf("the child got %q first, not the next press", got)
	}
}

func TestRightButtonElsewhereOpensAnotherMenu(t *testing.T) {
	w, _, _ := twoPanes(t)
	w.rightClick(4, 5)
	if d := w.rightClick(60, 0); d == nil || d.About.Kind != command.AboutTabs || len(w.m.dialogs) != 1 {
		t.Errorf("got %+v of %d", d, len(w.m.dialogs))
	}
}

func TestRightButtonGoesToMousePrograms(t *testing.T) {
	w := newWorld(t, standard)
	w.asksForMouse(w.m.activePane())
	if d := w.rightClick(4, 5); d != nil {
		t.Fatal("a menu opened")
	}
	if got := string(expect[wire.Input](t, w.owner()).Data); !strings.HasPrefix(got, "\x1b[<2;5;5M") {
		t.Errorf("the child got %q", got)
	}
	w.mouse(1, 0, keys.ButtonRight, keys.MousePress)
	if d := w.menuOf(); d == nil || d.About.Kind != command.AboutTab {
		t.Error("the tab has no menu")
	}
	w.press("esc")
	w.take(loop.Input{Events: []input.Event{input.Mouse{Mouse: keys.Mouse{X: 4, Y: 5, Button: keys.ButtonRight, Kind: keys.MousePress, Mod: keys.Alt}}}})
	if w.menuOf() == nil {
		t.Error("Alt does not open it")
	}
}

func TestRightButtonCanBeTurnedOff(t *testing.T) {
	w := newWorld(t, standard)
	w.m.config.Mouse.Right = config.NoRight
	if d := w.rightClick(4, 5); d != nil {
		t.Error("a menu opened")
	}
}

func TestMenuByKeys(t *testing.T) {
	w, left, right := twoPanes(t)
	w.press("ctrl+b", ".")
	d := w.menuOf()
	if d == nil || d.About.Pane != right {
		t.Fatalf("got %+v", d)
	}
	w.press("down", "down")
	if got := d.Rows[d.At].Name; got != "paste" {
		t.Errorf("the second row is %s", got)
	}
	w.press("up", "up")
	if got := d.Rows[d.At].Name; got != "pane.kill" {
		t.Errorf("above the first is %s", got)
	}
	w.press("esc")
	if w.menuOf() != nil {
		t.Fatal("Esc leaves it open")
	}
	w.press("ctrl+b", ".", "{")
	w.press("z")
	if w.menuOf() != nil || !w.m.activeTab().Zoomed {
		t.Error("z does not zoom")
	}
	w.press("ctrl+b", "z", "ctrl+b", "alt+.")
	if d := w.menuOf(); d == nil || d.About.Kind != command.AboutTab {
		t.Errorf("got %+v", d)
	}
	w.press("esc")
	w.do(w.m.apply(workspace.FocusPane{Session: left}))
	w.press("ctrl+b", ".", "s", "down", "enter")
	if root := w.m.activeTab().Root; len(workspace.Leaves(root)) != 3 {
		t.Errorf("a letter and Enter did not split: %+v", root)
	}
}

// A disabled row shows the reason, and the menu stays open.
func TestMenuShowsWhyACommandIsDisabled(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	d := w.rightClick(4, 5)
	w.press("z")
	if w.menuOf() != d || !strings.Contains(w.m.notices.Shown.Text, noOther) {
		t.Errorf("the notice is %q", w.m.notices.Shown.Text)
	}
	if rows := strings.Join(c.paint(), "\n"); !strings.Contains(rows, "╰ "+noOther[:24]) {
		t.Errorf("the frame does not show it:\n%s", rows)
	}
}

// The menu's target may be gone before a row is chosen.
func TestMenuAfterItsPaneIsGone(t *testing.T) {
	w, left, right := twoPanes(t)
	d := w.rightClick(60, 10)
	w.do(w.m.apply(workspace.SessionEnded{Session: right}))
	w.m.scene()
	for _, r := range d.Rows {
		if r.Name != "" && r.Why == "" {
			t.Errorf("%s is still enabled", r.Name)
		}
	}
	w.press("x")
	if _, _, open := w.m.state.TabOf(left); !open {
		t.Error("the other pane was closed")
	}
}

// Lines of the sidebar have their own menus: panes and tabs elsewhere, views and closed items.
func TestSidebarMenus(t *testing.T) {
	w := newWorld(t, session.Size{Rows: 24, Cols: 100})
	w.press("ctrl+b", "c", "ctrl+b", "&", "ctrl+b", "%", "ctrl+b", "b")
	closed := w.m.state.Undo[0].Sessions[0]
	items := w.m.lists().Sidebar()
	at := func(id string) int {
		return w.m.geo.Sidebar.Y + 1 + slices.IndexFunc(items, func(l lists.Line) bool { return strings.HasPrefix(l.Item().ID, id) })
	}
	if d := w.rightClick(5, at("closed")); d == nil || d.About != (command.Subject{Kind: command.AboutClosed, Pane: closed}) {
		t.Fatalf("got %+v", d)
	}
	w.press("T")
	if len(w.m.state.Undo) != 0 {
		t.Error("it was not reopened")
	}
	w.press("ctrl+b", "1")
	other := w.panes()[0]
	if d := w.rightClick(5, at("session "+other.String())); d == nil || d.About != (command.Subject{Kind: command.AboutOther, Pane: other}) {
		t.Fatalf("got %+v", d)
	}
	w.press("g", "enter")
	if w.m.activePane() != other {
		t.Error("it did not go there")
	}
}

// While a menu is open the terminal reports mouse motion, which moves the highlight.
func TestMenuHighlightFollowsTheMouse(t *testing.T) {
	w := newWorld(t, standard)
	c := newCanvas(t, w)
	c.paint()
	before := c.mouse
	d := w.rightClick(4, 5)
	c.paint()
	if before != grid.MouseButton || c.mouse != grid.MouseAny {
		t.Errorf("the mouse mode was %v, then %v", before, c.mouse)
	}
	x, y := w.row(d, "links")
	w.mouse(x, y, keys.NoButton, keys.MouseMotion)
	if d.At < 0 || d.Rows[d.At].Name != "links" {
		t.Errorf("row %d is highlighted", d.At)
	}
	w.press("esc")
	if c.paint(); c.mouse != grid.MouseButton {
		t.Error("mouse motion is still reported")
	}
}

// On a link, the pane's menu starts with actions for the link.
func TestMenuOnALink(t *testing.T) {
	w := newWorld(t, standard)
	w.shows(w.m.activePane(), 0, "see https://example.org/x for more")
	if d := w.rightClick(2, 1); d.Rows[0].Name == "link.open" {
		t.Error("next to the link the menu is about the link")
	}
	w.press("esc")
	d := w.rightClick(8, 1)
	if d.Rows[0].Name != "link.open" || d.Rows[1].Name != "link.copy" {
		t.Fatalf("it begins with %+v", d.Rows[:2])
	}
	w.press("down", "down", "enter")
	if w.clip != "https://example.org/x" {
		t.Errorf("the clipboard has %q", w.clip)
	}
}
