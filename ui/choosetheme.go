package ui

import (
	tea "charm.land/bubbletea/v2"

	"dormer/session/grid"
	"dormer/ui/config"
	"dormer/ui/config/located"
	"dormer/ui/theme"
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
	f.selectID("theme " + theme.Name(before, m.deps.term.Colors().Background))
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
	for _, name := range theme.Names() {
		detail := "follows your terminal"
		if light, known := theme.MadeForLight(name); light {
			detail = "light"
		} else if known {
			detail = "dark"
		}
		items = append(items, item{
			id: "theme " + name, text: name, detail: detail,
			choose: func(m *Model) tea.Cmd {
				m.paintWith(withTheme(before, name))
				m.askKeepTheme(before, name)
				return nil
			},
		})
	}
	return items
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
	key, kept := themeKey(before, background, name)
	keep := m.deps.KeepConfig
	switch {
	case theme.Name(before, background) == name:
		m.paintWith(before)
		return
	case keep == nil:
		m.sayFor("colours: "+name+", until you leave; to keep them, write name = \""+name+"\" under [theme] in the configuration (dormer config path)", longNotice)
		return
	}
	m.openDialog(&question{
		title:  "Keep the colours `" + name + "`?",
		detail: "Yes writes " + key + " into the configuration and changes nothing else in it. No has them until you leave.",
		yes: func(*Model) tea.Cmd {
			return func() tea.Msg {
				file, err := keep(key, located.Quote(name))
				return themeKept{name: name, file: file, theme: kept, err: err}
			}
		},
	})
}

// themeKey is the key that a theme is kept under on a terminal of a background, and
// the configured theme with it.
func themeKey(t config.Theme, background grid.Color, name string) (string, config.Theme) {
	_, _, _, known := background.RGB()
	switch {
	case known && theme.IsLight(background) && t.Light != "":
		t.Light = name
		return "theme.light", t
	case known && !theme.IsLight(background) && t.Dark != "":
		t.Dark = name
		return "theme.dark", t
	}
	t.Name = name
	return "theme.name", t
}

func (m *Model) keptTheme(k themeKept) {
	if k.err != nil {
		m.sayFor("colours: "+k.name+", until you leave: "+k.err.Error(), longNotice)
		return
	}
	m.paintWith(k.theme)
	m.sayFor("colours: "+k.name+", kept in "+shortDir(k.file), longNotice)
}
