package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/command"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/lists"
	"dormer/ui/prompts"
	"dormer/ui/theme"
)

// chooseTheme lists the themes; the screen looks like the one that is selected, and
// as before when the list is left.
func (m *Model) chooseTheme() tea.Cmd {
	m.themes = theme.Choice{Before: m.config.Theme, Background: m.deps.term.Colors().Background}
	return m.openFinder(lists.Themes(listed{m}, m.themes.Name()))
}

func (m *Model) paintWith(t config.Theme) tea.Cmd {
	m.config.Theme = t
	m.retint()
	return nil
}

// takeTheme paints with a theme that was chosen, and asks whether it is to hold from now on,
// not only until one leaves. The configuration's own is not asked about.
func (m *Model) takeTheme(name string) tea.Cmd {
	m.paintWith(m.themes.Named(name))
	switch key, _ := m.themes.Kept(name); {
	case name == m.themes.Name():
		return nil
	case m.deps.KeepConfig != nil:
		return m.ask(prompts.KeepTheme(name, key))
	}
	m.sayFor("colours: "+name+", until you leave; to keep them, write name = \""+name+"\" under [theme] in the configuration (dormer config path)", longNotice)
	return nil
}

// keepTheme writes a theme into the configuration.
func (m *Model) keepTheme(name string) tea.Cmd {
	key, kept := m.themes.Kept(name)
	m.paintWith(kept)
	keep := m.deps.KeepConfig
	return outside(func() []command.Result {
		file, err := keep(key, located.Quote(name))
		if err != nil {
			return command.Tell("colours: " + name + ", until you leave: " + err.Error())
		}
		return command.Tell("colours: " + name + ", kept in " + shortDir(file))
	})
}
