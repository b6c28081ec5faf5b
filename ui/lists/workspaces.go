package lists

import (
	"strings"

	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Workspace describes a workspace that is not open here.
type Workspace struct {
	Name string
	// Tabs and Sessions are numbers. Runs are the running programs, that of the active pane first.
	Tabs, Sessions int
	Runs           []string
	// Holder is the program that has it open; empty for none.
	Holder string
	// Problem is the reason why it cannot be read; empty if it can.
	Problem string
}

// maxRuns is the maximum number of programs that are named.
const maxRuns = 4

// workspaces returns the workspaces, and an item for a new one if no name contains the typed text.
// here is the name of the current workspace.
func workspaces(all []Workspace, here, typed string) (items []dialog.Item, pattern string) {
	typed = strings.TrimSpace(typed)
	known := typed == ""
	for _, w := range all {
		known = known || strings.Contains(w.Name, typed)
		it := dialog.Item{
			ID: "workspace " + w.Name, Text: w.Name, Detail: w.detail(), Right: w.Holder,
			Choose: command.Ask(command.OpenWorkspace{Name: w.Name}),
		}
		if w.Name == here {
			it.Right, it.Disabled = "", "it is open here already"
			it.Detail = it.Disabled
		}
		items = append(items, it)
	}
	if !known {
		items = append(items, dialog.Item{
			ID: "new workspace", Text: "new workspace: " + typed, Mark: "+",
			Choose: command.Ask(command.OpenWorkspace{Name: typed}),
		})
	}
	return items, typed
}

// detail describes a workspace: tabs, sessions and running programs.
func (w Workspace) detail() string {
	if w.Problem != "" {
		return w.Problem
	}
	out := Counted(w.Tabs, "tab")
	if w.Sessions != w.Tabs {
		out += ", " + Counted(w.Sessions, "session")
	}
	runs := w.Runs
	if len(runs) > maxRuns {
		runs = append(runs[:maxRuns:maxRuns], "…")
	}
	if len(runs) > 0 {
		out += ": " + strings.Join(runs, ", ")
	}
	return out
}

// workspacesItem returns the item that opens the list of workspaces.
func workspacesItem() dialog.Item {
	return dialog.Item{ID: "workspaces", Text: "other workspaces", Mark: ">", Choose: command.Ask(command.ChooseWorkspace{})}
}

// found is the source of the finder for workspaces.
type found struct {
	From
	all []Workspace
}

func (w found) List(typed string) ([]dialog.Item, string) {
	return workspaces(w.all, w.Lists().State.Name, typed)
}

func (w found) News(string) string { return "" }

// Workspaces returns the finder for workspaces.
func Workspaces(from From, all []Workspace) *dialog.Finder {
	f := dialog.NewFinder("Workspaces", found{from, all})
	f.Does, f.Placeholder = "leaves this one and opens it", "the name of a workspace, also of a new one"
	return f
}
