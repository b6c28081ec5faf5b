package lists

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dormer/session"
	"dormer/session/grid"
	"dormer/session/wire"
	"dormer/ui/attention"
	"dormer/ui/buffers"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/notices"
	"dormer/ui/theme"
	"dormer/workspace"
)

// moveInto returns the tabs into which a pane can be moved.
func (l Lists) moveInto(r command.AskMovePane) []dialog.Item {
	return l.otherTabs(r.From, r.View, func(t workspace.Tab) command.Request {
		return command.MovePane{Session: r.Session, At: t.Active}
	})
}

// joinInto returns the tabs into which a tab can be joined.
func (l Lists) joinInto(r command.AskJoinTab) []dialog.Item {
	return l.otherTabs(r.From, r.View, func(t workspace.Tab) command.Request {
		return command.JoinTab{From: r.From, At: t.Active}
	})
}

// otherTabs returns all tabs except one, those of a view first.
func (l Lists) otherTabs(from workspace.TabID, view workspace.ViewID, chosen func(t workspace.Tab) command.Request) (items []dialog.Item) {
	for _, v := range l.thisViewFirst(view) {
		for i, t := range v.Tabs {
			if t.ID == from {
				continue
			}
			it := dialog.Item{
				ID: t.ID.String(), Text: strconv.Itoa(i+1) + " " + l.State.TabTitle(t), Session: t.Active,
				Choose: command.Ask(chosen(t)),
			}
			if v.ID != view {
				it.Detail = "in " + v.Name
			}
			items = append(items, it)
		}
	}
	return items
}

// thisViewFirst returns all views, the one with an id first.
func (l Lists) thisViewFirst(id workspace.ViewID) (out []workspace.View) {
	for _, v := range l.State.Views {
		if v.ID == id {
			out = slices.Insert(out, 0, v)
		} else {
			out = append(out, v)
		}
	}
	return out
}

// otherViews returns the views into which a tab can be moved.
func (l Lists) otherViews(r command.ChooseView) (items []dialog.Item) {
	for _, v := range l.State.Views {
		if v.ID == r.From {
			continue
		}
		items = append(items, dialog.Item{
			ID: "view " + string(v.ID), Text: v.Name, Detail: Counted(len(v.Tabs), "tab"),
			Choose: command.Act(workspace.MoveTabToView{Tab: r.Tab, View: v.ID, Index: -1}),
		})
	}
	return items
}

// hiddenFloats returns the hidden floating panes of a tab.
func (l Lists) hiddenFloats(tab workspace.TabID) (items []dialog.Item) {
	_, t, _ := l.State.Tab(tab)
	for _, id := range t.HiddenFloats() {
		it := l.paneItem(id, 0, l.Describe)
		it.Choose = command.Act(workspace.FocusPane{Session: id})
		items = append(items, it)
	}
	return items
}

// layouts returns the saved layouts of a tab.
func (l Lists) layouts(tab workspace.TabID) (items []dialog.Item) {
	_, t, _ := l.State.Tab(tab)
	for _, s := range t.Saved {
		items = append(items, dialog.Item{
			ID: "arrangement " + s.Name, Text: s.Name, Detail: Counted(len(workspace.Tab{Root: s.Root, Floats: s.Floats}.Panes()), "pane"),
			Choose: command.Act(workspace.UseLayout{Tab: tab, Name: s.Name}),
		})
	}
	return items
}

// eventTitleCols is the maximum width of a title beside an event, in columns, so that the event
// stays readable.
const eventTitleCols = 16

// Unread returns the number of unread entries in the inbox, and a summary of the newest: "build
// failed".
func (l Lists) Unread() (n int, newest string) {
	n, e := l.Inbox.Unread(l.known)
	if n == 0 {
		return 0, ""
	}
	return n, grid.Cut(l.State.Sessions[e.Session].DisplayTitle(), eventTitleCols) + " " + e.Reason.Verb()
}

