package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/endedpane"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// tickEndedPanes lets the panes without a process act on the time that has passed.
func (m *Model) tickEndedPanes() tea.Cmd {
	changed, asks := endedpane.Tick(m.live, m.geo.Sessions(), m.activePane(), m.now(), m.area())
	if changed {
		m.changed()
	}
	return m.doAll(asks)
}

// ignoreNext has the active pane ignore keys for a moment if it has no process and has the focus
// because the pane before it was closed: the keys were typed for that one.
func (m *Model) ignoreNext(before session.ID) {
	id := m.activePane()
	if _, _, open := m.state.TabOf(before); open || id == before {
		return
	}
	if l := m.live.Get(id); l.TakesEnter() {
		l.Ended.Ignore(m.now())
	}
}

// endedPaneTakes takes a key if the session of the active pane has no process, or cannot be
// shown.
func (m *Model) endedPaneTakes(k keys.Key) (taken bool, asks []command.Result) {
	id := m.activePane()
	if taken, asks = endedpane.Key(m.live.Get(id), m.state.Sessions[id], k, m.now()); taken {
		m.changed()
	}
	return taken, asks
}

// endedPaneTakesPaste is endedPaneTakes for a paste.
func (m *Model) endedPaneTakesPaste(input.Paste) (taken bool, asks []command.Result) {
	id := m.activePane()
	if taken, asks = endedpane.Paste(m.live.Get(id), m.state.Sessions[id], m.now()); taken {
		m.changed()
	}
	return taken, asks
}

// idledPaneTakes starts a session that was ended because it was idle. The key goes to the next
// taker, and is kept until the session has started.
func (m *Model) idledPaneTakes(k keys.Key) (bool, []command.Result) {
	if k.Modifier() {
		return false, nil
	}
	return m.idledPaneTakesPaste(input.Paste{})
}

// idledPaneTakesPaste is idledPaneTakes for a paste.
func (m *Model) idledPaneTakesPaste(input.Paste) (bool, []command.Result) {
	id := m.activePane()
	if endedpane.StartsOnInput(m.live.Get(id), m.state.Sessions[id]) {
		return false, resultsOf(command.StartAgain{Session: id})
	}
	return false, nil
}
