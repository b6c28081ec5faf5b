package prompts

import (
	"fmt"
	"strconv"
	"strings"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/copymode"
	"dormer/ui/dialog"
	"dormer/workspace"
)

// tabName asks for the name of a tab; an empty one restores its automatic title.
func tabName(s workspace.State, id workspace.TabID) dialog.Dialog {
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

// paneName asks for the name of a pane.
func paneName(s workspace.State, id session.ID) dialog.Dialog {
	r := s.Sessions[id]
	unnamed := r
	unnamed.Name = ""
	return dialog.NewNaming("Name of this pane", r.Name, unnamed.DisplayTitle(), func(name string) command.Result {
		return command.Act(workspace.RenameSession{Session: id, Name: name})
	})
}

// viewName asks for the name of a view.
func viewName(s workspace.State, id workspace.ViewID) dialog.Dialog {
	v, _ := s.View(id)
	return dialog.NewNaming("Name of this view", v.Name, string(v.ID), func(name string) command.Result {
		return command.Act(workspace.RenameView{View: v.ID, Name: name})
	})
}

// newView asks for the name of a new view.
func newView() dialog.Dialog {
	return named("Name of the new view", func(name string) command.Result {
		return command.Act(workspace.OpenView{View: workspace.ViewID(name), Name: name})
	})
}

// tabNumber asks for the number or name of the tab to go to.
func tabNumber(tabs int) dialog.Dialog {
	return dialog.NewPrompt("Go to the tab with the number or name", "", "1 to "+strconv.Itoa(tabs), something(func(typed string) command.Result {
		return command.Ask(command.GoToTab{Typed: typed})
	}))
}

// saveLayout asks for the name under which the layout of a tab is saved.
func saveLayout(tab workspace.TabID) dialog.Dialog {
	return named("Save this layout as", func(name string) command.Result {
		return command.Ask(command.SaveArrangement{Tab: tab, Name: name})
	})
}

// saveTemplate asks for the name of a template; if nothing is typed, it takes the usual one. A path
// is relative to the directory below.
func saveTemplate(usual, below string) dialog.Dialog {
	return dialog.NewPrompt("Save what is open as the template", usual, usual, func(name string) command.Result {
		return command.Ask(command.SaveTemplate{Name: or(name, usual), Base: below})
	})
}

// export asks for the file to write the screen to; if nothing is typed, it takes the usual one.
func export(usual string) dialog.Dialog {
	return dialog.NewPrompt("Write the screen to ("+command.ExportExtensions+")", usual, usual, func(path string) command.Result {
		return command.Ask(command.ExportScreen{Path: or(path, usual)})
	})
}

// Line asks for the line of a pane's history to go to, counted up from the screen like the position
// in the pane's corner.
func Line(pane session.ID) dialog.Dialog {
	return dialog.NewPrompt("Go to line, counted up from the screen", "", "0", func(text string) command.Result {
		n := 0
		if _, err := fmt.Sscan(text, &n); text != "" && (err != nil || n < 0) {
			return command.Cannot(fmt.Sprintf("%q is not a number of lines", text))
		}
		return command.Ask(command.InCopyMode{Session: pane, Verb: copymode.GoTo{Up: n}})
	})
}

// named asks for a name; an empty one does nothing.
func named(title string, accept func(string) command.Result) dialog.Dialog {
	return dialog.NewPrompt(title, "", "", something(accept))
}

// something passes the typed text to accept, without surrounding blanks. An empty text does
// nothing.
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
