package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/wire"
	"dormer/ui/command"
	"dormer/ui/lists"
	"dormer/ui/textsearch"
	"dormer/ui/transcript"
)

// searchTime is how long the palette waits for the search of a host.
const searchTime = 2 * time.Second

// searchLate says that the time for a search is over.
type searchLate struct{ serial int }

func (msg searchLate) applyTo(m *Model) tea.Cmd {
	if m.texts.Timeout(msg.serial, m.live.MayAnswer) {
		m.changed()
	}
	return nil
}

// findText opens the palette to search the text of all sessions.
func (m *Model) findText() tea.Cmd {
	f := lists.Palette(m.paletteSource())
	f.Paste("/")
	return m.openFinder(f)
}

// searchTexts starts the search for the text in the palette.
func (m *Model) searchTexts() tea.Cmd {
	connect, begun := m.texts.Seek(m.dialogs.SearchText(), m.size, m.live, m.state.Sessions)
	if !begun {
		return nil
	}
	return tea.Batch(connect, m.after(searchTime, searchLate{m.texts.Serial}))
}

// foundLine returns the line of a match, and the bytes of it that matched.
func (m *Model) foundLine(match textsearch.Match) (text string, lit []int) {
	if c := m.live.Client(match.Session); c != nil {
		return transcript.Match(c, match.Match)
	}
	return "…", nil
}

// goToText shows the line of a match. A closed session is brought back first.
func (m *Model) goToText(id session.ID, match wire.Match) tea.Cmd {
	var cmd tea.Cmd
	if i := m.state.ClosedHolding(id); i >= 0 {
		cmd = m.dispatch(command.BringBack{Holding: m.state.Undo[i].Sessions[0]})
	}
	return tea.Batch(cmd, m.goTo(id), m.showMatch(id, match))
}
