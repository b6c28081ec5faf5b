package command

import (
	"errors"
	"fmt"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/geometry"
)

// menuCommands are the commands in the menu of each kind of subject, in order. A line
// separates the groups.
var menuCommands = map[SubjectKind][][]string{
	AboutPane: {
		{"copy", "paste", "copy.output", "links"},
		{"pane.split-right", "pane.split-below", "pane.zoom", "float.toggle", "float.hide-one"},
		{"pane.rename", "pane.break", "pane.move", "sync.pane"},
		{"session.start", "pane.close", "pane.kill"},
	},
	AboutOther: {
		{"go"},
		{"pane.rename", "pane.break", "pane.move"},
		{"session.start", "pane.close", "pane.kill"},
	},
	AboutTab: {
		{"go", "tab.new"},
		{"tab.rename", "tab.move-left", "tab.move-right", "tab.join", "tab.to-view"},
		{"arrangement.save", "arrangement.use", "sync.tab", "watch.tab"},
		{"tab.close", "undo.close"},
	},
	AboutTabs: {
		{"tab.new", "undo.close"},
		{"tab.next", "tab.previous", "tab.last"},
		{"view.next", "view.previous", "view.new", "view.rename"},
		{"overview", "sidebar", "shelf"},
	},
	AboutView: {
		{"go", "view.next", "view.previous"},
		{"view.rename", "view.new", "view.close"},
		{"overview", "sidebar"},
	},
	AboutLayout: {
		{"layout.next", "layout.equalize"},
		{"layout.even-columns", "layout.even-rows", "layout.main-top", "layout.main-left", "layout.tiled"},
		{"pane.swap-previous", "pane.swap-next"},
		{"arrangement.save", "arrangement.use"},
		{"undo", "redo"},
	},
	AboutClosed: {
		{"undo.close", "closed.keep"},
		{"closed.end"},
	},
	AboutAll: {
		{"palette", "overview", "sidebar"},
		{"inbox", "attention.next", "shelf"},
		{"view.new", "view.next"},
		{"theme.choose", "help"},
		{"leave"},
	},
}

// RetryCommands come first in the menu of a pane whose agent is about to start again by itself.
var RetryCommands = []string{"agent.retry-now", "agent.retry-cancel"}

// linkCommands come first in the menu of a pane if a link is under the pointer.
var linkCommands = []string{"link.open", "link.copy"}

// Menu returns the commands in the menu of a subject, in groups.
func (s Subject) Menu() [][]string {
	groups := menuCommands[s.Kind]
	if s.Link != nil {
		groups = append([][]string{linkCommands}, groups...)
	}
	return groups
}

// menuAbout parses the name of the subject of a menu.
func menuAbout(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs the kind of menu, such as pane or tab")
	}
	kind, ok := kindsByName[args[0]]
	if !ok {
		return nil, fmt.Errorf("there is no menu for %q", args[0])
	}
	return func(c Focus) Result { return openMenuAbout(c, kind) }, nil
}

// openMenuAbout opens the menu of the focused pane, tab or view. If no tab is open, it opens
// the menu of the tabs instead of that of a pane, tab or layout.
func openMenuAbout(c Focus, kind SubjectKind) Result {
	s := Subject{Kind: kind, Pane: c.Pane, Tab: c.Tab.ID, View: c.View.ID}
	if c.Empty() && (kind == AboutPane || kind == AboutTab || kind == AboutLayout) {
		s.Kind = AboutTabs
	}
	return Ask(OpenMenu{s})
}

// goToSubject resolves the command that goes to the subject of a menu.
func goToSubject(c Focus) Result {
	shown := c.View.ID == c.State.ActiveView
	switch {
	case c.Empty() && shown:
		return c.cannotTry("it is on the screen", "overview", "goes elsewhere")
	case c.Empty():
		return Ask(GoToView{c.View.ID})
	case shown && c.Tab.ID == c.View.ActiveTab && c.Pane == c.Tab.Active:
		return c.cannotTry("it has the focus", "overview", "goes elsewhere")
	}
	return Ask(GoTo{c.Pane})
}

// retryAgent resolves a command about an agent that is about to start again by itself.
func retryAgent(do wire.RetryOrder) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if !c.Retries(c.Pane) {
			return c.cannotTry("no agent is about to start again by itself", "session.start", "starts what has ended")
		}
		return Ask(RetryAgent{Session: c.Pane, Do: do})
	})
}

// withLink resolves a command for the link that was under the pointer.
func withLink(asks func(Focus) Request) func(Focus) Result {
	return withPane(func(c Focus) Result {
		if c.Link == nil {
			return c.cannotTry("no link is under the pointer", "links", "chooses one by letter")
		}
		return Ask(asks(c))
	})
}

// Requests that these commands make.
type (
	OpenMenu struct{ About Subject }
	// GoTo closes open lists and shows a session's pane.
	GoTo struct{ Session session.ID }
	// OpenMenuAt opens a menu at a cell. Held is set while the mouse button that opened it is
	// still down.
	OpenMenuAt struct {
		About Subject
		At    geometry.Point
		Held  bool
	}
	// RunAbout runs a command on a subject instead of the focus.
	RunAbout struct {
		About   Subject
		Command string
	}
)

func (OpenMenu) isRequest()   {}
func (GoTo) isRequest()       {}
func (OpenMenuAt) isRequest() {}
func (RunAbout) isRequest()   {}
