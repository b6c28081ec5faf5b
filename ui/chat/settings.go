package chat

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/sahilm/fuzzy"

	"dormer/session/chat"
)

// This file handles the models and other settings that an agent offers.

// menu is a list to choose from. Typing filters it.
type menu struct {
	title        string
	names, about []string
	pick         func(i int) tea.Cmd
	typed        string
	shown        []int // indexes of the names that match
	at           int   // index of the selected one in shown
}

// open shows a menu with an entry selected.
func (m *Model) open(l menu, at int) {
	l.filter()
	l.at = at
	m.menu, m.list, m.notice = &l, nil, ""
}

func (l *menu) filter() {
	l.shown, l.at = nil, 0
	if l.typed == "" {
		for i := range l.names {
			l.shown = append(l.shown, i)
		}
		return
	}
	for _, found := range fuzzy.Find(l.typed, l.names) {
		l.shown = append(l.shown, found.Index)
	}
}

// menuKey handles a key while a menu is shown.
func (m *Model) menuKey(msg tea.KeyPressMsg) tea.Cmd {
	l := m.menu
	n := max(len(l.shown), 1)
	switch name := msg.String(); name {
	case "up":
		l.at = (l.at + n - 1) % n
	case "down":
		l.at = (l.at + 1) % n
	case "esc", "ctrl+c", "alt+m":
		m.menu = nil
	case "enter", "tab":
		return m.pickFromMenu(l.at)
	case "backspace":
		if typed := []rune(l.typed); len(typed) > 0 {
			l.typed = string(typed[:len(typed)-1])
			l.filter()
		}
	default:
		if msg.Text != "" {
			l.typed += msg.Text
			l.filter()
		}
	}
	return nil
}

func (m *Model) pickFromMenu(at int) tea.Cmd {
	l := m.menu
	if at < 0 || at >= len(l.shown) {
		return nil
	}
	m.menu = nil
	return l.pick(l.shown[at])
}

// chosenOf returns the index of the present choice of a setting; -1 if it is none of the choices.
func chosenOf(s chat.Setting) int {
	return slices.IndexFunc(s.Choices, func(c chat.Choice) bool { return c.ID == s.Value })
}

// valueOf returns the value of a setting for the first row of the screen; empty for a switch that is
// off.
func valueOf(s chat.Setting) string {
	i := chosenOf(s)
	switch {
	case s.Switch && s.Value == s.Choices[0].ID:
		return s.Name
	case s.Switch || i < 0:
		return ""
	}
	return s.Choices[i].Name
}

// openSettings lists the settings, or the choices of the only one.
func (m *Model) openSettings() {
	switch len(m.talk.settings) {
	case 0:
		m.notice = m.talk.agent + " has no models or options to choose from"
		return
	case 1:
		m.openSetting(0)
		return
	}
	l := menu{title: "choose a setting", pick: m.openSetting}
	for _, s := range m.talk.settings {
		about := ""
		if i := chosenOf(s); i >= 0 {
			about = s.Choices[i].Name
		}
		l.names, l.about = append(l.names, s.Name), append(l.about, about)
	}
	m.open(l, 0)
}

// openSetting lists the choices of a setting, or flips a switch.
func (m *Model) openSetting(i int) tea.Cmd {
	s := m.talk.settings[i]
	if s.Switch {
		return m.choose(s, s.Choices[1-max(chosenOf(s), 0)])
	}
	l := menu{title: s.Name, pick: func(i int) tea.Cmd { return m.choose(s, s.Choices[i]) }}
	for i, c := range s.Choices {
		mark := "  "
		if i == chosenOf(s) {
			mark = m.plain("• ")
		}
		l.names, l.about = append(l.names, mark+c.Name), append(l.about, c.Description)
	}
	m.open(l, max(chosenOf(s), 0))
	return nil
}

// settingChosen is the result of choosing a setting.
type settingChosen struct {
	say string
	err error
}

func (m *Model) choose(s chat.Setting, c chat.Choice) tea.Cmd {
	m.notice = fmt.Sprintf("%s: choosing %s", s.Name, c.Name)
	return func() tea.Msg {
		return settingChosen{fmt.Sprintf("%s: %s", s.Name, c.Name), m.o.Conversation.Choose(s.ID, c.ID)}
	}
}

func (m *Model) takeChosen(msg settingChosen) {
	m.notice = msg.say
	if msg.err != nil {
		m.notice = msg.err.Error()
	}
}

// settingIndex is the setting of a slash command; -1 for none. Commands of the agent come first.
func (m *Model) settingIndex(name string) int {
	if slices.ContainsFunc(m.talk.commands, func(c chat.Command) bool { return c.Name == name }) {
		return -1
	}
	return slices.IndexFunc(m.talk.settings, func(s chat.Setting) bool { return s.Word() == name })
}

// sendSetting carries out a text that is the slash command of a setting, and reports whether it is.
func (m *Model) sendSetting(text string) (cmd tea.Cmd, is bool) {
	name, wanted, _ := strings.Cut(strings.TrimSpace(text), " ")
	name, is = strings.CutPrefix(name, "/")
	at := m.settingIndex(name)
	if !is || at < 0 {
		return nil, false
	}
	if wanted = strings.TrimSpace(wanted); wanted == "" {
		m.prompt.Reset()
		return m.openSetting(at), true
	}
	s := m.talk.settings[at]
	c, found := s.Find(wanted)
	if !found {
		m.notice = fmt.Sprintf("%s has no choice %q: /%s lists the choices", s.Name, wanted, name)
		return nil, true
	}
	m.prompt.Reset()
	return m.choose(s, c), true
}
