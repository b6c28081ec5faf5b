package command

import (
	"cmp"

	"dormer/session"
	"dormer/ui/links"
	"dormer/workspace"
)

// Subject is the thing that a menu acts on, focused or not.
type Subject struct {
	Kind SubjectKind
	// Pane is the session of a pane, or one in a closed pane or tab. Tab and View are set for
	// subjects of those kinds.
	Pane session.ID
	Tab  workspace.TabID
	View workspace.ViewID
	// Link is the link under the pointer, nil for none.
	Link *links.Target
}

// SubjectKind is the kind of a Subject.
type SubjectKind uint8

const (
	AboutAll    SubjectKind = iota // the workspace
	AboutPane                      // a pane on the screen
	AboutOther                     // a pane in a list
	AboutTab                       // a tab
	AboutTabs                      // the tabs of the view on the screen
	AboutView                      // a view
	AboutLayout                    // the layout of the tab on the screen
	AboutClosed                    // something closed that can be brought back
)

// kindsByName are the subjects whose menus can be opened by name.
var kindsByName = map[string]SubjectKind{
	"pane": AboutPane, "tab": AboutTab, "tabs": AboutTabs, "view": AboutView, "layout": AboutLayout, "workspace": AboutAll,
}

// Title returns the name of the subject for the user.
func (s Subject) Title(of workspace.State) string {
	switch s.Kind {
	case AboutPane, AboutOther:
		return of.Sessions[s.Pane].DisplayTitle()
	case AboutTab:
		_, tab, _ := of.Tab(s.Tab)
		return of.TabTitle(tab)
	case AboutView:
		v, _ := of.View(s.View)
		return "view " + cmp.Or(v.Name, string(v.ID))
	case AboutTabs:
		return "tabs"
	case AboutLayout:
		return "layout"
	case AboutClosed:
		if i := of.ClosedHolding(s.Pane); i >= 0 {
			return "closed " + of.Undo[i].Title
		}
	case AboutAll:
	}
	return of.Name
}

// AboutIn returns the subject for a line that lists a pane: the tab if the pane is its only
// one, else the pane.
func AboutIn(t workspace.Tab, id session.ID) *Subject {
	if len(t.Panes()) == 1 {
		return &Subject{Kind: AboutTab, Tab: t.ID}
	}
	return &Subject{Kind: AboutOther, Pane: id}
}

// Requests that these commands make.
type (
	Rename struct{ About Subject }
	Close  struct{ About Subject }
	End    struct{ About Subject }
)

func (Rename) isRequest() {}
func (Close) isRequest()  {}
func (End) isRequest()    {}
