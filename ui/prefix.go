package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/bind"
	"dormer/ui/command"
	"dormer/ui/keys"
)

// prefixPaused says that the pause after a press of the prefix has passed.
type prefixPaused struct{ serial int }

func (msg prefixPaused) applyTo(m *Model) tea.Cmd {
	if m.prefix.Paused(msg.serial) {
		m.changed()
	}
	return nil
}

// boundKeyTakes takes a key that is bound, or that begins or continues a sequence. While the keys are
// locked it takes only the key that unlocks them.
func (m *Model) boundKeyTakes(k keys.Key) (bool, []command.Result) {
	at := m.prefix.At
	p := m.prefix.Press(m.keys(), k, m.deps.Now())
	if p.More || at != nil {
		m.changed()
	}
	switch {
	case !p.Taken:
		return false, nil
	case p.Unbound != nil:
		m.say(p.Unbound.Printed() + " means nothing: " + m.keys().KeyOf("help") + " lists all keys")
		return true, nil
	case p.Binding == nil:
		return true, nil
	case at == nil:
		m.outer.chords = m.outer.chords || k.NeedsProtocol() // the terminal could send it
		return true, resultsOf(command.RunCall{Call: p.Binding.Call})
	}
	return true, resultsOf(command.RunSequence{Call: p.Binding.Call})
}

// waitForHints shows the hints if no key follows the prefix for a while.
func (m *Model) waitForHints() tea.Cmd {
	serial, begun := m.prefix.Pause()
	if !begun {
		return nil
	}
	return m.after(m.keys().Config.Pause, prefixPaused{serial})
}

func (m *Model) endPrefix() {
	m.prefix.End()
	m.changed()
}

// runSequence runs the command of a key sequence, and closes all dialogs. The prefix itself closes
// none, because it goes to the one on top. A mode ends if a dialog opens.
func (m *Model) runSequence(c command.Call) tea.Cmd {
	var cmds []tea.Cmd
	if c.Command.Name != "send-prefix" {
		cmds = append(cmds, m.doAll(m.dialogs.Leave()))
	}
	cmds = append(cmds, m.run(c))
	if m.prefix.At != nil && m.dialog() != nil {
		m.endPrefix()
	}
	return tea.Batch(cmds...)
}

// sendPrefix sends the prefix key itself to the dialog on top, or to the child.
func (m *Model) sendPrefix() tea.Cmd {
	k, err := keys.Parse(m.keys().Config.Prefix)
	if err != nil {
		return nil
	}
	return offer(m, k, append([]taker[keys.Key]{m.dialogTakesAny}, m.paneTakers()...))
}

// keys returns the keymap.
func (m *Model) keys() *bind.Keymap { return m.keyboard.Keymap() }

// commands returns the table of all commands.
func (m *Model) commands() *command.Table { return m.keys().Table }

// keyOf returns the key of a command, see [bind.Keymap.KeyOf].
func (m *Model) keyOf(name string) string { return m.keys().KeyOf(name) }

// makeKeys makes the keymap outside of the event loop, before the first key needs it.
func (m *Model) makeKeys() tea.Cmd {
	keyboard := m.keyboard
	return func() tea.Msg {
		keyboard.Keymap()
		return nil
	}
}

// keyThatUnlocks returns the key that unlocks the keys, see [bind.State.Unlocks].
func (m *Model) keyThatUnlocks() string { return m.prefix.Unlocks(m.keys(), m.outer.chords) }
