package ui

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/health"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/dialog"
	"dormer/ui/transcript"
	"dormer/workspace"
)

// texts is a search for a text in what every session shows and has shown. The
// hosts search, all at the same time; what they find is listed as it comes. It
// lives as long as the palette has such a query.
type texts struct {
	query string
	size  session.Size // that lines are broken for
	// asked holds the searches that were asked for and not answered: 0 stands for a
	// session that is being connected to.
	asked  map[session.ID]uint64
	found  map[session.ID]wire.SearchReply
	serial int
	late   bool // those that have not answered had the time to
}

const (
	// leastText is how long a text must be to be looked for, in characters.
	leastText = 2
	// matchesOfSession and matchesInAll bound what is listed.
	matchesOfSession = 20
	matchesInAll     = 200
	// searchTime is how long a host may search before the list goes on without it.
	searchTime = 2 * time.Second
	// peeksAtOnce is how many sessions are connected to at a time only to be searched.
	peeksAtOnce = 8
)

type (
	// searchLate says that the hosts have had the time for a search.
	searchLate struct{ serial int }
	// sessionPeeked reports the process of a session that is connected to only because
	// of a search. Where it has none, conn is nil and kept is what is kept of it.
	sessionPeeked struct {
		id   session.ID
		conn wire.Conn
		kept health.Kept
	}
)

func (msg searchLate) tell(m *Model) tea.Cmd {
	m.searchedLongEnough(msg)
	return nil
}

func (msg sessionPeeked) tell(m *Model) tea.Cmd { return m.peeked(msg) }

// findText opens the palette for a text in every session.
func (m *Model) findText() tea.Cmd {
	cmd := m.openPalette()
	if f, ok := m.dialog().(*dialog.Finder); ok {
		f.Paste("/")
		f.Refresh()
	}
	return cmd
}

// textQuery is the text that a palette is asked to look for in all sessions.
func (m *Model) textQuery() string {
	for _, d := range m.dialogs {
		if f, ok := d.(*dialog.Finder); ok && f.Palette {
			if q, ok := strings.CutPrefix(f.Typed(), "/"); ok {
				return q
			}
		}
	}
	return ""
}

// armTexts begins the search that the palette asks for, and ends the one before.
func (m *Model) armTexts() tea.Cmd {
	query := m.textQuery()
	if query == m.texts.query && m.size == m.texts.size {
		return nil
	}
	for id, tag := range m.texts.asked {
		if l := m.live[id]; tag != 0 && l != nil && l.client != nil {
			l.client.StopSearch()
		}
	}
	m.texts = texts{query: query, size: m.size, serial: m.texts.serial + 1}
	if utf8.RuneCountInString(query) < leastText {
		return nil
	}
	m.texts.asked, m.texts.found = map[session.ID]uint64{}, map[session.ID]wire.SearchReply{}
	turns := make(chan struct{}, peeksAtOnce)
	var cmds []tea.Cmd
	for id, r := range m.state.Sessions {
		if _, known := m.live[id]; known {
			m.searchIn(id)
		} else {
			cmds = append(cmds, m.peek(r, turns))
		}
	}
	return tea.Batch(append(cmds, m.after(searchTime, searchLate{m.texts.serial}))...)
}

// searchIn asks a session for the text that is looked for.
func (m *Model) searchIn(id session.ID) {
	l := m.live[id]
	if m.texts.asked == nil || l == nil {
		return
	}
	m.texts.asked[id] = 0
	if l.client != nil {
		m.texts.asked[id] = l.client.Search(wire.Search{
			Query: wire.Query{Text: m.texts.query},
			From:  wire.Position{Line: 1<<64 - 1}, Backward: true, Max: matchesOfSession,
		})
	}
}

// peek connects to a session that this program has not looked at yet, as far as it
// has a process: nothing is started for being searched.
func (m *Model) peek(r workspace.Record, turns chan struct{}) tea.Cmd {
	m.live[r.ID] = &live{}
	m.texts.asked[r.ID] = 0
	runtime := m.deps.Runtime
	return func() tea.Msg {
		turns <- struct{}{}
		defer func() { <-turns }()
		conn, err := runtime.Attach(r.Source, r.ID)
		switch {
		case errors.Is(err, health.ErrGone):
			return sessionPeeked{id: r.ID, kept: runtime.Recall(r.ID)}
		case err != nil: // it is tried again, and told of, where it is to be shown
			return sessionPeeked{id: r.ID}
		}
		return sessionPeeked{id: r.ID, conn: conn}
	}
}

