package ui

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/config"
	"dormer/ui/geometry"
)

// menuCommands are the commands of a menu, by what it is about, in the order in which
// it lists them; a line stands between two groups.
var menuCommands = map[subjectKind][][]string{
	aboutPane: {
		{"copy", "paste", "copy.output", "links"},
		{"pane.split-right", "pane.split-below", "pane.zoom", "float.toggle", "float.hide-one"},
		{"pane.rename", "pane.break", "pane.move", "sync.pane"},
		{"session.start", "pane.close", "pane.kill"},
	},
	aboutOther: {
		{"go"},
		{"pane.rename", "pane.break", "pane.move"},
		{"session.start", "pane.close", "pane.kill"},
	},
	aboutTab: {
		{"go", "tab.new"},
		{"tab.rename", "tab.move-left", "tab.move-right", "tab.join", "tab.to-view"},
		{"arrangement.save", "arrangement.use", "sync.tab", "watch.tab"},
		{"tab.close", "undo.close"},
	},
	aboutTabs: {
		{"tab.new", "undo.close"},
		{"tab.next", "tab.previous", "tab.last"},
		{"view.next", "view.previous", "view.new", "view.rename"},
		{"overview", "sidebar", "shelf"},
	},
	aboutView: {
		{"go", "view.next", "view.previous"},
		{"view.rename", "view.new", "view.close"},
		{"overview", "sidebar"},
	},
	aboutLayout: {
		{"layout.next", "layout.equalize"},
		{"layout.even-columns", "layout.even-rows", "layout.main-top", "layout.main-left", "layout.tiled"},
		{"pane.swap-previous", "pane.swap-next"},
		{"arrangement.save", "arrangement.use"},
		{"undo", "redo"},
	},
	aboutClosed: {
		{"undo.close", "closed.keep"},
		{"closed.end"},
	},
	aboutAll: {
		{"palette", "overview", "sidebar"},
		{"inbox", "attention.next", "shelf"},
		{"view.new", "view.next"},
		{"theme.choose", "help"},
		{"leave"},
	},
}

// linkCommands come first in the menu about a pane where a link is under the pointer.
var linkCommands = []string{"link.open", "link.copy"}

// menuRow is a line of a menu: a command, or the line between two groups.
type menuRow struct {
	name  string // empty between groups
	title string
	keys  string // that do it without the menu
	key   string // that does it in the menu
	why   string // it cannot be done just now
}

// menuRows are the lines of the menu about something, as it is now.
func (m *Model) menuRows(s subject) []menuRow {
	at, there := m.focusOn(s)
	var rows []menuRow
	parts := menuCommands[s.kind]
	if s.link != nil {
		parts = append([][]string{linkCommands}, parts...)
	}
	for _, part := range parts {
		if len(rows) > 0 {
			rows = append(rows, menuRow{})
		}
		for _, name := range part {
			rows = append(rows, m.menuRow(name, at, there))
		}
	}
	return rows
}

func (m *Model) menuRow(name string, at focus, there bool) menuRow {
	c := m.keys().table[m.keys().byName[name]]
	r := menuRow{name: name, title: call{command: c}.title(), key: m.keys().lastKey(name)}
	if all := m.keys().sequencesOf(config.Normal, name); len(all) > 0 {
		r.keys = all[0].printed()
	}
	if c.menu != "" {
		r.title = c.menu
	}
	if r.why = c.resolve(at).disabled; !there {
		r.why = "it is gone"
	}
	return r
}

// lastKey is the key of a command after the prefix, empty where it has none.
func (m keymap) lastKey(name string) string {
	for _, b := range m.bindings {
		if b.written == name && len(b.keys) == 2 && b.keys[0] == m.config.Prefix {
			return b.keys[1]
		}
	}
	return ""
}

// runMenu does a row's command for what the menu is about.
func (m *Model) runMenu(s subject, name string) tea.Cmd {
	at, there := m.focusOn(s)
	if !there {
		m.say("that is closed meanwhile: nothing was done")
		return nil
	}
	return m.runFor(call{command: m.keys().table[m.keys().byName[name]]}, at)
}

