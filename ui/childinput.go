package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
	"dormer/ui/live"
)

// target returns the session of the active pane, nil if the program is not connected to it.
func (m *Model) target() *live.Session {
	if l := m.live.Get(m.activePane()); l != nil && l.Client != nil {
		return l
	}
	return nil
}

// typedInto returns the sessions that get typed input: that of the active pane, and those of the
// panes that share its input.
func (m *Model) typedInto() []session.ID {
	tab := m.activeTab()
	return tab.SyncedWith(tab.Active)
}

// childTakes sends a key to the child of the active pane and leaves copy mode. If there is no
// child and none is starting, the key is lost.
func (m *Model) childTakes(k keys.Key) (bool, []command.Result) {
	for _, id := range m.typedInto() {
		m.live.Get(id).Key(k)
	}
	if !k.Modifier() {
		m.leaveCopy(m.activePane())
	}
	return true, nil
}

// childTakesPaste sends a paste to the child of the active pane, and has the rest of it go there.
func (m *Model) childTakesPaste(p input.Paste) (bool, []command.Result) {
	m.pasteInto = m.typedInto()
	m.pasteToChildren(m.pasteInto, p)
	return true, nil
}

// pasteToChildren sends a paste, or a part of one, to the children of some sessions.
func (m *Model) pasteToChildren(ids []session.ID, p input.Paste) {
	for _, id := range ids {
		m.live.Get(id).Paste(p.Data, p.More)
	}
	m.leaveCopy(m.activePane())
}

// textToChild sends typed characters to the child of the active pane.
func (m *Model) textToChild(text string) {
	for _, id := range m.typedInto() {
		m.live.Get(id).Text(text)
	}
	m.leaveCopy(m.activePane())
}

// releaseToChild sends the release of a key to a child that asked for releases.
func (m *Model) releaseToChild(k keys.Key) {
	if m.dialog() != nil || m.prefix.At != nil {
		return
	}
	for _, id := range m.typedInto() {
		m.live.Get(id).Key(k)
	}
}

// sendKeys sends keys to the active pane as if they were typed.
func (m *Model) sendKeys(sent []keys.Key) tea.Cmd {
	var cmds []tea.Cmd
	for _, k := range sent {
		cmds = append(cmds, offer(m, k, m.paneTakers()))
	}
	return tea.Batch(cmds...)
}

// outerFocus tells the child that the outer terminal has got or lost the focus.
func (m *Model) outerFocus(in bool) {
	m.outer.focused = in
	m.changed() // the user sees now what needed attention
	if in {     // a program on another terminal may have told the hosts of that one
		m.live.SetTerminal(m.terminal())
	}
	m.live.Get(m.activePane()).Focus(in)
}

// moveFocus tells the children of two panes that the focus went from one to the other.
func (m *Model) moveFocus(from, to session.ID) {
	if from != to && m.outer.focused {
		m.live.Get(from).Focus(false)
		m.live.Get(to).Focus(true)
	}
}
