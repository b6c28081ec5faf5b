package lists

import (
	"time"

	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/duration"
	"dormer/workspace"
)

// Palette returns the finder for anything by its name.
func Palette(from dialog.Source) *dialog.Finder {
	f := dialog.NewFinder("Find", from)
	f.Palette = true
	f.Placeholder = "find anything; > commands, $ sessions, ~ directories, # worktrees, / text in sessions"
	return f
}

// overview returns the finder for the whole workspace as a tree: views, tabs, panes, closed panes
// and tabs, and optionally archived sessions.
func overview(from dialog.Source, archived bool) *dialog.Finder {
	f := dialog.NewFinder("Overview", from)
	f.Does, f.More, f.Statuses = "goes there", true, true
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+r", Title: "renames", Asks: about(func(s command.Subject) command.Request { return command.Rename{About: s} })},
		{Key: "ctrl+x", Title: "closes", Asks: about(func(s command.Subject) command.Request { return command.Close{About: s} })},
		{Key: "ctrl+q", Title: "ends", Asks: about(func(s command.Subject) command.Request { return command.End{About: s} })},
		{Key: "ctrl+t", Title: "undoes", Asks: func(dialog.Item) command.Result { return command.Ask(command.RunNamed{Command: "undo.close"}) }},
		{Key: "ctrl+s", Title: "starts again", Asks: func(it dialog.Item) command.Result { return command.Ask(command.StartAgain{Session: it.Session}) }},
		{Key: "alt+a", Title: "shows archived", Asks: func(dialog.Item) command.Result {
			return command.Ask(command.OpenOverview{Archived: !archived})
		}},
	}
	if archived {
		f.Verbs[len(f.Verbs)-1].Title = "hides archived"
	}
	return f
}

// about returns a verb that acts on the subject of an item.
func about(asks func(command.Subject) command.Request) func(dialog.Item) command.Result {
	return func(it dialog.Item) command.Result {
		if it.About == nil {
			return command.Result{}
		}
		return command.Ask(asks(*it.About))
	}
}

// archived returns the finder for archived sessions, to bring them back or remove them.
func archived(from dialog.Source) *dialog.Finder {
	f := dialog.NewFinder("Archived sessions", from)
	f.Does, f.Empty = "brings it back", "no session is archived"
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+q", Title: "deletes it permanently", Asks: func(it dialog.Item) command.Result { return command.Ask(command.AskRemove{Session: it.Session}) }},
	}
	return f
}

// shelf returns the finder for closed panes and tabs, to bring them back, keep them longer or end
// them.
func shelf(from dialog.Source, kept time.Duration) *dialog.Finder {
	f := dialog.NewFinder("Shelf", from)
	f.Does, f.Empty = "brings it back", "nothing was closed in the last "+duration.Said(kept)
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+k", Title: "keeps it an hour longer", Asks: func(it dialog.Item) command.Result { return command.Ask(command.KeepClosed{Holding: it.Session}) }},
		{Key: "ctrl+q", Title: "ends it now", Asks: func(it dialog.Item) command.Result { return command.Ask(command.AskEndClosed{Holding: it.Session}) }},
	}
	return f
}

// copied returns the finder for copied texts, to paste them.
func copied(from dialog.Source) *dialog.Finder {
	f := dialog.NewFinder("Paste", from)
	f.Does = "pastes"
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+o", Title: "to the clipboard", Asks: func(it dialog.Item) command.Result { return command.Ask(command.PutOnClipboard{Text: it.Lines}) }},
		{Key: "ctrl+x", Title: "forgets", Asks: func(it dialog.Item) command.Result { return command.Ask(command.ForgetBuffer{ID: it.ID}) }},
	}
	return f
}

// messages returns the finder for earlier messages of the status line.
func messages(from dialog.Source) *dialog.Finder {
	f := dialog.NewFinder("Messages", from)
	f.Does, f.Empty = "copies it", "there were no messages yet"
	return f
}

// savedLayouts returns the finder for the saved layouts of a tab.
func savedLayouts(from dialog.Source, tab workspace.TabID) *dialog.Finder {
	f := dialog.NewFinder("Saved layouts of this tab", from)
	f.Does, f.Empty = "applies it", "no layout is saved"
	f.Verbs = []dialog.Verb{{Key: "ctrl+x", Title: "deletes", Asks: func(it dialog.Item) command.Result {
		return command.Act(workspace.DropLayout{Tab: tab, Name: it.Text})
	}}}
	return f
}

// Themes returns the finder for colour themes, with the named one selected. The screen previews the
// selected theme until the list is closed.
func Themes(from From, name string) *dialog.Finder {
	f := dialog.NewFinder("Colours", source{from, Lists.themeNames})
	f.Does, f.Bright = "takes it", true
	f.Picked = func(it dialog.Item) command.Result { return command.Ask(command.TryTheme{Name: it.Text}) }
	f.Left = command.Ask(command.TryTheme{})
	f.Refresh()
	f.SelectID(themeID(name))
	return f
}

// Templates returns the finder for the templates in a directory. Their file names are the names
// with an ending.
func Templates(from From, dir string, names []string, ending string) *dialog.Finder {
	f := dialog.NewFinder("Templates", source{from, func(l Lists) []dialog.Item { return l.templatesIn(dir, names, ending) }})
	f.Does = "opens its tabs here"
	f.Empty = "no template is in " + from.Lists().short(dir) + ": `save the open tabs as a template` makes one, and `dormer open FILE` opens any"
	return f
}
