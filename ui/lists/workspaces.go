package lists

import (
	"strings"

	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Workspace is what is known of a workspace without opening it.
type Workspace struct {
	Name string
	// Tabs and Sessions are how many it has, Runs what runs in them, the active pane first.
	Tabs, Sessions int
	Runs           []string
	// Holder is the program that has it open; empty for none.
	Holder string
	// Problem says why it cannot be read; empty where it can.
	Problem string
}

// mostRuns is how many of the programs of a workspace are named.
const mostRuns = 4

// workspaces lists workspaces, and a new one where what was typed is in no name. here is the
// name of the one that is shown.
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
			it.Right, it.Disabled = "", "it is the one that is shown"
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

// detail is what a workspace has, and what runs in it.
func (w Workspace) detail() string {
	if w.Problem != "" {
		return w.Problem
	}
	out := Counted(w.Tabs, "tab")
	if w.Sessions != w.Tabs {
		out += ", " + Counted(w.Sessions, "session")
	}
	runs := w.Runs
	if len(runs) > mostRuns {
		runs = append(runs[:mostRuns:mostRuns], "…")
	}
	if len(runs) > 0 {
		out += ": " + strings.Join(runs, ", ")
	}
	return out
}

// toOtherWorkspaces leads from a list to the other workspaces.
func toOtherWorkspaces() dialog.Item {
	return dialog.Item{ID: "workspaces", Text: "other workspaces", Mark: ">", Choose: command.Ask(command.ChooseWorkspace{})}
}

// found are the workspaces that there are, as a source of a finder.
type found struct {
	From
	all []Workspace
}

func (w found) List(typed string) ([]dialog.Item, string) {
	return workspaces(w.all, w.Lists().State.Name, typed)
}

func (w found) News(string) string { return "" }

// Workspaces is the finder of workspaces.
func Workspaces(from From, all []Workspace) *dialog.Finder {
	f := dialog.NewFinder("Workspaces", found{from, all})
	f.Does, f.Placeholder = "leaves this one and opens it", "the name of a workspace, also of a new one"
	return f
}
