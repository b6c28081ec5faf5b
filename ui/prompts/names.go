package prompts

import (
	"strconv"
	"strings"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// TabName asks for the name of a tab; an empty one is the tab's own again.
func TabName(s workspace.State, id workspace.TabID) dialog.Dialog {
	_, tab, open := s.Tab(id)
	if !open {
		return nil
	}
	unnamed := tab
	unnamed.Name = ""
	return dialog.NewNaming("Name of this tab", tab.Name, s.TabTitle(unnamed), func(name string) command.Result {
		return command.Act(workspace.RenameTab{Tab: tab.ID, Name: name})
	})
}

// PaneName asks for the name of a pane.
func PaneName(s workspace.State, id session.ID) dialog.Dialog {
	r := s.Sessions[id]
	unnamed := r
	unnamed.Name = ""
	return dialog.NewNaming("Name of this pane", r.Name, unnamed.DisplayTitle(), func(name string) command.Result {
		return command.Act(workspace.RenameSession{Session: id, Name: name})
	})
}

// ViewName asks for the name of a view.
func ViewName(s workspace.State, id workspace.ViewID) dialog.Dialog {
	v, _ := s.View(id)
	return dialog.NewNaming("Name of this view", v.Name, string(v.ID), func(name string) command.Result {
		return command.Act(workspace.RenameView{View: v.ID, Name: name})
	})
}

// NewView asks for the name of a view that is to be opened.
func NewView() dialog.Dialog {
	return named("Name of the new view", func(name string) command.Result {
		return command.Act(workspace.OpenView{View: workspace.ViewID(name), Name: name})
	})
}

// TabNumber asks which of some tabs to go to.
func TabNumber(tabs int) dialog.Dialog {
	return dialog.NewPrompt("Go to the tab with the number or name", "", "1 to "+strconv.Itoa(tabs), something(func(typed string) command.Result {
		return command.Ask(command.GoToTab{Typed: typed})
	}))
}

// SaveLayout asks for the name that the layout of a tab is kept under.
func SaveLayout(tab workspace.TabID) dialog.Dialog {
	return named("Save this layout as", func(name string) command.Result {
		return command.Ask(command.SaveArrangement{Tab: tab, Name: name})
	})
}

// SaveTemplate asks for the name of a template; the usual one is taken for nothing typed.
// A path is below a directory.
func SaveTemplate(usual, below string) dialog.Dialog {
	return dialog.NewPrompt("Save what is open as the template", usual, usual, func(name string) command.Result {
		return command.Ask(command.SaveTemplate{Name: or(name, usual), Base: below})
	})
}

// Export asks for the file that the screen is written to; the usual one is taken for
// nothing typed.
func Export(usual string) dialog.Dialog {
	return dialog.NewPrompt("Write the screen to ("+command.ExportEnds+")", usual, usual, func(path string) command.Result {
		return command.Ask(command.ExportScreen{Path: or(path, usual)})
	})
}

// named asks for a name, without which nothing is done.
func named(title string, accept func(string) command.Result) dialog.Dialog {
	return dialog.NewPrompt(title, "", "", something(accept))
}

// something passes on what was typed, without the blanks around it; of nothing typed nothing
// comes.
func something(accept func(string) command.Result) func(string) command.Result {
	return func(typed string) command.Result {
		if typed = strings.TrimSpace(typed); typed == "" {
			return command.Result{}
		}
		return accept(typed)
	}
}

func or(typed, usual string) string {
	if typed = strings.TrimSpace(typed); typed == "" {
		return usual
	}
	return typed
}
