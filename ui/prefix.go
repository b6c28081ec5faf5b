package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/keys"
)

// prefixState is what the keyboard is in the middle of.
type prefixState struct {
	bind.State
	// hints says that what can follow is shown.
	hints bool
	// serial tells the time-outs of one press of the prefix from those of another.
	serial int
}

// prefixPaused says that the pause after a press of the prefix has passed.
type prefixPaused struct{ serial int }

func (msg prefixPaused) tell(m *Model) tea.Cmd {
	m.pausedAfterPrefix(msg)
	return nil
}

// key sends a key where it belongs: to the dialog on top, to a command, or to
// the child. The prefix and the keys after it are commands whatever is open: a dialog
// that ends with the prefix would leave the key after it to the child. Pressed twice the
// prefix goes where any other key would.
func (m *Model) key(k keys.Key) tea.Cmd {
	if k.Kind == keys.Release {
		return m.releaseToChild(k)
	}
	if k.Name() == "esc" && (m.carry.on() || m.drag.on || m.side.drag) {
		return m.cancelCarry()
	}
	at := m.prefix.At
	if d := m.dialog(); d != nil && at == nil && (m.prefix.Locked || !m.keys().BeginsPrefix(k)) {
		return m.dialogKey(d, k)
	}
	p := m.prefix.Press(m.keys(), k, m.deps.Now())
	switch {
	case !p.Taken:
		return m.keyToChild(k)
	case p.More:
		return m.waitForMore()
	case at != nil && m.prefix.At == nil:
		m.endPrefix()
	}
	switch {
	case p.Unbound != nil:
		m.say(p.Unbound.Printed() + " means nothing: " + m.keys().KeyOf("help") + " lists all keys")
		return nil
	case p.Binding == nil:
		return nil
	case at == nil:
		m.outer.chords = m.outer.chords || k.NeedsProtocol() // or it would not have come
		return m.runCall(p.Binding.Call)
	}
	cmd := m.runInsteadOfDialogs(p.Binding.Call)
	if p.Binding.Stays && m.dialog() != nil {
		m.endPrefix()
	}
	return cmd
}

// waitForMore shows what can follow after a pause.
func (m *Model) waitForMore() tea.Cmd {
	m.prefix.serial++
	serial := m.prefix.serial
	m.changed()
	if m.prefix.hints {
		return nil
	}
	return m.after(m.keys().Config.Pause, prefixPaused{serial})
}

func (m *Model) pausedAfterPrefix(p prefixPaused) {
	if m.prefix.At != nil && m.prefix.serial == p.serial {
		m.prefix.hints = true
		m.changed()
	}
}

func (m *Model) endPrefix() {
	m.prefix.At, m.prefix.hints = nil, false
	m.changed()
}

// runInsteadOfDialogs does what a sequence is bound to. The dialogs that are open are
// left, but for the prefix itself, which is for the one on top.
func (m *Model) runInsteadOfDialogs(c command.Call) tea.Cmd {
	if m.dialog() == nil || c.Command.Name == "send-prefix" {
		return m.runCall(c)
	}
	left := m.leaveDialogs()
	return tea.Batch(left, m.runCall(c))
}

// leaveDialogs leaves all dialogs as Esc does.
func (m *Model) leaveDialogs() tea.Cmd {
	var cmds []tea.Cmd
	for d := m.dialog(); d != nil; d = m.dialog() {
		r := d.key(keys.Key{Code: keys.Escape})
		r.done, r.passes = true, false
		cmds = append(cmds, m.concluded(d, r))
	}
	return tea.Batch(cmds...)
}
