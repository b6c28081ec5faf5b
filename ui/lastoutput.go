package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"dormer/session/wire"
	"dormer/ui/buffers"
	"dormer/ui/copymode"
)

// copyLastOutput copies what the active pane's last command printed.
func (m *Model) copyLastOutput() tea.Cmd {
	return m.withLastOutput(func(l *live, c wire.Command) tea.Cmd {
		return m.textOf(l, copymode.Span{First: c.Output, End: c.End}, func(text string) tea.Cmd {
			if strings.Trim(text, "\n") == "" {
				m.say(copymode.CommandWords(c) + " printed blank lines only")
				return nil
			}
			cmd := m.copied(text)
			if c.Running() {
				m.say("copied what " + copymode.CommandWords(c) + " has printed so far: " + buffers.Size(strings.TrimSuffix(text, "\n")) + "; it still runs")
			}
			return cmd
		})
	})
}

// editLastOutput opens what the active pane's last command printed in the editor.
func (m *Model) editLastOutput() tea.Cmd {
	return m.withLastOutput(func(l *live, c wire.Command) tea.Cmd {
		return m.edit(l, copymode.Span{First: c.Output, End: c.End}, output)
	})
}

// withLastOutput does something with the active pane's last command, once its host has
// said where its output is.
func (m *Model) withLastOutput(does func(*live, wire.Command) tea.Cmd) tea.Cmd {
	l := m.target()
	if l == nil {
		m.say(notThereYet)
		return nil
	}
	l.await(l.client.LastCommand(), func(e wire.Message) tea.Cmd {
		r, _ := e.(wire.CommandsReply)
		c, why := copymode.OutputOf(r)
		if why != "" {
			m.say(why)
			return nil
		}
		return does(l, c)
	})
	return nil
}
