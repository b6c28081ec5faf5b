package lists

import (
	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// From provides the current input of an open list.
type From interface {
	// Lists returns the current input.
	Lists() Lists
	// Revised returns a number that changes whenever the input may have changed.
	Revised() uint64
	// Shows reports whether there is a picture of a session.
	Shows(session.ID) bool
}

// source is a list that the typed text only filters.
type source struct {
	From
	items func(Lists) []dialog.Item
}

func (s source) List(typed string) ([]dialog.Item, string) { return s.items(s.Lists()), typed }
func (s source) News(string) string                        { return "" }

// Of returns the finder for a request.
func Of(r command.List, from From) *dialog.Finder {
	now := from.Lists()
	of := func(items func(Lists) []dialog.Item) dialog.Source { return source{from, items} }
	switch r := r.(type) {
	case command.OpenOverview:
		f := overview(of(func(l Lists) []dialog.Item {
			items := l.Tree(l.Describe)
			if r.Archived {
				items = append(items, l.archived()...)
			}
			return append(items, workspacesItem())
		}), r.Archived)
		f.Refresh()
		f.SelectID("session " + now.Pane.String())
		return f
	case command.OpenInbox:
		return inbox(of(func(l Lists) []dialog.Item { return append(l.queue(), l.eventItems(l.Inbox.Entries(l.known))...) }))
	case command.OpenShelf:
		return shelf(of(Lists.Closed), now.Kept)
	case command.OpenArchived:
		return archived(of(Lists.archived))
	case command.OpenMessages:
		return messages(of(func(l Lists) []dialog.Item { return l.messageItems(l.Notices.Messages()) }))
	case command.ChooseBuffer:
		return copied(of(func(l Lists) []dialog.Item { return l.texts(l.Buffers.All(), now.Pane) }))
	case command.AskMovePane:
		return dialog.NewFinder("Move this pane into", of(func(l Lists) []dialog.Item { return l.moveInto(r) }))
	case command.AskJoinTab:
		return dialog.NewFinder("Join this tab into", of(func(l Lists) []dialog.Item { return l.joinInto(r) }))
	case command.AskHiddenFloat:
		return dialog.NewFinder("Show the floating pane", of(func(l Lists) []dialog.Item { return l.hiddenFloats(r.Tab) }))
	case command.ChooseArrangement:
		return savedLayouts(of(func(l Lists) []dialog.Item { return l.layouts(r.Tab) }), r.Tab)
	case command.ChooseView:
		return dialog.NewFinder("Move this tab into", of(func(l Lists) []dialog.Item { return l.otherViews(r) }))
	}
	return nil
}
