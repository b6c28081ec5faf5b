package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/keys"
)

// prefixState is what the keyboard is in the middle of.
type prefixState struct {
	// pending says that a sequence has begun, at where in it the keyboard is.
	pending bool
	at      *bind.Node
	hints   bool
	// locked says that all keys go to the pane but the one that takes the lock away.
	locked bool
	// serial tells the time-outs of one press of the prefix from those of another.
	serial int
	// repeatUntil is until when repeatable commands need nothing before their last
	// key, again where in a sequence they are looked for then.
	repeatUntil time.Time
	again       *bind.Node
	// last is the binding that was repeated last: its key goes on to repeat it, also
	// where a sequence of its own begins with it.
	last *bind.Binding
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
	if d := m.dialog(); d != nil && !m.prefix.pending && !m.beginsPrefix(k) {
		return m.dialogKey(d, k)
	}
	if m.prefix.locked && !m.unlocks(k) {
		return m.keyToChild(k)
	}
	if m.prefix.pending {
		return m.prefixedKey(k)
	}
	root := m.keys().Root(config.Normal)
	n := root.Find(k)
	if again := m.repeated(k); again != nil && (n == nil || !n.Leads() || again.Bound == m.prefix.last) {
		return m.runBinding(again.Bound, m.prefix.again)
	}
	if n != nil && n.Leads() {
		return m.startPrefix(n)
	}
	m.prefix.repeatUntil = time.Time{}
	if n == nil {
		return m.keyToChild(k)
	}
	if k.NeedsProtocol() {
		m.outer.chords = true // or it would not have come
	}
	return m.runBinding(n.Bound, root)
}

// beginsPrefix reports whether a key is the prefix, and commands follow it.
func (m *Model) beginsPrefix(k keys.Key) bool {
	prefix := m.keys().Config.Prefix
	if prefix == "" || m.prefix.locked {
		return false
	}
	n := m.keys().Root(config.Normal).Find(k)
	return n != nil && n.Leads() && n.Keys[0] == prefix
}

// repeated is where a key leads to that repeats a command, nil where it does not.
func (m *Model) repeated(k keys.Key) *bind.Node {
	if !m.repeating() {
		return nil
	}
	if n := m.prefix.again.Find(k); n != nil && n.Bound != nil && n.Bound.Call.Command.Repeat {
		return n
	}
	return nil
}

// repeating reports whether repeatable commands need no prefix just now.
func (m *Model) repeating() bool {
	return m.prefix.again != nil && m.deps.Now().Before(m.prefix.repeatUntil)
}

// startPrefix goes on in a sequence of keys: what can follow is shown after a
// pause.
func (m *Model) startPrefix(at *bind.Node) tea.Cmd {
	m.prefix.pending, m.prefix.at = true, at
	m.prefix.serial++
	serial := m.prefix.serial
	m.changed()
	if m.prefix.hints {
		return nil
	}
	return m.after(m.keys().Config.Pause, prefixPaused{serial})
}

func (m *Model) pausedAfterPrefix(p prefixPaused) {
	if m.prefix.pending && m.prefix.serial == p.serial {
		m.prefix.hints = true
		m.changed()
	}
}

func (m *Model) endPrefix() {
	m.prefix.pending, m.prefix.hints, m.prefix.at = false, false, nil
	m.changed()
}

func (m *Model) prefixedKey(k keys.Key) tea.Cmd {
	if k.Modifier() {
		return nil // Shift on its way to % is a key event of its own in some protocols
	}
	at := m.prefix.at
	n := at.Find(k)
	if n == nil { // another sequence may begin in the middle of one
		if root := m.keys().Root(config.Normal).Find(k); root != nil && root.Leads() {
			n = root
		}
	}
	switch {
	case n != nil && n.Leads():
		return m.startPrefix(n)
	case n != nil && n.Bound.Stays:
		cmd := m.runInsteadOfDialogs(n.Bound, at)
		if m.dialog() != nil {
			m.endPrefix()
		}
		return cmd
	}
	m.endPrefix()
	if n != nil {
		return m.runInsteadOfDialogs(n.Bound, at)
	}
	if name := k.Name(); name != "esc" && name != "enter" {
		pressed := append(at.Keys[:len(at.Keys):len(at.Keys)], name)
		m.say(pressed.Printed() + " means nothing: " + m.keys().KeyOf("help") + " lists all keys")
	}
	return nil
}

// runInsteadOfDialogs does what a sequence is bound to. The dialogs that are open are
// left, but for the prefix itself, which is for the one on top.
func (m *Model) runInsteadOfDialogs(b *bind.Binding, at *bind.Node) tea.Cmd {
	if m.dialog() == nil || b.Call.Command.Name == "send-prefix" {
		return m.runBinding(b, at)
	}
	left := m.leaveDialogs()
	return tea.Batch(left, m.runBinding(b, at))
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

// runBinding does what a key is bound to. One that can be repeated needs nothing
// before it for a while.
func (m *Model) runBinding(b *bind.Binding, at *bind.Node) tea.Cmd {
	if b.Call.Command.Repeat {
		m.prefix.repeatUntil, m.prefix.again, m.prefix.last = m.deps.Now().Add(m.keys().Config.Repeat), at, b
	}
	return m.runCall(b.Call)
}