// peeked takes the connection to a session that is to be searched. It is kept, as
// that of any session that was looked at once.
func (m *Model) peeked(msg sessionPeeked) tea.Cmd {
	l := m.live[msg.id]
	switch {
	case l == nil || l.client != nil: // ended, or attached to, meanwhile
		for _, conn := range []wire.Conn{msg.conn, msg.kept.Screen} {
			if conn != nil {
				_ = conn.Close()
			}
		}
		return nil
	case msg.conn != nil:
		return m.attach(msg.id, l, msg.conn, session.Size{})
	}
	if view, _, open := m.state.TabOf(msg.id); open && view == m.state.ActiveView {
		if msg.kept.Screen != nil {
			_ = msg.kept.Screen.Close() // it is read again
		}
		delete(m.live, msg.id)
		m.changed()
		return m.showSession(msg.id)
	}
	l.peeked, l.asleep = true, &msg.kept
	if msg.kept.Screen != nil {
		m.showKept(msg.id, l, session.Size{})
	}
	m.changed()
	return nil
}

// unanswered is how many of those that were asked may still answer: those that run, or
// are being connected to.
func (m *Model) unanswered() (n int) {
	for id := range m.texts.asked {
		if l := m.live[id]; l != nil && (l.client != nil || !l.stuck() && l.asleep == nil && !l.health.CanStart) {
			n++
		}
	}
	return n
}

// textFound takes what a session has found and reports whether it was asked for
// here.
func (m *Model) textFound(id session.ID, r wire.SearchReply) bool {
	if tag := m.texts.asked[id]; tag == 0 || tag != r.Tag {
		return false
	}
	delete(m.texts.asked, id)
	m.texts.found[id] = r
	m.changed()
	return true
}

func (m *Model) searchedLongEnough(msg searchLate) {
	if msg.serial == m.texts.serial && m.unanswered() > 0 {
		m.texts.late = true
		m.changed()
	}
}

// textItems lists what was found, session by session, the latest line first.
func (m *Model) textItems() []dialog.Item {
	var out []dialog.Item
	for _, id := range m.searchOrder() {
		for _, match := range m.texts.found[id].Matches {
			if len(out) < matchesInAll {
				out = append(out, m.textItem(id, match))
			}
		}
	}
	return out
}

// searchOrder is the active pane, those beside it, the other tabs and views, and
// what is closed.
func (m *Model) searchOrder() []session.ID {
	var out []session.ID
	seen := map[session.ID]bool{}
	add := func(ids ...session.ID) {
		for _, id := range ids {
			if !seen[id] {
				seen[id] = true
				out = append(out, id)
			}
		}
	}
	add(m.activePane())
	add(m.activeTab().Panes()...)
	for _, v := range append([]workspace.View{m.activeView()}, m.state.Views...) {
		for _, t := range v.Tabs {
			add(t.Panes()...)
		}
	}
	for i := len(m.state.Undo) - 1; i >= 0; i-- {
		add(m.state.Undo[i].Sessions...)
	}
	return out
}

func (m *Model) textItem(id session.ID, match wire.Match) dialog.Item {
	text, lit := "…", []int(nil)
	if l := m.live[id]; l != nil && l.client != nil {
		text, lit = transcript.Match(l.client, match)
	}
	it := dialog.Item{
		ID:   fmt.Sprintf("text %s %d.%d", id, match.First.Line, match.First.Col),
		Text: text, Lit: lit, Mark: "/", Session: id, At: &match,
		Right:  cut(m.state.Sessions[id].DisplayTitle(), 20),
		Choose: command.Ask(command.GoToText{Session: id, Match: match}), About: m.lists().AboutPane(id),
	}
	if m.state.ClosedHolding(id) >= 0 {
		it.Right = "↶ " + it.Right
	}
	return it
}

// searchState says how far the search is.
func (m *Model) searchState() string {
	t := m.texts
	switch {
	case utf8.RuneCountInString(t.query) < leastText:
		return "type what to find in all sessions, at least two characters"
	case t.query != m.textQuery():
		return "searching"
	}
	matches, sessions := 0, 0
	for _, r := range t.found {
		if r.Total > 0 {
			matches, sessions = matches+r.Total, sessions+1
		}
	}
	out := fmt.Sprintf("%d found in %d of %d sessions", matches, sessions, len(t.found)+len(t.asked))
	switch n := m.unanswered(); {
	case n > 0 && t.late:
		out += fmt.Sprintf(", %d still searching", n)
	case n > 0:
		out += ", searching"
	}
	return out
}

// goToText shows a match: the session that it is in, brought back where that was
// closed, at its line.
func (m *Model) goToText(id session.ID, match wire.Match) tea.Cmd {
	var cmd tea.Cmd
	if i := m.state.ClosedHolding(id); i >= 0 {
		cmd = m.bringBack(m.state.Undo[i].Sessions[0])
	}
	cmd = tea.Batch(cmd, m.goTo(id))
	m.showMatch(id, match)
	return cmd
}
