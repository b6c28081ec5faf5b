package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/theme"
)

// chooseTheme lists the themes; the screen looks like the one that is selected, and
// as before when the list is left.
func (m *Model) chooseTheme() tea.Cmd {
	before := m.config.Theme
	m.themeBefore = before
	return m.openFinder(lists.Themes(listed{m}, theme.Name(before, m.deps.term.Colors().Background)))
}

// tryTheme paints with a theme while another is chosen; with that of before for an empty
// name.
func (m *Model) tryTheme(name string) tea.Cmd {
	switch {
	case name == "":
		m.paintWith(m.themeBefore)
	case m.config.Theme.Name != name:
		m.paintWith(theme.Named(m.themeBefore, name))
	}
	return nil
}

// takeTheme paints with a theme that was chosen.
func (m *Model) takeTheme(name string) tea.Cmd {
	m.paintWith(theme.Named(m.themeBefore, name))
	m.askKeepTheme(m.themeBefore, name)
	return nil
}

// keepTheme writes a theme into the configuration.
func (m *Model) keepTheme(name string) tea.Cmd {
	key, kept := theme.Key(m.themeBefore, m.deps.term.Colors().Background, name)
	keep := m.deps.KeepConfig
	return func() tea.Msg {
		file, err := keep(key, located.Quote(name))
		return themeKept{name: name, file: file, theme: kept, err: err}
	}
}

func (m *Model) paintWith(t config.Theme) {
	m.config.Theme = t
	m.retint()
}

// themeKept says what came of writing the theme into the configuration.
type themeKept struct {
	name, file string
	theme      config.Theme
	err        error
}

func (msg themeKept) tell(m *Model) tea.Cmd {
	m.keptTheme(msg)
	return nil
}

// askKeepTheme asks whether a theme is to hold from now on, not only until one leaves.
// The configuration's own is not asked about.
func (m *Model) askKeepTheme(before config.Theme, name string) {
	background := m.deps.term.Colors().Background
	key, _ := theme.Key(before, background, name)
	switch {
	case theme.Name(before, background) == name:
		m.paintWith(before)
		return
	case m.deps.KeepConfig == nil:
		m.sayFor("colours: "+name+", until you leave; to keep them, write name = \""+name+"\" under [theme] in the configuration (dormer config path)", longNotice)
		return
	}
	m.ask(prompts.KeepTheme(name, key))
}

func (m *Model) keptTheme(k themeKept) {
	if k.err != nil {
		m.sayFor("colours: "+k.name+", until you leave: "+k.err.Error(), longNotice)
		return
	}
	m.paintWith(k.theme)
	m.sayFor("colours: "+k.name+", kept in "+shortDir(k.file), longNotice)
}
