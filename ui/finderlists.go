package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/dialog"
	"dormer/ui/lists"
)

// list is what a finder lists, of the model: what there is for what was typed, and the
// part of that which filters.
type list struct {
	m  *Model
	of func(typed string) (items []dialog.Item, pattern string)
	// behind says what goes on behind the list; nil for nothing.
	behind func(typed string) string
}

// plain is a list that does not depend on what was typed.
func (m *Model) plain(items func() []dialog.Item) list {
	return list{m: m, of: func(typed string) ([]dialog.Item, string) { return items(), typed }}
}

// listed is such a list, of the workspace.
func (m *Model) listed(items func(lists.Lists) []dialog.Item) list {
	return m.plain(func() []dialog.Item { return items(m.lists()) })
}

func (l list) List(typed string) ([]dialog.Item, string) { return l.of(typed) }
func (l list) Revised() uint64                           { return l.m.revision }
func (l list) Shows(id session.ID) bool                  { return l.m.clientOf(id) != nil }

func (l list) News(typed string) string {
	if l.behind == nil {
		return ""
	}
	return l.behind(typed)
}

// everythingList is what the palette lists.
func (m *Model) everythingList() list {
	return list{m: m, of: m.everything, behind: func(typed string) string {
		if strings.HasPrefix(typed, "/") {
			return m.texts.Progress(m.textQuery(), m.mayAnswer)
		}
		return ""
	}}
}

// openFinder opens a finder with its list as it is now.
func (m *Model) openFinder(f *dialog.Finder) tea.Cmd {
	m.openDialog(f)
	f.Refresh()
	return nil
}

// find opens a finder for one of some things.
func (m *Model) find(title string, items func(lists.Lists) []dialog.Item) tea.Cmd {
	return m.openFinder(dialog.NewFinder(title, m.listed(items)))
}

// happened is a list of the entries of the inbox.
func (m *Model) happened() list {
	return m.listed(func(l lists.Lists) []dialog.Item { return l.Happened(m.inbox.Entries(m.known)) })
}

// lists makes what finders list, of the workspace as it is now.
func (m *Model) lists() lists.Lists {
	return lists.Lists{Labels: m.labels(), Pane: m.activePane(), Dirs: m.habits.Dirs}
}

// listedCommands makes the lists of commands.
func (m *Model) listedCommands() lists.Commands {
	return lists.Commands{Focus: m.focus(), Table: m.commands(), KeyOf: m.keys().ShortKey, Used: m.habits.Commands}
}
