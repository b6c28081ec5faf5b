package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/ui/config"
)

// chooseTheme lists the themes; the screen looks like the one that is selected, and
// as before when the list is left.
func (m *Model) chooseTheme() tea.Cmd {
	before := m.config.Theme
	f := newFinder("Colours", plain(func(m *Model) []item { return m.themeItems(before) }))
	f.does = "takes it"
	f.picked = func(m *Model, it item) {
		if m.config.Theme.Name != it.text {
			m.paintWith(withTheme(before, it.text))
		}
	}
	f.left = func(m *Model) { m.paintWith(before) }
	cmd := m.openFinder(f)
	f.selectID("theme " + themeName(before, m.deps.term.Colors().Background))
	return cmd
}

// withTheme is a theme of another name, whatever the terminal's background.
func withTheme(t config.Theme, name string) config.Theme {
	t.Name, t.Light, t.Dark = name, "", ""
	return t
}

func (m *Model) paintWith(t config.Theme) {
	m.config.Theme = t
	m.retint()
}

func (m *Model) themeItems(before config.Theme) (items []item) {
	for _, name := range themeNames() {
		detail := ""
		if p, ok := paletteOf(name); !ok {
			detail = "follows your terminal"
		} else if isLight(p.activeText) {
			detail = "light"
		} else {
			detail = "dark"
		}
		items = append(items, item{
			id: "theme " + name, text: name, detail: detail,
			choose: func(m *Model) tea.Cmd {
				m.paintWith(withTheme(before, name))
				m.sayFor("colours: "+name+", until you leave; to keep them, write name = \""+name+"\" under [theme] in the configuration (dormer config path)", longNotice)
				return nil
			},
		})
	}
	return items
}
