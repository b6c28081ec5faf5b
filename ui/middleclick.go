package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/prompts"
)

// selectionRead brings what was selected last on the desktop, for a pane that the
// middle button was pressed in; none says that the desktop has no such thing.
type selectionRead struct {
	pane session.ID
	text string
	none bool
}

func (msg selectionRead) tell(m *Model) tea.Cmd { return m.pasteSelection(msg) }

// middleClick pastes what was selected last: on the desktop, where that is known,
// else here.
func (m *Model) middleClick(pane session.ID) tea.Cmd {
	desktop := m.deps.Desktop
	if desktop == nil {
		return m.pasteSelection(selectionRead{pane: pane, none: true})
	}
	return func() tea.Msg {
		text, err := desktop.Selected()
		return selectionRead{pane: pane, text: text, none: err != nil}
	}
}

// pasteSelection pastes into the pane that was clicked, if it has the focus still.
func (m *Model) pasteSelection(s selectionRead) tea.Cmd {
	text := s.text
	if b, ok := m.buffers.Newest(); s.none && ok {
		text = b.Text
	}
	switch {
	case s.pane != m.activePane():
		return nil
	case text == "" && s.none:
		m.say("nothing was selected yet to paste: drag over text selects it")
		return nil
	case text == "":
		return nil
	case m.runsAtOnce(text):
		return m.ask(prompts.PasteLines(text))
	}
	return m.pasteText(text)
}

// runsAtOnce reports whether a paste has lines that a child would take as typed: it
// did not ask for brackets around pastes.
func (m *Model) runsAtOnce(text string) bool {
	if !strings.ContainsAny(text, "\n\r") {
		return false
	}
	tab := m.activeTab()
	for _, id := range append(tab.SyncedWith(tab.Active), tab.Active) {
		if l := m.live.Get(id); l != nil && l.Client != nil && !l.Over() && !l.Modes().BracketedPaste {
			return true
		}
	}
	return false
}
