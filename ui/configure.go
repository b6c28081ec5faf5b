package ui

import (
	"reflect"

	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/bind"
	"dormer/ui/config"
	"dormer/ui/config/check"
	"dormer/ui/editor"
	"dormer/ui/theme"
	"dormer/workspace"
)

// useConfig takes the configuration that the program starts with. If it has mistakes, the rest of it
// holds.
func (m *Model) useConfig(c config.Config) {
	if c.Theme.Name == "" {
		c = config.Default()
	}
	m.config = c
	m.keyboard = bind.NewKeyboard(c.Keys)
	m.outer.theme = theme.Of(c.Theme, grid.DefaultColor, grid.DefaultColor)
}

// configRead delivers a configuration that was read.
type configRead struct{ check.Read }

// readConfig reads the configuration again. Asked means that the user waits for an answer.
func (m *Model) readConfig(asked bool) tea.Cmd {
	if m.deps.ReadConfig == nil {
		return nil
	}
	read := m.configReads.Begin(m.deps.ReadConfig, asked)
	return func() tea.Msg { return configRead{read()} }
}

// applyTo takes the configuration. If it has mistakes, the one before stays in force.
func (msg configRead) applyTo(m *Model) tea.Cmd {
	if !m.configReads.Take(msg.Read) {
		return nil
	}
	if len(msg.Problems) > 0 {
		m.sayFor(check.Sentence(msg.Problems), longNotice)
		m.notices.Shown.Aside = " (the previous settings stay in force)"
		return nil
	}
	before := m.config
	m.config = msg.Config
	if msg.Config.Same(before) { // but for the places in the file
		if msg.Asked {
			m.say("the configuration has not changed: dormer config path prints where it is")
		}
		return nil
	}
	if m.config.Terminal.Ambiguous != before.Terminal.Ambiguous {
		m.live.SetTerminal(m.terminal())
	}
	m.keyboard = bind.NewKeyboard(m.config.Keys)
	m.endPrefix()
	m.prefix.Reset()
	m.updateTheme()
	m.say("the configuration was reloaded")
	var cmds []tea.Cmd
	if m.config.Copy.Keep != before.Copy.Keep {
		cmds = append(cmds, m.keepCopies())
	}
	if m.background.Begun() && !reflect.DeepEqual(m.config.Status, before.Status) {
		cmds = append(cmds, m.startStatusCommand())
	}
	return tea.Batch(cmds...)
}

// editConfig opens the configuration in the editor. If there is no file, one is written first, with
// every key at its default.
func (m *Model) editConfig() tea.Cmd {
	find := m.deps.ConfigFile
	if find == nil {
		m.say("this dormer was started without a configuration")
		return nil
	}
	return inEditor(func() (editor.Tab, error) {
		file, err := find()
		return editor.File(file), err
	})
}

// limited adds to an action that closes something the limits of the configuration, and which
// sessions have ended.
func (m *Model) limited(a workspace.Action) workspace.Action {
	if c, closes := a.(workspace.Closer); closes {
		return c.With(workspace.Shelf{Keep: m.config.Undo.Time, Limit: m.config.Undo.Depth, Over: m.live.AllOver()})
	}
	return a
}
