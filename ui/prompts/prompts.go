package prompts

import (
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// Of returns the prompt or question for a request, nil if its subject no longer exists.
func Of(r command.Prompt, f command.Focus) dialog.Dialog {
	switch r := r.(type) {
	case command.AskTabNumber:
		return tabNumber(len(f.View.Tabs))
	case command.AskTabName:
		return tabName(f.State, r.Tab)
	case command.AskPaneName:
		return paneName(f.State, r.Session)
	case command.AskViewName:
		return viewName(f.State, r.View)
	case command.AskNewView:
		return newView()
	case command.AskKill:
		return kill(f, r.Session)
	case command.AskArchive:
		return archive(f, r.Session)
	case command.AskEndClosed:
		return endClosed(f.State, r.Holding)
	case command.AskRemove:
		return remove(f.State, r.Session)
	case command.AskExport:
		return export("~/dormer-" + f.Maker.Now().Format("20060102-150405") + ".svg")
	case command.AskSaveTemplate:
		return saveTemplate(f.State.Name, f.Base())
	case command.AskTakeWorkspace:
		return takeWorkspace(r)
	case command.AskArrangement:
		return saveLayout(r.Tab)
	}
	return nil
}
