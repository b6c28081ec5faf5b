package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session"
	"dormer/session/client"
	"dormer/session/grid"
	"dormer/ui/command"
	"dormer/ui/input"
	"dormer/ui/keys"
)

// target is the session that typed input goes to, nil where there is none.
func (m *Model) target() *live {
	if l := m.live[m.activePane()]; l != nil && l.client != nil {
		return l
	}
	return nil
}

func (l *live) modes() (modes grid.Modes) {
	l.client.View(func(r *client.Replica) { modes = r.Modes() })
	return modes
}

func (l *live) exited() bool { return l.status.Runtime == session.Exited }

// over reports whether no process is left, whether or not its host is.
func (l *live) over() bool { return l.exited() || l.health.CanStart || l.asleep != nil }

// over reports whether no process of a session is left.
func (m *Model) over(id session.ID) bool {
	l := m.live[id]
	return l != nil && (l.client != nil || l.health.CanStart || l.asleep != nil) && l.over()
}

// childTakes sends a key to the child of the active pane, encoded as that asked for.
// Typing returns to the live screen from the history. Where there is no child the key is
// lost.
func (m *Model) childTakes(k keys.Key) (bool, []command.Result) {
	l := m.target()
	if l == nil {
		return true, nil
	}
	m.sendKey(l, k)
	m.alsoTo(func(other *live) { m.sendKey(other, k) }, func(a *ahead) { a.key(k) })
	if !k.Modifier() {
		m.leaveCopy(m.activePane())
	}
	return true, nil
}

// childTakesPaste sends a paste to the child of the active pane.
func (m *Model) childTakesPaste(p input.Paste) (bool, []command.Result) {
	l := m.target()
	if l == nil {
		return true, nil
	}
	m.leaveCopy(m.activePane())
	l.paste(p.Data, p.More)
	m.alsoTo(func(other *live) { other.paste(p.Data, p.More) }, func(a *ahead) { a.paste(p.Data, p.More) })
	return true, nil
}

// textToChild sends typed characters to the child of the active pane.
func (m *Model) textToChild(text string) {
	l := m.target()
	l.typeBytes(keys.EncodeText(nil, text, l.modes()))
	m.alsoTo(func(other *live) { other.typeBytes(keys.EncodeText(nil, text, other.modes())) }, func(a *ahead) {
		for _, k := range keys.Typed(text) {
			a.key(k)
		}
	})
	m.leaveCopy(m.activePane())
}

// releaseToChild passes the release of a key on to a child that asked for releases.
func (m *Model) releaseToChild(k keys.Key) {
	l := m.target()
	if l == nil || m.dialog() != nil || m.prefix.At != nil || l.exited() {
		return
	}
	m.sendKey(l, k)
	m.alsoTo(func(other *live) { m.sendKey(other, k) }, func(*ahead) {})
}

// sendKeys sends keys to the active pane, as if they were typed.
func (m *Model) sendKeys(sent []keys.Key) tea.Cmd {
	var cmds []tea.Cmd
	for _, k := range sent {
		cmds = append(cmds, offer(m, k, m.paneTakers()))
	}
	return tea.Batch(cmds...)
}

// sendKey encodes a key as a child asked for.
func (m *Model) sendKey(l *live, k keys.Key) {
	if b := keys.Encode(nil, k, l.modes()); len(b) > 0 {
		l.typeBytes(b)
	}
}

// typeBytes sends what was typed to the child, encoded as that asked for.
func (l *live) typeBytes(b []byte) {
	l.client.Input(b)
	l.keyed = true
}

// paste sends a part of a paste to the child; more says that another follows.
func (l *live) paste(data []byte, more bool) {
	l.client.Paste(data, more)
	l.keyed = true
}

// alsoTo does with the other panes that are typed into together with the active
// one what was done with it; early is for those that are still starting. One whose
// child is gone is left alone.
func (m *Model) alsoTo(send func(*live), early func(*ahead)) {
	tab := m.activeTab()
	for _, id := range tab.SyncedWith(tab.Active) {
		l := m.live[id]
		switch {
		case id == tab.Active || l == nil:
		case l.starting():
			early(&l.ahead)
		case l.client != nil && !l.over():
			send(l)
		}
	}
}

// outerFocus passes a change of the outer terminal's focus on to the child.
func (m *Model) outerFocus(in bool) {
	m.outer.focused = in
	m.changed() // what waited is looked at now
	if in {     // a program on another terminal may have told its own
		m.tellTerminals()
	}
	m.tellFocus(m.activePane(), in)
}

// moveFocus tells the children of two panes that the focus went from one to the
// other.
func (m *Model) moveFocus(from, to session.ID) {
	if from == to || !m.outer.focused {
		return
	}
	m.tellFocus(from, false)
	m.tellFocus(to, true)
}

func (m *Model) tellFocus(id session.ID, in bool) {
	l := m.live[id]
	if l == nil || l.client == nil || l.exited() {
		return
	}
	if b := keys.EncodeFocus(nil, in, l.modes()); len(b) > 0 {
		l.client.Input(b)
	}
}
