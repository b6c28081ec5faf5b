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

type (
	// configRead brings it, with what is wrong in it; asked where somebody waits for
	// an answer.
	configRead struct {
		config   config.Config
		problems []error
		asked    bool
		read     int // which of all reads this was, counted from 1
	}
	// configReads counts the reads of the configuration: how many were begun, and which
	// was taken last.
	configReads struct{ begun, taken int }
)

func (msg configRead) tell(m *Model) tea.Cmd {
	if msg.read < m.configReads.taken {
		return nil // one that was begun later, and may have found more, was faster
	}
	m.configReads.taken = msg.read
	return m.configured(msg)
}

// begin takes the configuration that the program starts with: of one with mistakes
// what makes sense.
func (m *Model) begin(c config.Config) {
	if c.Theme.Name == "" {
		c = config.Default()
	}
	m.config = c
	m.keyboard = bind.NewKeyboard(c.Keys)
	m.outer.theme = theme.Of(c.Theme, grid.DefaultColor, grid.DefaultColor)
}

// readConfig reads the configuration again.
func (m *Model) readConfig(asked bool) tea.Cmd {
	read := m.deps.ReadConfig
	if read == nil {
		return nil
	}
	m.configReads.begun++
	n := m.configReads.begun
	return func() tea.Msg {
		c, problems := read()
		return configRead{config: c, problems: problems, asked: asked, read: n}
	}
}

// editConfig opens the configuration in the editor. One that is not there is written
// first, with every key at its default.
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

// configured takes a configuration that was read. With a mistake in it the one
// before holds.
func (m *Model) configured(msg configRead) tea.Cmd {
	problems := append(msg.problems, check.Problems(msg.config)...)
	if len(problems) > 0 {
		m.sayFor(check.Sentence(problems), longNotice)
		m.notices.Shown.Aside = " (the settings from before stay in force)"
		return nil
	}
	if msg.config.Same(m.config) {
		m.config = msg.config // the places in the file are others perhaps
		if msg.asked {
			m.say("the configuration has not changed: dormer config path prints where it is")
		}
		return nil
	}
	widths, kept, status := m.config.Terminal.Ambiguous, m.config.Copy.Keep, m.config.Status
	m.config = msg.config
	if msg.config.Terminal.Ambiguous != widths {
		m.live.Tell(m.terminal())
	}
	m.keyboard = bind.NewKeyboard(msg.config.Keys)
	m.endPrefix()
	m.prefix.Reset()
	m.retint()
	m.say("the configuration was reloaded")
	var cmds []tea.Cmd
	if m.config.Copy.Keep != kept {
		cmds = append(cmds, m.keepCopies())
	}
	if m.background.Begun() && !reflect.DeepEqual(status, m.config.Status) {
		cmds = append(cmds, m.startStatusCommand())
	}
	return tea.Batch(cmds...)
}

// limited is an action with the limits that the configuration sets, and told which
// sessions run nothing any more.
func (m *Model) limited(a workspace.Action) workspace.Action {
	if c, closes := a.(workspace.Closer); closes {
		return c.With(workspace.Shelf{Keep: m.config.Undo.Time, Limit: m.config.Undo.Depth, Over: m.live.AllOver()})
	}
	return a
}
