package ui

import (
	"errors"
	"fmt"

	"dormer/session"
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

// menu is the commands of the menu about a subject, in groups.
func (s subject) menu() [][]string {
	groups := menuCommands[s.kind]
	if s.link != nil {
		groups = append([][]string{linkCommands}, groups...)
	}
	return groups
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
