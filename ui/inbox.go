package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/dialog"
)

// maxInbox bounds the inbox; the oldest entries go.
const maxInbox = 200

// entry is something that happened in a session while it was not looked at.
type entry struct {
	serial  int
	session session.ID
	reason  reason
	at      time.Time
	text    string
	read    bool
}

// inbox is what happened in sessions that were not looked at, the oldest first.
type inbox struct {
	entries []entry
	serial  int
}

// record adds an entry. One that says again what the session's last one said takes
// its place: a bell that rings on is one.
func (m *Model) record(id session.ID, why reason, at time.Time, text string) {
	b := &m.inbox
	b.serial++
	e := entry{serial: b.serial, session: id, reason: why, at: at, text: text}
	for i := len(b.entries) - 1; i >= 0; i-- {
		if old := b.entries[i]; old.session == id {
			if old.reason == why && old.text == text && !old.read {
				b.entries = slices.Delete(b.entries, i, i+1)
			}
			break
		}
	}
	if len(b.entries) == maxInbox {
		b.entries = slices.Delete(b.entries, 0, 1)
	}
	b.entries = append(b.entries, e)
}

// read takes note that a session's entries were seen.
func (m *Model) read(id session.ID) {
	for i := range m.inbox.entries {
		if e := &m.inbox.entries[i]; e.session == id && !e.read {
			e.read = true
			m.changed()
		}
	}
}

// unread is how many entries were not seen, of sessions that are still there.
func (m *Model) unread() (n int) {
	for _, e := range m.inbox.entries {
		if _, known := m.state.Sessions[e.session]; known && !e.read {
			n++
		}
	}
	return n
}

// newest says what the newest of the entries is that were not seen, empty where there
// is none: "build failed".
func (m *Model) newest() string {
	for _, e := range slices.Backward(m.inbox.entries) {
		if r, known := m.state.Sessions[e.session]; known && !e.read {
			return cut(r.DisplayTitle(), inboxTitle) + " " + e.reason.verb()
		}
	}
	return ""
}

// clearInbox forgets the entry with an id, all of them for an empty one.
func (m *Model) clearInbox(id string) tea.Cmd {
	m.inbox.entries = slices.DeleteFunc(m.inbox.entries, func(e entry) bool { return id == "" || e.id() == id })
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

func (e entry) id() string { return fmt.Sprint("entry ", e.serial) }

func (m *Model) inboxItems() []dialog.Item {
	var out []dialog.Item
	for _, e := range slices.Backward(m.inbox.entries) {
		r, known := m.state.Sessions[e.session]
		if !known {
			continue
		}
		id := e.session
		it := dialog.Item{
			ID: e.id(), Text: cut(r.DisplayTitle(), inboxTitle), Other: command.Synonyms{Words: strings.Fields(strings.ToLower(r.DisplayTitle()))}, Mark: " ", Detail: e.text,
			Right: m.ago(e.at), Session: id,
			Choose: command.Ask(command.GoTo{Session: id}), About: m.aboutPane(id),
		}
		if !e.read {
			it.Mark = marksOfReasons[e.reason]
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
