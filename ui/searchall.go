package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/lists"
	"dormer/ui/live"
	"dormer/ui/textsearch"
	"dormer/ui/transcript"
)

const (
	// searchTime is how long a host may search before the list goes on without it.
	searchTime = 2 * time.Second
	// peeksAtOnce is how many sessions are connected to at the same time for a search.
	peeksAtOnce = 8
)

// searchLate says that the time for the search with a serial is over.
type searchLate struct{ serial int }

func (msg searchLate) tell(m *Model) tea.Cmd {
	if m.texts.Late(msg.serial, m.live.MayAnswer) {
		m.changed()
	}
	return nil
}

// findText opens the palette for a text in every session.
func (m *Model) findText() tea.Cmd {
	f := lists.Palette(palette{listed{m}})
	f.Paste("/")
	return m.openFinder(f)
}

// armTexts begins the search that the palette asks for, and ends the one before.
func (m *Model) armTexts() tea.Cmd {
	query := m.dialogs.TextSought()
	if m.texts.For(query, m.size) {
		return nil
	}
	for id := range m.texts.Searching() {
		if l := m.live.Get(id); l != nil && l.Client != nil {
			l.Client.StopSearch()
		}
	}
	if m.texts.Begin(query, m.size); !m.texts.Going() {
		return nil
	}
	turns := make(chan struct{}, peeksAtOnce)
	var cmds []tea.Cmd
	for id, r := range m.state.Sessions {
		if m.live.Get(id) != nil {
			m.searchIn(id)
		} else {
			m.texts.Asked(id, 0)
			cmds = append(cmds, m.live.Peek(id, r.Source, turns))
		}
	}
	return tea.Batch(append(cmds, m.after(searchTime, searchLate{m.texts.Serial}))...)
}

// searchIn asks a session for the text that is looked for.
func (m *Model) searchIn(id session.ID) {
	l := m.live.Get(id)
	if !m.texts.Going() || l == nil {
		return
	}
	tag := uint64(0)
	if l.Client != nil {
		tag = l.Client.Search(m.texts.Question())
	}
	m.texts.Asked(id, tag)
}

// peeked takes a connection that was made for a search. It stays open.
func (m *Model) peeked(msg live.Peeked) tea.Cmd {
	l := m.live.Get(msg.ID)
	view, _, open := m.state.TabOf(msg.ID)
	switch {
	case l == nil || l.Client != nil: // ended, or attached to, meanwhile
		live.Close(msg.Conn)
		live.Close(msg.Kept.Screen)
	case msg.Conn != nil:
		return m.attach(msg.ID, msg.Conn, session.Size{})
	case open && view == m.state.ActiveView:
		live.Close(msg.Kept.Screen) // it is read again
		return tea.Batch(m.live.Drop(msg.ID), m.showSession(msg.ID))
	default:
		m.keep(msg.ID, msg.Kept, session.Size{}, true)
	}
	return nil
}

// textItems lists what was found, session by session, the latest line first.
func (m *Model) textItems() (out []dialog.Item) {
	l := m.lists()
	for _, match := range m.texts.Matches(textsearch.Order(m.state)) {
		line, lit := "…", []int(nil)
		if c := m.live.Client(match.Session); c != nil {
			line, lit = transcript.Match(c, match.Match)
		}
		out = append(out, l.Found(match.Session, match.Match, line, lit))
	}
	return out
}

// goToText shows a match: the session that it is in, brought back where that was
// closed, at its line.
func (m *Model) goToText(id session.ID, match wire.Match) tea.Cmd {
	var cmd tea.Cmd
	if i := m.state.ClosedHolding(id); i >= 0 {
		cmd = m.fulfil(command.BringBack{Holding: m.state.Undo[i].Sessions[0]})
	}
	return tea.Batch(cmd, m.goTo(id), m.showMatch(id, match))
}
