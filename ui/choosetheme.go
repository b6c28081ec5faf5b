package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/theme"
)

// chooseTheme lists the themes; the screen looks like the one that is selected, and
// as before when the list is left.
func (m *Model) chooseTheme() tea.Cmd {
	m.themeBefore = m.config.Theme
	return m.openFinder(lists.Themes(listed{m}, theme.Name(m.themeBefore, m.backgroundColor())))
}

func (m *Model) backgroundColor() grid.Color { return m.deps.term.Colors().Background }

// tryTheme paints with a theme while another is chosen; with that of before for an empty
// name.
func (m *Model) tryTheme(name string) tea.Cmd {
	if name == "" {
		return m.paintWith(m.themeBefore)
	}
	return m.paintWith(theme.Named(m.themeBefore, name))
}

func (m *Model) paintWith(t config.Theme) tea.Cmd {
	m.config.Theme = t
	m.retint()
	return nil
}

// takeTheme paints with a theme that was chosen, and asks whether it is to hold from now on,
// not only until one leaves. The configuration's own is not asked about.
func (m *Model) takeTheme(name string) tea.Cmd {
	key, _ := theme.Key(m.themeBefore, m.backgroundColor(), name)
	if theme.Name(m.themeBefore, m.backgroundColor()) == name {
		return m.paintWith(m.themeBefore)
	}
	m.paintWith(theme.Named(m.themeBefore, name))
	if m.deps.KeepConfig == nil {
		m.sayFor("colours: "+name+", until you leave; to keep them, write name = \""+name+"\" under [theme] in the configuration (dormer config path)", longNotice)
		return nil
	}
	return m.ask(prompts.KeepTheme(name, key))
}

// keepTheme writes a theme into the configuration.
func (m *Model) keepTheme(name string) tea.Cmd {
	key, kept := theme.Key(m.themeBefore, m.backgroundColor(), name)
	keep := m.deps.KeepConfig
	return func() tea.Msg {
		file, err := keep(key, located.Quote(name))
		return themeKept{name: name, file: file, theme: kept, err: err}
	}
}

// themeKept says what came of writing the theme into the configuration.
type themeKept struct {
	name, file string
	theme      config.Theme
	err        error
}

func (msg themeKept) tell(m *Model) tea.Cmd {
	if msg.err != nil {
		m.sayFor("colours: "+msg.name+", until you leave: "+msg.err.Error(), longNotice)
		return nil
	}
	m.sayFor("colours: "+msg.name+", kept in "+shortDir(msg.file), longNotice)
	return m.paintWith(msg.theme)
}
