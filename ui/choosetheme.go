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

// chooseTheme lists the themes. The screen shows the selected one, and the one before if the user
// leaves the list.
func (m *Model) chooseTheme() tea.Cmd {
	m.themes = theme.Choice{Configured: m.config.Theme, Background: m.deps.term.Colors().Background}
	return m.openFinder(lists.Themes(listed{m}, m.themes.Name()))
}

// paintWith shows a theme.
func (m *Model) paintWith(t config.Theme) {
	m.config.Theme = t
	m.updateTheme()
}

// takeTheme shows the chosen theme, and asks whether to write it into the configuration, unless it is
// the configured one.
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
	return inBackground(func() []command.Result {
		file, err := keep(key, located.Quote(name))
		if err != nil {
			return command.Tell("colours: " + name + ", until you leave: " + err.Error())
		}
		return command.Tell("colours: " + name + ", kept in " + shortDir(file))
	})
}
