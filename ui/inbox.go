package ui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// known reports whether a session is still in the workspace.
func (m *Model) known(id session.ID) bool {
	_, known := m.state.Sessions[id]
	return known
}

// unread is how many entries of the inbox nobody saw, and what the newest of them is:
// "build failed".
func (m *Model) unread() (n int, newest string) {
	n, e := m.inbox.Unread(m.known)
	if n == 0 {
		return 0, ""
	}
	return n, cut(m.state.Sessions[e.Session].DisplayTitle(), inboxTitle) + " " + e.Reason.Verb()
}

// entryID is the id of an entry of the inbox in its list.
func entryID(serial int) string { return fmt.Sprint("entry ", serial) }

// clearInbox forgets the entry with an id, all of them for an empty one.
func (m *Model) clearInbox(id string) tea.Cmd {
	for _, e := range m.inbox.Entries(m.known) {
		if id == entryID(e.Serial) {
			m.inbox.Forget(e.Serial)
		}
	}
	if id == "" {
		m.inbox.Forget(0)
	}
	m.changed()
	return nil
}

// inboxTitle is how much of a title stands in the inbox, in columns: what happened is
// to be read too.
const inboxTitle = 16

// openInbox shows what happened in sessions that were not looked at, the newest
// first.
func (m *Model) openInbox() tea.Cmd {
	f := dialog.NewFinder("Inbox", m.plain(m.inboxItems))
	f.Does = "goes there"
	f.Empty = "nothing happened that you have not seen"
	f.Verbs = []dialog.Verb{
		{Key: "ctrl+x", Title: "clears it", Asks: func(it dialog.Item) command.Result { return command.Ask(command.ClearInbox{Entry: it.ID}) }},
		{Key: "ctrl+l", Title: "clears all", Asks: func(dialog.Item) command.Result { return command.Ask(command.ClearInbox{}) }},
	}
	return m.openFinder(f)
}

func (m *Model) inboxItems() []dialog.Item {
	var out []dialog.Item
	for _, e := range m.inbox.Entries(m.known) {
		id := e.Session
		r := m.state.Sessions[id]
		it := dialog.Item{
			ID: entryID(e.Serial), Text: cut(r.DisplayTitle(), inboxTitle), Other: command.Synonyms{Words: strings.Fields(strings.ToLower(r.DisplayTitle()))}, Mark: " ", Detail: e.Text,
			Right: m.labels().Ago(e.At), Session: id,
			Choose: command.Ask(command.GoTo{Session: id}), About: m.aboutPane(id),
		}
		if !e.Read {
			it.Mark = e.Reason.Mark()
		}
		if _, _, open := m.state.TabOf(id); !open {
			it.Disabled = "it is closed: the shelf brings it back"
		}
		out = append(out, it)
	}
	return out
}

// nextWaiting goes to the session that has waited longest to be looked at.
func (m *Model) nextWaiting() tea.Cmd {
	id, ok := m.waitingLongest()
	if !ok {
		m.say(m.focus().Refusal(command.NothingWaits, "inbox", "lists what happened"))
		return nil
	}
	return m.goTo(id)
}
