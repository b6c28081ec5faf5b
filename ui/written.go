package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// writtenItems is what was typed into the palette, where that is a command with its
// arguments as one writes it in the configuration: `tab.rename logs`, or by tmux' name
// of it. Where the arguments make no sense it says which do.
func (m *Model) writtenItems(typed string) []item {
	c, ok := m.written(typed)
	if !ok {
		return nil
	}
	it := item{id: "written", text: c.command.usage(), detail: c.title(), words: typed, mark: ">"}
	if err := c.check(); err == nil {
		it.text, it.disabled = c.String(), c.resolve(m.focus()).disabled
	} else {
		it.disabled = err.Error()
	}
	if it.disabled != "" {
		it.detail = it.disabled
	}
	it.choose = func(m *Model) tea.Cmd { return m.runCall(c) }
	return []item{it}
}

// written is the command with arguments that a text is, which may make no sense; false
// for any other text.
func (m *Model) written(typed string) (c call, ok bool) {
	words, err := splitWords(typed)
	if err != nil || len(words) == 0 {
		return call{}, false
	}
	i, known := m.keys().byName[words[0]]
	if !known {
		i, known = m.keys().byName[onlyName(words[0])]
	}
	if !known || m.keys().table[i].with == nil || m.keys().table[i].reading != nil {
		return call{}, false
	}
	c = call{command: m.keys().table[i], args: words[1:]}
	if len(c.args) == 0 && c.command.resolve != nil {
		return call{}, false // the list has it
	}
	return c, true
}

// onlyName is the command that has a name of tmux's or zellij's, empty where several
// have it, or none.
func onlyName(name string) (only string) {
	for command, names := range otherNames() {
		if !strings.Contains(name, "-") || !strings.Contains(" "+names+" ", " "+name+" ") {
			continue
		}
		if only != "" {
			return ""
		}
		only = command
	}
	return only
}