// eventItems returns the entries of the inbox.
func (l Lists) eventItems(entries []attention.Entry) (items []dialog.Item) {
	for _, e := range entries {
		title := l.State.Sessions[e.Session].DisplayTitle()
		it := dialog.Item{
			ID: e.ID(), Text: grid.Cut(title, eventTitleCols), Other: command.Synonyms{Words: strings.Fields(strings.ToLower(title))}, Mark: " ", Detail: e.Text,
			Right: l.Ago(e.At), Session: e.Session,
			Choose: command.Ask(command.GoTo{Session: e.Session}), About: l.aboutPane(e.Session),
		}
		if e.Read {
			it.Right += ", seen"
		} else {
			it.Mark = e.Reason.Mark()
		}
		if _, _, open := l.State.TabOf(e.Session); !open {
			it.Disabled = "it is closed: the shelf brings it back"
		}
		items = append(items, it)
	}
	return items
}

// found returns the item for a match in a session's text, given its line and the positions of the
// matching bytes in it.
func (l Lists) found(id session.ID, match wire.Match, line string, lit []int) dialog.Item {
	it := dialog.Item{
		ID:   fmt.Sprintf("text %s %d.%d", id, match.First.Line, match.First.Col),
		Text: line, Lit: lit, Mark: "/", Session: id, At: &match,
		Right:  grid.Cut(l.State.Sessions[id].DisplayTitle(), 20),
		Choose: command.Ask(command.GoToText{Session: id, Match: match}), About: l.aboutPane(id),
	}
	if l.State.ClosedHolding(id) >= 0 {
		it.Right = "↶ " + it.Right
	}
	return it
}

// aboutPane returns the subject for a line about a pane, nil if the pane is not open; see
// [command.AboutIn].
func (l Lists) aboutPane(id session.ID) *command.Subject {
	_, t, open := l.State.TabOf(id)
	if !open {
		return nil
	}
	return command.AboutIn(t, id)
}

// texts returns the copied texts, to paste them into a pane.
func (l Lists) texts(copied []buffers.Buffer, into session.ID) (items []dialog.Item) {
	for _, b := range copied {
		first, _, more := strings.Cut(strings.TrimLeft(b.Text, " \n"), "\n")
		it := dialog.Item{ID: b.ID(), Text: grid.Cut(first, 200), Right: l.Ago(b.At), Lines: b.Text}
		if more {
			it.Detail = buffers.Size(b.Text)
		}
		it.Choose = command.Ask(command.PasteText{Text: b.Text, Into: into})
		items = append(items, it)
	}
	return items
}

// themeID returns the item id of a colour theme.
func themeID(name string) string { return "theme " + name }

// themeNames returns the colour themes.
func (l Lists) themeNames() (items []dialog.Item) {
	for _, name := range theme.Names() {
		detail := "follows your terminal"
		if light, known := theme.MadeForLight(name); light {
			detail = "light"
		} else if known {
			detail = "dark"
		}
		items = append(items, dialog.Item{
			ID: themeID(name), Text: name, Detail: detail,
			Choose: command.Ask(command.TakeTheme{Name: name}),
		})
	}
	return items
}

// templatesIn returns the templates in a directory; see [Templates].
func (l Lists) templatesIn(dir string, names []string, ending string) (items []dialog.Item) {
	for _, name := range names {
		path := filepath.Join(dir, name+ending)
		items = append(items, dialog.Item{
			ID: "template " + name, Text: name, Detail: l.short(path),
			Choose: command.Ask(command.OpenTemplateFile{Name: path}),
		})
	}
	return items
}

// messageItems returns earlier messages. The preview shows the selected one in full.
func (l Lists) messageItems(messages []notices.Message) (items []dialog.Item) {
	for _, said := range messages {
		items = append(items, dialog.Item{
			ID: fmt.Sprint("message ", said.Serial), Text: said.Text, Right: l.Ago(said.At), Lines: said.Text, Sentence: true,
			Choose: command.Ask(command.CopyText{Text: said.Text}),
		})
	}
	return items
}
