package ui

import (
	"dormer/session"
	"dormer/ui/links"
	"dormer/workspace"
)

// subject is what a menu is about: something on the screen, whether or not it has
// the focus.
type subject struct {
	kind subjectKind
	// pane is a pane's session, or what a closed thing holds; tab and view are those
	// that it names.
	pane session.ID
	tab  workspace.TabID
	view workspace.ViewID
	// link is what of a pane's text was under the pointer, nil for none.
	link *links.Target
}

type subjectKind uint8

const (
	aboutAll    subjectKind = iota // the workspace
	aboutPane                      // a pane on the screen
	aboutOther                     // a pane that is listed
	aboutTab                       // a tab
	aboutTabs                      // the tabs of the view on the screen
	aboutView                      // a view
	aboutLayout                    // the layout of the tab on the screen
	aboutClosed                    // what is closed and can be brought back
)

// kindsByName are the subjects that a menu can be asked for by name.
var kindsByName = map[string]subjectKind{
	"pane": aboutPane, "tab": aboutTab, "tabs": aboutTabs, "view": aboutView, "layout": aboutLayout, "workspace": aboutAll,
}

// aboutIn is what a line about a pane of a tab is about: the tab where the pane is the
// only one of it.
func aboutIn(t workspace.Tab, id session.ID) *subject {
	if len(t.Panes()) == 1 {
		return &subject{kind: aboutTab, tab: t.ID}
	}
	return &subject{kind: aboutOther, pane: id}
}
