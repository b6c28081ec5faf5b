package command

import (
	"cmp"

	"dormer/session"
	"dormer/ui/links"
	"dormer/workspace"
)

// Subject is what a menu is about: something on the screen, whether or not it has
// the focus.
type Subject struct {
	Kind SubjectKind
	// Pane is a pane's session, or what a closed thing holds; tab and view are those
	// that it names.
	Pane session.ID
	Tab  workspace.TabID
	View workspace.ViewID
	// Link is what of a pane's text was under the pointer, nil for none.
	Link *links.Target
}

// SubjectKind is the kind of thing that a menu is about.
type SubjectKind uint8

const (
	AboutAll    SubjectKind = iota // the workspace
	AboutPane                      // a pane on the screen
	AboutOther                     // a pane that is listed
	AboutTab                       // a tab
	AboutTabs                      // the tabs of the view on the screen
	AboutView                      // a view
	AboutLayout                    // the layout of the tab on the screen
	AboutClosed                    // what is closed and can be brought back
)

// kindsByName are the subjects that a menu can be asked for by name.
var kindsByName = map[string]SubjectKind{
	"pane": AboutPane, "tab": AboutTab, "tabs": AboutTabs, "view": AboutView, "layout": AboutLayout, "workspace": AboutAll,
}

// Title is what people call the subject.
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

// AboutIn is what a line about a pane of a tab is about: the tab where the pane is the
// only one of it.
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