// menuCommandRows are the rows of the command table that menus are for.
func menuCommandRows() []command {
	return []command{
		{name: "menu.open", title: "menu (what can be done with the pane; as a right click)", group: groupDormer, prefix: []string{"."},
			also: []argumentKey{{"alt+.", []string{"tab"}}}, args: strings.Join(slices.Sorted(maps.Keys(kindsByName)), "|"),
			resolve: func(c focus) resolved { return openMenuAbout(c, aboutPane) }, with: menuAbout},
		{name: "go", pointer: true, title: "go there (to what a menu is about)", menu: "go there", group: groupDormer, hidden: true, resolve: goThere},
		{name: "link.open", pointer: true, title: "open the link under the pointer (by its menu)", menu: "open the link", group: groupCopy, hidden: true, resolve: withLink(func(c focus) request { return OpenLink{Link: *c.link, From: c.pane} })},
		{name: "link.copy", pointer: true, title: "copy the link under the pointer (by its menu)", menu: "copy the link", group: groupCopy, hidden: true, resolve: withLink(func(c focus) request { return CopyText{c.link.Text} })},
		{name: "closed.keep", title: "keep what was closed an hour longer", menu: "keep it an hour longer", group: groupTabs, hidden: true, resolve: withClosed(func(holding session.ID) request { return KeepClosed{holding} })},
		{name: "closed.end", byWord: true, title: "end what was closed (cannot be undone)", menu: "end it now", group: groupTabs, hidden: true, resolve: withClosed(func(holding session.ID) request { return AskEndClosed{holding} })},
		{name: "session.start", title: "start again what has ended in the pane", menu: "start again", group: groupPanes, hidden: true, resolve: withPane(func(c focus) resolved {
			if !c.over(c.pane) {
				return c.cannotBut("it runs", "pane.kill", "ends it, then it can be started again")
			}
			return ask(StartAgain{c.pane})
		})},
	}
}

// menuAbout is the command with the name of what the menu is about.
func menuAbout(args []string) (func(focus) resolved, error) {
	if len(args) != 1 {
		return nil, errors.New("one thing is needed that it is about")
	}
	kind, ok := kindsByName[args[0]]
	if !ok {
		return nil, fmt.Errorf("%q is nothing that a menu is about", args[0])
	}
	return func(c focus) resolved { return openMenuAbout(c, kind) }, nil
}

// openMenuAbout opens a menu by keys: about the pane, tab or view that has the focus.
// Where no tab is open it is about the workspace.
func openMenuAbout(c focus, kind subjectKind) resolved {
	s := subject{kind: kind, pane: c.pane, tab: c.tab.ID, view: c.view.ID}
	if c.empty() && (kind == aboutPane || kind == aboutTab || kind == aboutLayout) {
		s.kind = aboutTabs
	}
	return ask(OpenMenu{s})
}

// openMenuAt opens a menu at a cell. A button opens it only where the configuration has
// it so.
func (m *Model) openMenuAt(r OpenMenuAt) tea.Cmd {
	switch {
	case !r.Held:
		m.openMenu(r.About, r.At)
	case m.config.Mouse.Right == config.OpensMenu:
		m.openMenuHeld(r.About, r.At)
	}
	return nil
}

// openMenuByKey opens the menu about something at its place on the screen.
func (m *Model) openMenuByKey(s subject) tea.Cmd {
	m.openMenu(s, m.placeOf(s))
	return nil
}

// placeOf is where a menu opens that keys ask for: at what it is about.
func (m *Model) placeOf(s subject) geometry.Point {
	if box, ok := m.geo.Pane(s.pane); ok && s.kind == aboutPane {
		return geometry.At(box.Content.X, box.Content.Y)
	}
	for _, spot := range m.tabSpots() {
		if s.kind == aboutTab && spot.Tab == s.tab && !spot.More {
			return geometry.At(spot.X, m.geo.TabBar.Y+1)
		}
	}
	switch s.kind {
	case aboutAll, aboutView:
		return geometry.At(m.geo.Status.X, m.geo.Status.Y)
	}
	return geometry.At(m.geo.Body.X, m.geo.Body.Y)
}

// goThere resolves the command that shows what a menu is about.
func goThere(c focus) resolved {
	shown := c.view.ID == c.state.ActiveView
	switch {
	case c.empty() && shown:
		return c.cannotBut("it is on the screen", "overview", "goes elsewhere")
	case c.empty():
		return ask(GoToView{c.view.ID})
	case shown && c.tab.ID == c.view.ActiveTab && c.pane == c.tab.Active:
		return c.cannotBut("it has the focus", "overview", "goes elsewhere")
	}
	return ask(GoTo{c.pane})
}

// withLink resolves a command for the link that was under the pointer.
func withLink(asks func(focus) request) func(focus) resolved {
	return withPane(func(c focus) resolved {
		if c.link == nil {
			return c.cannotBut("no link is under the pointer", "links", "chooses one by letter")
		}
		return ask(asks(c))
	})
}

// withClosed resolves a command for something closed: what a menu is about, else the
// newest.
func withClosed(asks func(session.ID) request) func(focus) resolved {
	return func(c focus) resolved {
		holding, ok := c.closedThing()
		if !ok {
			return c.withoutClosed()
		}
		return ask(asks(holding))
	}
}

// closedThing is what a closed thing holds: the one that is meant, else the newest.
func (f focus) closedThing() (session.ID, bool) {
	n := len(f.state.Undo)
	switch {
	case f.closed != session.ID{}:
		return f.closed, true
	case n == 0:
		return session.ID{}, false
	}
	return f.state.Undo[n-1].Sessions[0], true
}
