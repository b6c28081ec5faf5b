package command

import (
	"errors"
	"strings"

	"dormer/workspace"
)

func stepView(by int) func(Focus) Result {
	return func(c Focus) Result {
		n := len(c.State.Views)
		if n < 2 {
			return c.withoutOtherView()
		}
		for i, v := range c.State.Views {
			if v.ID == c.View.ID {
				return Act(workspace.SwitchView{View: c.State.Views[(i+by+n)%n].ID})
			}
		}
		return c.withoutOtherView()
	}
}

func closeView(c Focus) Result {
	if c.View.ID == workspace.MainView {
		return c.cannotTry("the main view always stays", "view.new", "makes another")
	}
	return Act(workspace.CloseView{View: c.View.ID, At: c.Maker.Now()})
}

var errOneView = errors.New("it needs the name of a view")

// selectView parses the name of a view to show.
func selectView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errOneView
	}
	return func(c Focus) Result {
		for _, v := range c.State.Views {
			if string(v.ID) == args[0] || v.Name == args[0] {
				return Act(workspace.SwitchView{View: v.ID})
			}
		}
		return Cannot("no view is called `" + args[0] + "`")
	}, nil
}

// nameView parses a new name for the focused view, which may have no tab.
func nameView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 {
		return nil, errors.New("it needs one name (in quotes if it has spaces)")
	}
	return func(c Focus) Result {
		return Act(workspace.RenameView{View: c.View.ID, Name: strings.TrimSpace(args[0])})
	}, nil
}

// newView parses the name of a view to make.
func newView(args []string) (func(Focus) Result, error) {
	if len(args) != 1 || strings.TrimSpace(args[0]) == "" {
		return nil, errors.New("it needs one name (in quotes if it has spaces)")
	}
	name := strings.TrimSpace(args[0])
	return always(Act(workspace.OpenView{View: workspace.ViewID(name), Name: name})), nil
}

// Requests that these commands make.
type (
	AskViewName struct{ View workspace.ViewID }
	AskNewView  struct{}
	// ChooseView asks for the view to move a tab to.
	ChooseView struct {
		Tab  workspace.TabID
		From workspace.ViewID
	}
	// GoToView closes open lists and shows a view.
	GoToView struct{ View workspace.ViewID }
)

func (AskViewName) isPrompt()  {}
func (AskViewName) isRequest() {}
func (AskNewView) isPrompt()   {}
func (AskNewView) isRequest()  {}
func (ChooseView) isList()     {}
func (ChooseView) isRequest()  {}
func (GoToView) isRequest()    {}
